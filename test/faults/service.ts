import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startProcess, type LogLine } from '../support/service-process.js';
import { ledgerSettings } from './ledger.js';
import { freePort } from './mariadb-server.js';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** The built service as a process on one port, to be killed and started again. */
export class Service {
  private process?: Awaited<ReturnType<typeof startProcess>>;

  private constructor(private readonly settings: Record<string, string>) {}

  /** settings: environment variables, the DATABASE_URL among them. */
  static async started(settings: Record<string, string>): Promise<Service> {
    const service = new Service({ ...ledgerSettings, ...settings, PORT: String(await freePort()) });
    await service.start();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.settings.PORT}`;
  }

  /** The lines of its log. */
  log(): LogLine[] {
    return this.process?.log() ?? [];
  }

  /** What it has said to people. */
  said(): string {
    return this.process?.said() ?? '';
  }

  async start(): Promise<void> {
    this.process = await startProcess(this.settings);
    const { child } = this.process;
    running.add(child);
    child.once('exit', () => running.delete(child));
  }

  /** How it ended: exit code and signal. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<[number | null, string | null]> {
    const { child } = this.process!;
    if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    child.kill(signal);
    return ended;
  }
}
