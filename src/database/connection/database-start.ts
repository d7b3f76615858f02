import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/config.js';
import { Unavailable } from '../../errors/errors.js';
import type { DatabaseAdapter } from '../adapter.js';
import { createDataSource } from './connect.js';
import { reasonOf } from '../failure.js';
import { migrate } from '../schema/migrate.js';
import { FieldCipher } from '../sealed/field-cipher.js';
import { SilentLogger } from './silent.logger.js';

type Step = () => Promise<void>;

/** Milliseconds between two attempts at a server that is not there. */
const retryEvery = 1000;

/**
 * The start of the service's work with its database. A server that is not there is waited for: until it comes, nothing
 * is read or written, and what has to be done first is kept.
 */
export class DatabaseStart {
  readonly dataSource: DataSource;
  private isDone = false;
  private readonly steps: Step[] = [];

  private constructor(
    private readonly config: Config,
    private readonly adapter: DatabaseAdapter,
  ) {
    this.dataSource = createDataSource(adapter, new SilentLogger());
  }

  /**
   * Connects, and brings the schema up to date where the settings say so; without a server that is left to finish().
   */
  static async begin(config: Config, adapter: DatabaseAdapter): Promise<DatabaseStart> {
    const start = new DatabaseStart(config, adapter);
    try {
      await start.open();
      start.isDone = true;
    } catch (error) {
      if (!start.isAway(error)) throw error;
    }
    return start;
  }

  /** Whether the database is there and every step is done: calls may be served. */
  get done(): boolean {
    return this.isDone;
  }

  /** Runs the step now, or once the database is there, in the order of the calls. */
  async whenThere(step: Step): Promise<void> {
    if (this.isDone) await step();
    else this.steps.push(step);
  }

  /**
   * Waits for the database and does what was kept for then. timeout: milliseconds, after which it fails with the last
   * attempt's error; waiting: told why, at first and whenever the reason changes.
   */
  async finish({
    timeout = Infinity,
    waiting,
  }: { timeout?: number; waiting?: (reason: string) => void } = {}): Promise<void> {
    const until = Date.now() + timeout;
    let told: string | undefined;
    while (!this.isDone) {
      try {
        await this.open();
        for (let step = this.steps.at(0); step; step = this.steps.at(0)) {
          await step();
          this.steps.shift();
        }
        this.isDone = true;
      } catch (error) {
        if (!this.isAway(error) || Date.now() >= until) throw error;
        const reason = reasonOf(error);
        if (reason !== told) waiting?.(reason);
        told = reason;
        await sleep(retryEvery);
      }
    }
  }

  private async open(): Promise<void> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    if (this.config.migrateOnStart) await migrate(this.dataSource, this.adapter, new FieldCipher(this.config));
  }

  private isAway(error: unknown): boolean {
    return error instanceof Unavailable || ['lost', 'unavailable'].includes(this.adapter.classify(error).kind);
  }
}
