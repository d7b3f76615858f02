import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { CheckinLine } from './checkin-line.entity.js';
import { Checkin } from './checkin.entity.js';
import { isOpen } from './status.rules.js';

/**
 * The only place that writes visits: what follows from a visit (the key that an open one holds, the lines to find it by)
 * always agrees with it. Throws Conflict for a second open visit of a customer at a location.
 */
@Injectable()
export class CheckinsStore {
  constructor(private readonly db: Db) {}

  async insert(visit: Partial<Checkin>): Promise<Checkin> {
    return (await this.insertAll([visit]))[0];
  }

  async insertAll(visits: readonly Partial<Checkin>[]): Promise<Checkin[]> {
    const keyed = visits.map((visit) => ({ ...visit, OpenKey: openKey(visit) }));
    const inserted = await oneOpen(() => this.db.insertAll(Checkin, keyed));
    await this.linkLines(inserted);
    return inserted;
  }

  /** before: the visit, locked. */
  async update(before: Checkin, changes: Partial<Checkin>): Promise<Checkin> {
    const OpenKey = openKey({ ...before, ...changes });
    const after = (await oneOpen(() => this.db.update(Checkin, { Id: before.Id }, { ...changes, OpenKey })))!;
    if (JSON.stringify(after.LineIds) !== JSON.stringify(before.LineIds)) {
      await this.db.execute(sql`DELETE FROM checkin_lines WHERE CheckinId = ${after.Id}`);
      await this.linkLines([after]);
    }
    return after;
  }

  /** The visit, locked until the end of the transaction. */
  lock(id: Guid | null): Promise<Checkin | undefined> {
    return this.db.lockRow(Checkin, { Id: id ?? '' });
  }

  private async linkLines(visits: readonly Checkin[]): Promise<void> {
    await this.db.insertAll(
      CheckinLine,
      visits.flatMap(({ Id, LineIds }) => LineIds.map((LineId) => ({ CheckinId: Id, LineId }))),
    );
  }
}

function openKey({ Status = 0, LocationId, CustomerId }: Partial<Checkin>): string | null {
  return isOpen(Status) ? `${LocationId}${CustomerId}` : null;
}

/** Says in the caller's words that the key of an open visit is taken. */
async function oneOpen<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Conflict && error.errors.some(({ FieldName }) => FieldName === 'OpenKey'))
      throw new Conflict('The customer has an open visit at this location.', { cause: error });
    throw error;
  }
}
