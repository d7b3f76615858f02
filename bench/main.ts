import autocannon from 'autocannon';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The service and a hand-written floor on the same demo database, one after the other in one run. What counts is the ratio:
 * how much of the floor's speed is left once calls are authenticated, checked, scoped, logged and exact.
 */
const { values: options } = parseArgs({
  options: {
    contacts: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  },
});

interface Running {
  process: ChildProcess;
  url: string;
}

const root = join(__dirname, '..');
const program = (name: string): string => join(root, name);

function run(arguments_: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, arguments_, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${arguments_[0]} ended with ${code}`))));
  });
}

/** Starts a server and waits for the line that tells its address. */
function start(
  arguments_: string[],
  environment: NodeJS.ProcessEnv,
  address: (line: string) => string | undefined,
): Promise<Running> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, arguments_, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    child.once('exit', (code) => reject(new Error(`${arguments_[0]} ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        const url = address(line);
        if (url !== undefined) resolve({ process: child, url });
      }
    });
  });
}

async function perSecond(url: string, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: 16,
    duration: Number(options.seconds),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers that are no success, ${errors} errors`);
  return requests.average;
}

/** Seconds for one whole answer. */
async function once(url: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(url, { headers });
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length;
  if (bytes === 0) throw new Error(`${url}: an empty answer`);
  return (performance.now() - begin) / 1000;
}

/** Highest resident memory of a process so far, MB. Linux alone tells it. */
function peak({ process: { pid } }: Running): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const running: Running[] = [];
  try {
    const databaseUrl = process.env.BENCH_DATABASE_URL ?? `sqlite:${join(folder, 'bench.sqlite')}`;
    const environment = { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', PORT: '0', HOST: '127.0.0.1' };
    await run([program('src/cli/main.js'), 'demo', '--contacts', options.contacts], environment);
    const service = await start([program('src/main.js')], environment, (line) => /"url":"([^"]+)"/.exec(line)?.[1]);
    const floor = await start([program('bench/floor.js'), databaseUrl], environment, (line) =>
      line.startsWith('{"address"') ? `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}` : undefined,
    );
    running.push(service, floor);
    const signedIn = await fetch(`${service.url}/v1/Auth/Login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserName: 'admin@demo.test', Password: 'demo agency pass phrase' }),
    });
    const { BearerToken } = (await signedIn.json()) as { BearerToken: string };
    const headers = { Authorization: `Bearer ${BearerToken}` };
    process.stdout.write(`${options.contacts} contacts, ${databaseUrl.split(':')[0]}, Node ${process.version}\n\n`);
    process.stdout.write('| read | floor | service | ratio |\n|---|---|---|---|\n');
    const path = '/v1/ActivityTracker/All.csv';
    const [low, own] = [await once(floor.url + path, {}), await once(service.url + path, headers)];
    process.stdout.write(`| ${path} | ${low.toFixed(2)} s | ${own.toFixed(2)} s | ${(low / own).toFixed(2)} |\n`);
    const memory = `Peak memory of that export: floor ${peak(floor).toFixed(0)} MB, service ${peak(service).toFixed(0)} MB`;
    for (const path of ['/v1/EventType/1', '/v1/Agent/Dropdown', '/v1/ActivityTracker/All?take=500']) {
      const [low, own] = [await perSecond(floor.url + path, {}), await perSecond(service.url + path, headers)];
      process.stdout.write(`| ${path} | ${low.toFixed(0)}/s | ${own.toFixed(0)}/s | ${(own / low).toFixed(2)} |\n`);
    }
    process.stdout.write(`\n${memory}\n`);
  } finally {
    for (const { process: child } of running) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (options.help) {
  process.stdout.write(
    'npm run bench -- [--contacts N] [--seconds N]\nBENCH_DATABASE_URL: another database than a fresh SQLite file; it must be empty.\n',
  );
} else {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}
