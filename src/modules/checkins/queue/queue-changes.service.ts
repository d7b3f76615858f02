import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { Guid, Int64 } from '../../../record/fields.js';
import { QueueChange } from './queue-change.entity.js';

/**
 * What tells every instance that the queue of a location changed, whichever changed
 * it: a count that costs little to look at.
 */
@Injectable()
export class QueueChanges {
  constructor(private readonly db: Db) {}

  /** To be called in the transaction that changes it. */
  note(...locationIds: readonly Guid[]): void {
    for (const id of new Set(locationIds)) this.db.beforeCommit(`queue of ${id}`, () => this.count(id));
  }

  /** By location; one whose queue never changed has none. */
  async of(locationIds: readonly Guid[]): Promise<Map<Guid, Int64>> {
    const found = await this.db.all<QueueChange>(
      sql`SELECT LocationId, Changes FROM queue_changes WHERE LocationId IN (${join(locationIds)})`,
    );
    return new Map(found.map(({ LocationId, Changes }) => [LocationId, Changes]));
  }

  private async count(LocationId: Guid): Promise<void> {
    const counted = await this.db.execute(
      sql`UPDATE queue_changes SET Changes = Changes + 1 WHERE LocationId = ${LocationId}`,
    );
    // Two that begin to count at the same time must not both come to the same number.
    if (counted === 0) await this.db.upsertAll(QueueChange, [{ LocationId, Changes: randomInt(2 ** 47) }]);
  }
}
