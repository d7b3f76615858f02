import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/config.js';
import { Unavailable } from '../../errors/errors.js';
import type { DatabaseAdapter } from '../driver/adapter.js';
import { createDataSource, SilentLogger } from './connect.js';
import { reasonOf } from '../driver/failure.js';
import { allMigrations, type Migration } from '../schema/migrations/index.js';
import type { Schema } from '../schema/schema.js';
import { migrate } from './migrate.js';
import { FieldCipher } from '../encryption/field-cipher.js';

type Step = () => Promise<void>;

/** Milliseconds between two connection attempts. */
const retryEvery = 1000;

/**
 * Connects the service to its database. It retries while the server does not respond, but not if the server refuses the
 * user or the database. Until the service is connected, the steps of the start that need the database wait.
 */
export class DatabaseStart {
  readonly dataSource: DataSource;
  private isDone = false;
  private readonly steps: Step[] = [];

  private constructor(
    private readonly config: Config,
    private readonly adapter: DatabaseAdapter,
    { entities }: Schema,
    migrations: Migration[],
  ) {
    this.dataSource = createDataSource(adapter, { entities: [...entities], migrations, logger: new SilentLogger() });
  }

  /** Connects, and migrates if MIGRATE_ON_START is set. If the server does not respond, finish() does both later. */
  static async begin(config: Config, adapter: DatabaseAdapter, schema: Schema): Promise<DatabaseStart> {
    const start = new DatabaseStart(config, adapter, schema, await allMigrations());
    try {
      await start.open();
      start.isDone = !config.inspects;
    } catch (error) {
      if (!start.isAway(error)) {
        // Nest closes no module of an application that fails to start.
        if (start.dataSource.isInitialized) await start.dataSource.destroy();
        throw error;
      }
    }
    return start;
  }

  /** Whether the service is connected and every step has run. */
  get done(): boolean {
    return this.isDone;
  }

  /** Runs the step now, or once the service is connected. Steps run in the order in which they were passed. */
  async whenThere(step: Step): Promise<void> {
    if (this.isDone) await step();
    else this.steps.push(step);
  }

  /**
   * Waits for the database and runs the pending steps. After `timeout` milliseconds it throws the error of the last
   * attempt. `waiting` receives the reason of the first failure, and each further reason when it changes.
   */
  async finish({
    timeout = Infinity,
    waiting,
  }: { timeout?: number; waiting?: (reason: string) => void } = {}): Promise<void> {
    const until = Date.now() + timeout;
    let lastReason: string | undefined;
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
        if (reason !== lastReason) waiting?.(reason);
        lastReason = reason;
        await sleep(retryEvery);
      }
    }
  }

  private async open(): Promise<void> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    if (this.config.migrateOnStart)
      await migrate(this.dataSource, this.adapter, new FieldCipher(this.config), this.config);
  }

  private isAway(error: unknown): boolean {
    if (this.adapter.refuses(error)) return false;
    return error instanceof Unavailable || ['lost', 'unavailable'].includes(this.adapter.classify(error).kind);
  }
}
