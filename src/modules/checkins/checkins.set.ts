import sql from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import type { Db } from '../../database/db.js';
import { defineSet } from '../../sets/record-set.js';
import { Conflict, Invalid } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { DateTime, type Guid } from '../../record/fields.js';
import { CheckinLine } from './checkin-line.entity.js';
import { Checkin } from './checkin.entity.js';
import { CustomerCheckinObject } from './checkins.records.js';
import { isOpen, status } from './status.rules.js';

/**
 * The only place that writes visits: what follows from a visit (the key that an open one holds, the lines to find it by)
 * always agrees with it.
 */
export async function insertCheckin(db: Db, visit: Partial<Checkin>): Promise<Checkin> {
  return (await insertCheckins(db, [visit]))[0];
}

async function insertCheckins(db: Db, visits: readonly Partial<Checkin>[]): Promise<Checkin[]> {
  const keyed = visits.map((visit) => ({ ...visit, OpenKey: openKey(visit) }));
  const inserted = await oneOpen(() => db.insertAll(Checkin, keyed));
  await linkLines(db, inserted);
  return inserted;
}

/** before: the visit, locked. */
export async function updateCheckin(db: Db, before: Checkin, changes: Partial<Checkin>): Promise<Checkin> {
  const OpenKey = openKey({ ...before, ...changes });
  const after = (await oneOpen(() => db.update(Checkin, { Id: before.Id }, { ...changes, OpenKey })))!;
  if (JSON.stringify(after.LineIds) !== JSON.stringify(before.LineIds)) {
    await db.execute(sql`DELETE FROM checkin_lines WHERE CheckinId = ${after.Id}`);
    await linkLines(db, [after]);
  }
  return after;
}

/** The visit, locked until the end of the transaction. */
export function lockCheckin(db: Db, id: Guid | null): Promise<Checkin | undefined> {
  return db.update(Checkin, { Id: id ?? '' }, {});
}

function openKey({ Status = 0, LocationId, CustomerId }: Partial<Checkin>): string | null {
  return isOpen(Status) ? `${LocationId}${CustomerId}` : null;
}

async function linkLines(db: Db, visits: readonly Checkin[]): Promise<void> {
  await db.insertAll(
    CheckinLine,
    visits.flatMap(({ Id, LineIds }) => LineIds.map((LineId) => ({ CheckinId: Id, LineId }))),
  );
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

/** A visit in a file, which may leave out what follows from the rest. */
class CheckinRow extends CustomerCheckinObject {
  @DateTime({ required: true, suffix: '+00:00' }) override SignInTime!: DateTime;
  @DateTime({ description: 'When Status became 2.' }) ServingTime!: DateTime | null;
}

/** What a row says of a visit, unset cells of needed fields left out. Throws Invalid where Status and Completed contradict. */
function readRow({
  LineId,
  LineIds,
  AdjustedSignInTime,
  Status,
  Completed,
  ...row
}: Partial<Checkin>): Partial<Checkin> {
  const stated = Status ?? (Completed ? status.completed : undefined);
  const completed = stated === undefined ? Completed : stated === status.completed;
  if (Completed !== undefined && Completed !== completed)
    throw new Invalid([fieldError('Mismatch', 'Completed', 'must be true exactly where Status is 3')]);
  return {
    ...row,
    ...{ LineId: LineId || undefined, LineIds: LineIds?.length ? LineIds : undefined },
    ...{ AdjustedSignInTime: AdjustedSignInTime || undefined, Status: stated, Completed: completed },
  };
}

/** A new visit with the defaults of one that is checked in. Throws Invalid without a line. */
function complete(visit: Partial<Checkin>): Partial<Checkin> {
  const LineIds = visit.LineIds ?? (visit.LineId ? [visit.LineId] : []);
  const LineId = visit.LineId ?? LineIds.at(0);
  if (!LineId) throw new Invalid([fieldError('NotEmpty', 'LineId', 'or LineIds is required')]);
  return { ...visit, LineId, LineIds, AdjustedSignInTime: visit.AdjustedSignInTime ?? visit.SignInTime };
}

defineSet({
  name: 'checkins',
  record: CheckinRow,
  key: ['Id'],
  rows: sql`SELECT ${columns(Checkin, 'c')} FROM checkins c ORDER BY c.Id`,
  async save(db, records) {
    const added: Partial<Checkin>[] = [];
    for (const record of records as readonly Partial<Checkin>[]) {
      const visit = readRow(record);
      const stored = await lockCheckin(db, visit.Id ?? null);
      if (stored) await updateCheckin(db, stored, visit);
      else added.push(complete(visit));
    }
    await insertCheckins(db, added);
  },
});
