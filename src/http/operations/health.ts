import { Injectable } from '@nestjs/common';
import { DatabaseStart } from '../../database/connection/database-start.js';
import { Db } from '../../database/db.js';
import { newer } from '../../database/schema/fit.js';
import { Migrator } from '../../database/schema/migrator.js';
import { Unavailable } from '../../errors/errors.js';

interface Ready {
  status: 'ready';
  database: 'up';
  pendingMigrations: 0;
}

/** What the database answered, and until when that counts. */
interface Asked {
  readonly result: Promise<Ready>;
  until: number;
}

/** Milliseconds. */
const memory = 1000;

/** Whether this instance should be sent calls. */
@Injectable()
export class Health {
  /** Set from the stop signal on: the instance finishes what it has and wants nothing new. */
  stopping = false;
  private asked?: Asked;

  constructor(
    private readonly start: DatabaseStart,
    private readonly db: Db,
    private readonly migrator: Migrator,
  ) {}

  /**
   * Throws Unavailable while the instance stops, the database does not answer or takes no changes, or its schema is
   * older or newer than the service. The database is asked once a second at the most, however many ask here.
   */
  async ready(): Promise<Ready> {
    if (this.stopping) throw new Unavailable('This instance is stopping.');
    this.mustBeThere();
    if (!this.asked || performance.now() >= this.asked.until) this.asked = this.ask();
    return this.asked.result;
  }

  /** Throws Unavailable as long as the database has not been there since the start. */
  mustBeThere(): void {
    if (!this.start.done) throw new Unavailable('The database is not there yet.', { retryAfter: 2 });
  }

  private ask(): Asked {
    const asked = { result: this.askDatabase(), until: Infinity };
    const keep = (): void => void (asked.until = performance.now() + memory);
    asked.result.then(keep, keep);
    return asked;
  }

  private async askDatabase(): Promise<Ready> {
    await this.db.ping();
    await this.db.mustTakeWrites();
    const { pending, unknown } = await this.migrator.migrations();
    if (unknown.length > 0) throw new Unavailable(`${newer(unknown)}.`);
    if (pending.length > 0) throw new Unavailable('Migrations are pending: run agency migrate.');
    return { status: 'ready', database: 'up', pendingMigrations: 0 };
  }
}
