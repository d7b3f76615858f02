import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { built } from './built.js';

interface ServiceProcess {
  child: ChildProcess;
  url: string;
  /** What it has said on stderr so far. */
  said: () => string;
  /** The lines of its log so far, those that are whole. */
  log: () => LogLine[];
}

interface LogLine {
  msg: string;
  worker?: number;
  pid?: number;
}

/** The built service as a process of its own. settings: environment variables; stdout: where its log goes. */
export function spawnService(settings: Record<string, string>, stdout: 'pipe' | number = 'pipe'): ChildProcess {
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...settings };
  return spawn(process.execPath, [join(built(), 'src', 'main.js')], { env, stdio: ['ignore', stdout, 'pipe'] });
}

/** The built service as a process of its own, once it listens. settings: environment variables. */
export async function startProcess(settings: Record<string, string>): Promise<ServiceProcess> {
  const child = spawnService(settings);
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
    child.stdout!.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const address = /"url":"([^"]+)"/.exec(chunk.toString());
      if (address) resolve(address[1]);
    });
  });
  const lines = (): LogLine[] =>
    log
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogLine);
  return { child, url, said: () => said, log: lines };
}
