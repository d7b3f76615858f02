import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from './against.js';
import { execute, fill, startMariaDb } from './data.js';
import { grow } from './lists.js';
import { chart, markdown, type Result } from './report.js';
import { built } from './servers.js';
import { measure, type Plan } from './works.js';

/**
 * Compares the service with a server written by hand and with usual code of Nest and TypeORM. They run in turn, on one
 * machine: only the ratios count.
 */
const usage = `npm run bench -- [--contacts N] [--rows N] [--seconds N] [--rounds N] [--connections 1,16,128]
  [--database sqlite,mysql] [--only <parts of works' names>]
  [--url <DATABASE_URL of a database that an earlier run has filled>]
npm run bench -- --against <folder of another checkout, built with its own node_modules>
  [--contacts N] [--starts N] [--rounds N] [--seconds N] [--connections N] [--database sqlite,mysql]
  [--only <parts of calls' names>]
The first compares the service with servers written by hand and with usual code, in bench/results/<database>.md and
.svg. The second compares the processor time of a call with that of another checkout, and prints a table.
With --rows, the tables of the first pages are doubled until each has that many rows.
Starts MariaDB itself if it is installed.
`;

/** The defaults of the two comparisons. */
const presets = {
  servers: { seconds: '4', rounds: '5', connections: '1,16,128' },
  checkouts: { seconds: '1', rounds: '5', connections: '8' },
} as const;

const options = optionsOf();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  let mariaDb: Awaited<ReturnType<typeof startMariaDb>>;
  try {
    if (options.url !== undefined) {
      await report(options.url);
      return;
    }
    for (const kind of options.databases) {
      if (kind === 'mysql') mariaDb = await startMariaDb();
      const url = kind === 'mysql' ? mariaDb?.url : `sqlite:${join(folder, 'bench.sqlite')}`;
      if (url === undefined) {
        process.stderr.write('MariaDB is not installed, so it is not measured.\n');
        continue;
      }
      if (options.against === undefined) {
        await fill(url, options.contacts);
        await grow(url, options.rows);
        await report(url);
      } else {
        if (kind === 'mysql') await execute(url, ['CREATE DATABASE other']);
        const other = kind === 'mysql' ? url.replace(/bench$/, 'other') : `sqlite:${join(folder, 'other.sqlite')}`;
        const comparison = { ...options, against: options.against, connections: options.connections[0] };
        process.stdout.write(await compare(kind === 'mysql' ? 'MariaDB' : 'SQLite', [other, url], comparison));
      }
    }
  } finally {
    mariaDb?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function report(url: string): Promise<void> {
  const kind = url.startsWith('sqlite:') ? 'SQLite' : 'MariaDB';
  const results: Result[] = [];
  await measure({ ...options, url }, (result) => {
    results.push(result);
    process.stderr.write(`${markdown(kind, [result]).split('\n')[4]}\n`);
  });
  const title = `${kind}, ${options.contacts} contacts, Node ${process.version}, ${cpus().length} × ${cpus()[0].model}`;
  process.stdout.write(markdown(title, results));
  if (options.only !== '') return;
  const target = join(built('..'), 'bench/results');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, `${kind.toLowerCase()}.md`), markdown(title, results));
  writeFileSync(join(target, `${kind.toLowerCase()}.svg`), chart(title, results));
}

/** Ends the process for `--help` and for unknown options. */
function optionsOf(): Omit<Plan, 'url'> & {
  contacts: number;
  rows: number;
  starts: number;
  databases: string[];
  url?: string;
  against?: string;
} {
  try {
    const { values } = parseArgs({
      options: {
        contacts: { type: 'string', default: '100000' },
        rows: { type: 'string', default: '1' },
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        starts: { type: 'string', default: '4' },
        connections: { type: 'string' },
        database: { type: 'string', default: 'sqlite,mysql' },
        only: { type: 'string', default: '' },
        url: { type: 'string' },
        against: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(usage);
      process.exit(0);
    }
    const number = (name: string, text: string): number => {
      if (!(Number(text) > 0)) throw new TypeError(`--${name} must be a number above 0, not '${text}'`);
      return Number(text);
    };
    const preset = presets[values.against === undefined ? 'servers' : 'checkouts'];
    const databases = values.database.split(',');
    for (const kind of databases)
      if (kind !== 'sqlite' && kind !== 'mysql')
        throw new TypeError(`--database must be sqlite, mysql or both, not '${kind}'`);
    return {
      contacts: number('contacts', values.contacts),
      rows: number('rows', values.rows),
      seconds: number('seconds', values.seconds ?? preset.seconds),
      rounds: number('rounds', values.rounds ?? preset.rounds),
      starts: number('starts', values.starts),
      connections: (values.connections ?? preset.connections).split(',').map((each) => number('connections', each)),
      databases,
      only: values.only.toLowerCase(),
      url: values.url,
      against: values.against && resolve(values.against),
    };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
