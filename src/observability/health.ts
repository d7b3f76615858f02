import { Injectable } from '@nestjs/common';
import { DatabaseStart } from '../database/start/database-start.js';
import { DatabaseUpkeep } from '../database/database-upkeep.js';
import { newer } from '../database/start/fit.js';
import { Migrator } from '../database/start/migrator.js';
import { Unavailable } from '../errors/errors.js';

interface Ready {
  status: 'ready';
  database: 'up';
  pendingMigrations: 0;
}

/** The last response of the database. It is reused until performance.now() reaches `until`. */
interface DatabaseAnswer {
  readonly result: Promise<Ready>;
  until: number;
}

/** Milliseconds for which a response of the database is reused. */
const memory = 1000;

/** Milliseconds after which the rights of the database user are checked again, once they are complete. */
const rightsMemory = 60_000;

@Injectable()
export class Health {
  /** Set by the stop signal: the instance completes open calls and should receive no new ones. */
  stopping = false;
  private answer?: DatabaseAnswer;
  /** Whether the last check of the rights found some missing. */
  private lacksRights = false;
  private isCheckingRights = false;
  /** The rights need no check until performance.now() reaches this. */
  private rightsUntil = 0;

  constructor(
    private readonly start: DatabaseStart,
    private readonly upkeep: DatabaseUpkeep,
    private readonly migrator: Migrator,
  ) {}

  /**
   * Throws Unavailable while the instance stops, the database does not respond or is read-only, its schema is older or
   * newer than the service, or rights are missing. Queries the database at most once a second.
   */
  async ready(): Promise<Ready> {
    if (this.stopping) throw new Unavailable('This instance is stopping.');
    this.requireStart();
    if (!this.answer || performance.now() >= this.answer.until) this.answer = this.check();
    return this.answer.result;
  }

  /** Throws Unavailable until the service has connected to the database for the first time. */
  requireStart(): void {
    if (!this.start.done)
      throw new Unavailable('The service has not connected to the database yet.', { retryAfter: 2 });
  }

  /**
   * Throws Unavailable if the user of DATABASE_URL lacks rights, as it may after an upgrade or a restore. Does not wait
   * for a check, because its statements wait while another connection locks a table.
   */
  private requireRights(): void {
    if (!this.isCheckingRights && performance.now() >= this.rightsUntil) void this.checkRights();
    if (this.lacksRights)
      throw new Unavailable('The database user lacks rights: `agency doctor` prints the statements that grant them.');
  }

  private async checkRights(): Promise<void> {
    this.isCheckingRights = true;
    try {
      this.lacksRights = (await this.migrator.missingGrants()).length > 0;
      if (!this.lacksRights) this.rightsUntil = performance.now() + rightsMemory;
    } catch {
      // The other checks tell a failure of the database. The next one checks the rights again.
    } finally {
      this.isCheckingRights = false;
    }
  }

  private check(): DatabaseAnswer {
    const answer = { result: this.checkDatabase(), until: Infinity };
    const keep = (): void => void (answer.until = performance.now() + memory);
    answer.result.then(keep, keep);
    return answer;
  }

  private async checkDatabase(): Promise<Ready> {
    await this.upkeep.ping();
    await this.upkeep.mustTakeWrites();
    const { pending, unknown } = await this.migrator.migrations();
    if (unknown.length > 0) throw new Unavailable(`${newer(unknown)}.`);
    if (pending.length > 0) throw new Unavailable('Migrations are pending: run agency migrate.');
    this.requireRights();
    return { status: 'ready', database: 'up', pendingMigrations: 0 };
  }
}
