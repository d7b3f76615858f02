import { firstPages } from './lists.js';
import { bearer, load, once, warmUp, type Measured } from './load.js';
import type { Result } from './report.js';
import { planWrites, written } from './writes.js';
import { columns, memory, resetPeak, start, stop, type Column, type Server } from './servers.js';

export interface Plan {
  url: string;
  seconds: number;
  rounds: number;
  connections: number[];
  /** Runs only works whose names contain one of these comma-separated texts; '': all works. */
  only: string;
}

export interface Read {
  work: string;
  path: string;
  user: 'admin' | 'agent';
  /** Whether the work runs at each number of connections of the plan. Otherwise it runs at 16. */
  small?: boolean;
}

export const reads: Read[] = [
  { work: 'E14 list', path: '/v1/EventType', user: 'agent', small: true },
  { work: 'E7 by id', path: '/v1/Roles/3', user: 'admin', small: true },
  { work: '50 contacts of a wide scope', path: '/v1/ActivityTracker/All?take=50', user: 'agent' },
  { work: '500 contacts of a wide scope', path: '/v1/ActivityTracker/All?take=500', user: 'agent' },
];
export const csvPath = '/v1/ActivityTracker/All.csv';
const usualConnections = 16;

export async function measure(plan: Plan, tell: (result: Result) => void): Promise<void> {
  const wanted = (work: string): boolean => plan.only.split(',').some((part) => work.toLowerCase().includes(part));
  if (wanted('start to ready')) tell(await startTimes(plan));
  const servers: Server[] = [];
  try {
    for (const column of columns) servers.push(await start(column, plan.url));
    const service = servers.find(({ column }) => column === 'service')!;
    const headers = { admin: await bearer(service.url, 'admin'), agent: await bearer(service.url, 'agent') };
    if (wanted('memory at rest')) {
      tell({ work: 'memory at rest', unit: 'MB', rounds: { service: [memory(service, 'VmRSS')] }, isCost: true });
    }
    for (const { path, user } of [...reads, { path: csvPath, user: 'admin' } as const])
      await mustAgree(servers, path, headers[user]);
    if (wanted('csv')) for (const result of await wholeExports(plan, servers, headers.admin)) tell(result);
    for (const { work, path, user, small } of reads)
      for (const connections of small ? plan.connections : [usualConnections]) {
        const name = `${work}, ${connections} connections`;
        if (!wanted(name)) continue;
        const call = (seconds: number) => (server: Server) =>
          load({ url: server.url + path, headers: headers[user], connections, seconds });
        await alternating(1, servers, call(warmUp));
        const measured = await alternating(plan.rounds, servers, call(plan.seconds));
        tell({ work: name, unit: '/s', rounds: pick(measured, 'perSecond'), p99: pick(measured, 'p99') });
      }
    for (const result of await wholeWrites(plan, servers, headers, wanted)) tell(result);
    for (const result of await firstPages(plan.url, service, wanted)) tell(result);
    if (wanted('memory with 16 × 500 rows')) {
      resetPeak(service);
      const url = `${service.url}/v1/ActivityTracker/All?take=500`;
      await load({ url, headers: headers.agent, connections: usualConnections, seconds: plan.seconds });
      const peak = memory(service, 'VmHWM');
      tell({ work: 'memory with 16 × 500 rows', unit: 'MB', rounds: { service: [peak] }, isCost: true });
    }
    if (wanted('during an export')) for (const result of await duringExport(plan, service, headers)) tell(result);
  } finally {
    for (const server of servers) await stop(server);
  }
}

/** Throws unless the hand-written server and the service send the same body. */
async function mustAgree(servers: readonly Server[], path: string, headers: Record<string, string>): Promise<void> {
  const compared = servers.filter(({ column }) => column === 'session' || column === 'service');
  const bodies = await Promise.all(
    compared.map(async ({ url }) => Buffer.from(await (await fetch(url + path, { headers })).arrayBuffer())),
  );
  if (!bodies[0].equals(bodies[1])) throw new Error(`${path}: the hand-written server sends another body.`);
}

/** Runs every server in turn, round after round. */
async function alternating<T>(
  rounds: number,
  servers: readonly Server[],
  work: (server: Server) => Promise<T>,
): Promise<Partial<Record<Column, T[]>>> {
  const measured: Partial<Record<Column, T[]>> = {};
  for (let round = 0; round < rounds; round++)
    for (const server of servers) (measured[server.column] ??= []).push(await work(server));
  return measured;
}

function pick(measured: Partial<Record<Column, Measured[]>>, what: keyof Measured): Partial<Record<Column, number[]>> {
  return Object.fromEntries(
    Object.entries(measured).map(([column, rounds]) => [column, rounds.map((one) => one[what])]),
  );
}

/** Measures one export at a time: its duration and its peak memory. */
async function wholeExports(
  plan: Plan,
  servers: readonly Server[],
  headers: Record<string, string>,
): Promise<Result[]> {
  const measured = await alternating(Math.min(plan.rounds, 3), servers, async (server) => {
    resetPeak(server);
    const seconds = await once(server.url + csvPath, headers);
    return { seconds, peak: memory(server, 'VmHWM') };
  });
  const figures = (what: 'seconds' | 'peak') =>
    Object.fromEntries(Object.entries(measured).map(([column, rounds]) => [column, rounds.map((one) => one[what])]));
  return [
    { work: 'CSV of every contact', unit: 's', rounds: figures('seconds'), isCost: true },
    { work: 'peak memory of that CSV', unit: 'MB', rounds: figures('peak'), isCost: true },
  ];
}

/** Measures writes of the service and of the hand-written server in turn; the usual code has no writes. */
async function wholeWrites(
  { url, rounds, seconds }: Plan,
  servers: readonly Server[],
  headers: Record<'admin' | 'agent', Record<string, string>>,
  wanted: (work: string) => boolean,
): Promise<Result[]> {
  const plan = await planWrites(url);
  const results: Result[] = [];
  for (const write of plan.writes.filter(({ work }) => wanted(work))) {
    const writers = servers.filter(({ column }) => column !== 'usual' && column !== 'usualSession');
    const call = (time: number) => (server: Server) =>
      written(url, plan, write, { server, headers: headers[write.user], seconds: time });
    await alternating(1, writers, call(warmUp));
    const measured = await alternating(rounds, writers, call(seconds));
    const work = `${write.work}, ${write.connections} connections`;
    results.push({ work, unit: '/s', rounds: pick(measured, 'perSecond'), p99: pick(measured, 'p99') });
  }
  return results;
}

/** Measures the latency of short calls while another client exports everything. */
async function duringExport(
  plan: Plan,
  service: Server,
  headers: Record<'admin' | 'agent', Record<string, string>>,
): Promise<Result[]> {
  const calls = { url: `${service.url}/v1/EventType`, headers: headers.agent, connections: usualConnections };
  const rest: Measured[] = [];
  const during: Measured[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    rest.push(await load({ ...calls, seconds: plan.seconds }));
    const state = { over: false };
    const exporting = (async () => {
      while (!state.over) await once(service.url + csvPath, headers.admin);
    })();
    during.push(await load({ ...calls, seconds: plan.seconds }));
    state.over = true;
    await exporting;
  }
  const result = (work: string, of: Measured[], what: 'p50' | 'p99'): Result => ({
    work,
    unit: 'ms',
    rounds: { service: of.map((one) => one[what]) },
    isCost: true,
  });
  return [
    result("others' p50 at rest", rest, 'p50'),
    result("others' p50 during an export", during, 'p50'),
    result("others' p99 at rest", rest, 'p99'),
    result("others' p99 during an export", during, 'p99'),
  ];
}

async function startTimes(plan: Plan): Promise<Result> {
  const seconds: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const begin = performance.now();
    const service = await start('service', plan.url);
    const ready = await fetch(`${service.url}/health/ready`);
    if (!ready.ok) throw new Error(`The service is not ready: ${ready.status}`);
    seconds.push((performance.now() - begin) / 1000);
    await stop(service);
  }
  return { work: 'start to ready', unit: 's', rounds: { service: seconds }, isCost: true };
}
