import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, NotFound } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { CheckinLine } from './checkin-line.entity.js';
import { Checkin } from './checkin.entity.js';
import { QueueChanges } from './queue/queue-changes.service.js';
import { isOpen, status } from './status.rules.js';

/**
 * The only place that writes visits: what follows from a visit (the key that an open one holds, the lines to find it
 * by) always agrees with it. Throws Conflict for a second open visit of a customer at a location.
 */
@Injectable()
export class CheckinsStore {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly queues: QueueChanges,
  ) {}

  async insert(visit: Partial<Checkin>): Promise<Checkin> {
    return this.oneOpen(visit, async () => (await this.insertAll([visit]))[0]);
  }

  /** Their Ids, which are stated, are new: the transaction has looked. */
  async insertAll(visits: readonly Partial<Checkin>[]): Promise<Checkin[]> {
    const keyed = visits.map((visit) => ({ ...visit, ...this.queueOf(visit) }));
    const inserted = await this.db.insertMissing(Checkin, keyed);
    await this.linkLines(inserted);
    this.queues.note(...inserted.map(({ LocationId }) => LocationId));
    return inserted;
  }

  /** before: the visit, locked. */
  async update(before: Checkin, changes: Partial<Checkin>): Promise<Checkin> {
    const sent = Object.fromEntries(Object.entries(changes as object).filter(([, value]) => value !== undefined));
    const visit = { ...before, ...sent };
    const after = await this.oneOpen(visit, () =>
      this.db.update(Checkin, { Id: before.Id }, { ...changes, ...this.queueOf(visit) }),
    );
    this.queues.note(before.LocationId, after!.LocationId);
    if (JSON.stringify(after!.LineIds) !== JSON.stringify(before.LineIds)) {
      await this.db.execute(sql`DELETE FROM checkin_lines WHERE CheckinId = ${before.Id}`);
      await this.linkLines([after!]);
    }
    return after!;
  }

  /** The visit, locked until the end of the transaction. */
  lock(id: Guid | null): Promise<Checkin | undefined> {
    return this.db.lockRow(Checkin, { Id: id ?? '' });
  }

  /** As `lock`, of a visit that must be there. Throws NotFound. */
  async require(id: Guid): Promise<Checkin> {
    const visit = await this.lock(id);
    if (!visit) throw unknownVisit();
    return visit;
  }

  private async linkLines(visits: readonly Checkin[]): Promise<void> {
    await this.db.insertAll(
      CheckinLine,
      visits.flatMap(({ Id, LineIds }) => LineIds.map((LineId) => ({ CheckinId: Id, LineId }))),
    );
  }

  /** Says in the caller's words that the customer has an open visit, and which. */
  private async oneOpen<T>(visit: Partial<Checkin>, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isTaken(error)) throw error;
      const { OpenKey, BusinessDay } = this.queueOf(visit);
      const open = await this.db.one<{ Id: Guid }>(
        sql`SELECT Id FROM checkins WHERE OpenKey = ${OpenKey} AND BusinessDay = ${BusinessDay}`,
      );
      throw new Conflict('The customer has an open visit at this location.', {
        cause: error,
        meta: open && { CheckInId: open.Id },
      });
    }
  }

  /** What keeps a second open visit of the customer out of the day's queue. */
  private queueOf({ Status = status.waiting, LocationId, CustomerId, SignInTime }: Partial<Checkin>) {
    return {
      OpenKey: isOpen(Status) ? `${LocationId}${CustomerId}` : null,
      BusinessDay: SignInTime === undefined ? null : this.clock.dayOf(SignInTime),
    };
  }
}

export function unknownVisit(): NotFound {
  return new NotFound('There is no such visit.');
}

function isTaken(error: unknown): boolean {
  return error instanceof Conflict && error.errors.some(({ FieldName }) => FieldName === 'OpenKey');
}
