import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { execute } from './data.js';
import { bearer, load, once, warmUp } from './load.js';
import { median } from './report.js';
import { built, launch, runProgram, settings, stop, type Program, type Running } from './servers.js';
import { csvPath, reads, type Read } from './works.js';

export interface Comparison {
  /** The folder of the other checkout, which is built and has its own node_modules. */
  against: string;
  contacts: number;
  seconds: number;
  /** How often both services are started. */
  starts: number;
  /** Rounds of each start. */
  rounds: number;
  connections: number;
  only: string;
}

interface Side {
  name: 'other' | 'this';
  program: Program;
  url: string;
}

/** Milliseconds of processor time of a call in each round of one start. */
type Rounds = Record<Side['name'], number[]>;

interface Compared {
  read: Read;
  /** The median of the rounds of each start. */
  starts: Record<Side['name'], number>[];
}

/** A role that has the same permissions in each release. Agents, whose role the bench reads, get more. */
const lasting = { 'E7 by id': '/v1/Roles/1' } as Readonly<Record<string, string>>;

const calls: readonly Read[] = [
  ...reads.map((read) => ({ ...read, path: lasting[read.work] ?? read.path })),
  { work: '50 contacts of /v1/Contacts', path: '/v1/Contacts?take=50', user: 'agent' },
  { work: '20 contacts of a search', path: '/v1/Contacts?Search=mar&take=20', user: 'agent' },
];
const exported: Read = { work: 'CSV of every contact', path: csvPath, user: 'admin' };

/**
 * Measures the processor time that a call takes in this checkout and in another one. Both services run at once, each on
 * a demo of its own with the same seed, and the load changes from one to the other in short slices, so that other work
 * of the machine meets both. They are started several times, because the compiled code of two processes with the same
 * program differs: one of them can be a fifth faster. Returns a table.
 */
export async function compare(kind: 'SQLite' | 'MariaDB', urls: readonly [string, string], plan: Comparison) {
  const sides: readonly Side[] = [
    { name: 'other', program: programOf(plan.against), url: urls[0] },
    { name: 'this', program: programOf(built('..')), url: urls[1] },
  ];
  for (const { program, url } of sides) {
    const demo = ['demo', '--contacts', String(plan.contacts)];
    await runProgram(program, 'src/cli/main.js', demo, { ...settings, DATABASE_URL: url, MIGRATE_ON_START: 'true' });
    if (kind === 'MariaDB') await execute(url, ['ANALYZE TABLE contacts, activities, contact_terms']);
  }
  const wanted = ({ work }: Read): boolean => plan.only.split(',').some((part) => work.toLowerCase().includes(part));
  const results = [...calls, exported].filter(wanted).map((read): Compared => ({ read, starts: [] }));
  for (let start = 1; start <= plan.starts; start++) {
    await measureStart(sides, results, plan);
    process.stderr.write(`After start ${start} of ${plan.starts}:\n${results.map(rowOf).join('\n')}\n`);
  }
  return tableOf(kind, plan, results);
}

/** Starts both services, and adds the times of their calls to `results`. */
async function measureStart(sides: readonly Side[], results: readonly Compared[], plan: Comparison): Promise<void> {
  const running: { side: Side; service: Running; headers: Record<Read['user'], Record<string, string>> }[] = [];
  try {
    for (const side of sides) {
      const environment = { ...settings, LOG_LEVEL: 'info', DATABASE_URL: side.url };
      const service = await launch(side.program, 'src/main.js', environment);
      const headers = { admin: await bearer(service.url, 'admin'), agent: await bearer(service.url, 'agent') };
      running.push({ side, service, headers });
    }
    for (const { read, starts } of results) {
      const rounds: Rounds = { other: [], this: [] };
      for (let round = -1; round < plan.rounds; round++)
        for (const { side, service, headers } of running) {
          const seconds = round < 0 ? warmUp : plan.seconds;
          const spent = await processorTime(service, () =>
            sent(read, service.url, headers[read.user], { connections: plan.connections, seconds }),
          );
          if (round >= 0) rounds[side.name].push(spent);
        }
      starts.push({ other: median(rounds.other), this: median(rounds.this) });
    }
  } finally {
    for (const { service } of running) await stop(service);
  }
}

/** The Node that `npm run` uses in the checkout, and the options of its `npm start`. */
function programOf(checkout: string): Program {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const node = join(checkout, 'node_modules/.bin/node');
  return {
    node: existsSync(node) ? node : process.execPath,
    options: scripts.start.split(' ').filter((word) => word.startsWith('--')),
    built: join(checkout, 'dist'),
  };
}

/** Sends calls for some seconds, or exports once. Returns the number of calls. */
async function sent(
  read: Read,
  url: string,
  headers: Record<string, string>,
  slice: { connections: number; seconds: number },
): Promise<number> {
  if (read === exported) {
    await once(url + read.path, headers);
    return 1;
  }
  return (await load({ url: url + read.path, headers, ...slice })).calls;
}

/** Milliseconds of processor time of the process for each of the calls that `work` counts. Linux only. */
async function processorTime({ process: { pid } }: Running, work: () => Promise<number>): Promise<number> {
  const ticks = (): number => {
    // The second field, the name of the program, may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  const count = await work();
  return ((ticks() - before) * 10) / count;
}

function rowOf({ read: { work }, starts }: Compared): string {
  const of = (side: Side['name']): string => median(starts.map((start) => start[side])).toFixed(2);
  const ratios = starts.map((start) => start.this / start.other).sort((a, b) => a - b);
  const range = [ratios[0], ratios[ratios.length - 1]].map((ratio) => ratio.toFixed(2)).join(' to ');
  return `| ${work} | ${of('other')} | ${of('this')} | ${median(ratios).toFixed(2)} | ${range} |`;
}

function tableOf(
  kind: string,
  { contacts, connections, starts, rounds }: Comparison,
  results: readonly Compared[],
): string {
  const load = loadavg()[0].toFixed(1);
  return [
    `# ${kind}, ${contacts} contacts, ${connections} connections, ${starts} starts of ${rounds} rounds, load ${load}`,
    '',
    '| processor time of a call, ms, medians | other checkout | this one | ratio | of each start |',
    '|---|---|---|---|---|',
    ...results.map(rowOf),
    '',
  ].join('\n');
}
