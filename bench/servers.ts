import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The measured servers, in the order of the table. */
export const columns = ['hand', 'session', 'usual', 'usualSession', 'service'] as const;
export type Column = (typeof columns)[number];

export const titles: Record<Column, string> = {
  hand: 'node:http + driver by hand',
  session: 'by hand + one session look-up',
  usual: 'usual Nest + TypeORM',
  usualSession: 'usual Nest + session',
  service: 'the service',
};

/** The program of each measured server. */
const programs: Record<Column, { file: string; settings: NodeJS.ProcessEnv }> = {
  hand: { file: 'bench/floor.js', settings: {} },
  session: { file: 'bench/floor.js', settings: { SESSION: '1' } },
  usual: { file: 'bench/usual.js', settings: {} },
  usualSession: { file: 'bench/usual.js', settings: { SESSION: '1' } },
  service: { file: 'src/main.js', settings: {} },
};

/** A started server. */
export interface Running {
  readonly process: ChildProcess;
  readonly url: string;
}

export interface Server extends Running {
  readonly column: Column;
}

/** A built checkout, and the Node that runs it. */
export interface Program {
  readonly node: string;
  readonly options: readonly string[];
  /** The folder of the built files. */
  readonly built: string;
}

export const built = (file: string): string => join(__dirname, '..', file);

/** Settings of every process of the bench, without request budgets. */
export const settings: NodeJS.ProcessEnv = {
  ...process.env,
  JWT_SECRET: 'the bench signs its tokens with this text',
  FIELD_KEY: '00112233445566778899aabbccddeeff'.repeat(2),
  REQUESTS_PER_USER: '10000000',
  REQUESTS_PER_ADDRESS: '10000000',
  LOG_LEVEL: 'info',
  PORT: '0',
  HOST: '127.0.0.1',
};

const thisProgram: Program = { node: process.execPath, options: [], built: built('') };

/** Runs a program and waits until it exits. */
export function run(file: string, more: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return runProgram(thisProgram, file, more, environment);
}

export function runProgram(
  { node, built: folder }: Program,
  file: string,
  more: string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [join(folder, file), ...more], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${file} ended with ${code}`))));
  });
}

export async function start(column: Column, databaseUrl: string): Promise<Server> {
  const { file, settings: own } = programs[column];
  return { column, ...(await launch(thisProgram, file, { ...settings, ...own, DATABASE_URL: databaseUrl })) };
}

/** Starts a server and waits for the line with its address. Later log lines are discarded. */
export function launch(program: Program, file: string, environment: NodeJS.ProcessEnv): Promise<Running> {
  const args = [...program.options, join(program.built, file)];
  return new Promise((resolve, reject) => {
    const child = spawn(program.node, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /"url":"([^"]+)"/.exec(chunk.toString())?.[1];
      if (url !== undefined) resolve({ process: child, url });
    });
  });
}

export async function stop({ process: child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Resident memory of a process in MB: now, or the peak since the last reset. Linux only. */
export function memory({ process: { pid } }: Server, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

export function resetPeak({ process: { pid } }: Server): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
