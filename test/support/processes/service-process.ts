import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { built } from './built.js';

interface ServiceProcess {
  child: ChildProcess;
  url: string;
  /** The text on stderr so far. */
  said: () => string;
  /** The complete lines of its log so far. */
  log: () => LogLine[];
}

interface LogLine {
  msg: string;
  worker?: number;
  pid?: number;
}

/** Starts the built service as a process. settings: environment variables; stdout: the target of its log. */
export function spawnService(settings: Record<string, string>, stdout: 'pipe' | number = 'pipe'): ChildProcess {
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...settings };
  return spawn(process.execPath, [join(built(), 'src', 'main.js')], { env, stdio: ['ignore', stdout, 'pipe'] });
}

/** Starts the built service as a process and waits until it listens. settings: environment variables. */
export async function startProcess(settings: Record<string, string>): Promise<ServiceProcess> {
  const child = spawnService(settings);
  let [said, log] = ['', ''];
  let address: RegExpExecArray | null = null;
  const url = await new Promise<string>((resolve, reject) => {
    // Use "close" instead of "exit", because "close" comes after all output.
    child.once('close', (code, signal) =>
      reject(new Error(`the service ended with ${code ?? signal}: ${said || log}`)),
    );
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      address ??= /"url":"([^"]+)"/.exec(log);
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
