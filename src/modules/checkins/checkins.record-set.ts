import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { Invalid, refuse } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { RecordSet } from '../../sets/record-set.js';
import { Checkin, status } from './checkin.entity.js';
import { TimedVisit } from './checkins.records.js';
import { CheckinsStore } from './checkins.store.js';
import { contradiction } from './visit.rules.js';

@Injectable()
export class CheckinsRecordSet extends RecordSet {
  readonly name = 'checkins';
  readonly record = TimedVisit;
  readonly key = ['Id'];
  readonly rows = sql`SELECT ${columns(Checkin, 'c')} FROM checkins c ORDER BY c.Id`;

  constructor(private readonly store: CheckinsStore) {
    super();
  }

  override async save(records: readonly Partial<Checkin>[]): Promise<Upserted> {
    const added: Partial<Checkin>[] = [];
    let updated = 0;
    for (const record of records) {
      const visit = readRow(record);
      const stored = await this.store.lock(visit.Id ?? null);
      if (!stored) added.push(complete(visit));
      else if (JSON.stringify(await this.store.update(stored, visit)) !== JSON.stringify(stored)) updated++;
    }
    await this.store.insertAll(added);
    return { inserted: added.length, updated };
  }
}

/**
 * The fields of a row; unset required ones are undefined. Throws Invalid if Status and Completed contradict each other.
 */
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
  refuse(contradiction({ Status: stated, Completed }));
  return {
    ...row,
    ...{ LineId: LineId || undefined, LineIds: LineIds?.length ? LineIds : undefined },
    ...{ AdjustedSignInTime: AdjustedSignInTime || undefined, Status: stated, Completed: completed },
  };
}

/** Completes a new visit with the defaults of a check-in. Throws Invalid for a visit without a line. */
function complete(visit: Partial<Checkin>): Partial<Checkin> {
  const LineIds = visit.LineIds ?? (visit.LineId ? [visit.LineId] : []);
  const LineId = visit.LineId ?? LineIds.at(0);
  if (!LineId) throw new Invalid([fieldError('NotEmpty', 'LineId', 'or LineIds is required')]);
  return { ...visit, LineId, LineIds, AdjustedSignInTime: visit.AdjustedSignInTime ?? visit.SignInTime };
}
