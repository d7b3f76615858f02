import { once } from 'node:events';
import { startProcess } from '../support/processes/service-process.js';
import { ledgerSettings } from './ledger.js';
import { freePort } from './mariadb-server.js';
import { endWithSuite } from './servers.js';

/** The built service as a process on a fixed port, which tests kill and start again. */
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

  get pid(): number {
    return this.process!.child.pid!;
  }

  log(): string {
    return this.process!.log()
      .map((line) => JSON.stringify(line))
      .join('\n');
  }

  async start(): Promise<void> {
    this.process = await startProcess(this.settings);
    endWithSuite(this.process.child);
  }

  /** Sends the signal, and returns the exit code and the signal that ended the process. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<[number | null, string | null]> {
    const { child } = this.process!;
    if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    child.kill(signal);
    return ended;
  }
}
