import { Injectable } from '@nestjs/common';
import { DatabaseStart } from '../../database/connection/database-start.js';
import { Db } from '../../database/db.js';
import { Migrator } from '../../database/schema/migrator.js';
import { Unavailable } from '../../errors/errors.js';

/** Whether this instance should be sent calls. */
@Injectable()
export class Health {
  /** Set from the stop signal on: the instance finishes what it has and wants nothing new. */
  stopping = false;

  constructor(
    private readonly start: DatabaseStart,
    private readonly db: Db,
    private readonly migrator: Migrator,
  ) {}

  /**
   * Throws Unavailable while the instance stops, the database does not answer, or its schema is older than the service.
   */
  async ready(): Promise<{ status: 'ready'; database: 'up'; pendingMigrations: 0 }> {
    if (this.stopping) throw new Unavailable('This instance is stopping.');
    this.mustBeThere();
    await this.db.ping();
    const pending = await this.migrator.pending();
    if (pending.length > 0) throw new Unavailable('Migrations are pending: run agency migrate.');
    return { status: 'ready', database: 'up', pendingMigrations: 0 };
  }

  /** Throws Unavailable as long as the database has not been there since the start. */
  mustBeThere(): void {
    if (!this.start.done) throw new Unavailable('The database is not there yet.', { retryAfter: 2 });
  }
}
