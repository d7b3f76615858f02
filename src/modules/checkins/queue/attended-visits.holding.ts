import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { Holding, type HandOver, type Party } from '../../agents/hand-over/holding.js';
import type { Checkin } from '../checkin.entity.js';
import { CheckinsStore } from '../checkins.store.js';

/**
 * Open visits that the leaving agent attends, because their EmployeeId is its UserId. After a hand-over, EmployeeId is
 * the UserId of the receiver, or unset if the receiver has no user.
 */
@Injectable()
export class AttendedVisits extends Holding {
  readonly kind = 'Visits';

  constructor(
    db: Db,
    private readonly store: CheckinsStore,
  ) {
    super(db);
  }

  of({ UserId }: Party): Sql {
    return sql`checkins c WHERE c.EmployeeId = ${UserId} AND c.Status IN (0, 1, 2)`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const open = await this.db.lock<Pick<Checkin, 'Id'>>(
      sql`SELECT c.Id AS Id FROM ${this.of(from)} ORDER BY c.Id LIMIT ${most}`,
    );
    for (const { Id } of open) await this.store.update(await this.store.require(Id), { EmployeeId: to.UserId });
    return open.length;
  }
}
