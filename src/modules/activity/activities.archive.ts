import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { DateTime } from '../../record/fields.js';
import { ArchivedSet } from '../../sets/archive/archived-set.js';
import { Activity } from './activity.entity.js';

/** Activities whose time is long past, and whose contacts know of them (LastContact). */
@Injectable()
export class ActivitiesArchive extends ArchivedSet {
  readonly name = 'activities';
  readonly age = { days: 400, why: 'contacts are looked up by the activities of up to 366 days' };
  readonly table = Activity;

  old(before: DateTime): Sql {
    return sql`t.StartDate < ${before}
      AND NOT EXISTS (SELECT 1 FROM appointments p WHERE p.ActivityId = t.ActivityId)`;
  }
}
