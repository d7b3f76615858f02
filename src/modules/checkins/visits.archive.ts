import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { DateTime } from '../../record/fields.js';
import { ArchivedSet } from '../../extras/archive/archived-set.js';
import { CheckinLeg, CheckinLine, Checkin, status } from './checkin.entity.js';
import { LineAnswer } from './questionnaires/line-answer.entity.js';

/** Archives ended visits with their lines, legs and answers. */
@Injectable()
export class VisitsArchive extends ArchivedSet {
  readonly name = 'visits';
  readonly age = { days: 31, why: 'a visit may still be called, and is reported on' };
  readonly table = Checkin;
  override readonly parts = [
    { table: CheckinLeg, column: 'CheckinId' },
    { table: CheckinLine, column: 'CheckinId' },
    { table: LineAnswer, column: 'CustomerCheckInId' },
  ];

  old(before: DateTime): Sql {
    return sql`t.SignInTime < ${before} AND t.Status > ${status.serving}`;
  }
}
