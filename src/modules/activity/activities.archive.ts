import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { DateTime } from '../../record/fields.js';
import { ArchivedSet } from '../../extras/archive/archived-set.js';
import { Activity } from './activity.entity.js';

/** Archives old activities. LastContact of their contacts remains unchanged. */
@Injectable()
export class ActivitiesArchive extends ArchivedSet {
  readonly name = 'activities';
  readonly age = { days: 400, why: 'queries read the activities of up to 366 days' };
  readonly table = Activity;

  old(before: DateTime): Sql {
    return sql`t.StartDate < ${before}
      AND NOT EXISTS (SELECT 1 FROM due_activities d WHERE d.ActivityId = t.ActivityId)`;
  }
}
