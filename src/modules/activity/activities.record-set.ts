import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns, storedFields } from '../../database/schema/columns.js';
import { RecordSet, type Added } from '../../sets/record-set.js';
import { Activity } from './activity.entity.js';
import { ImportedActivities } from './imported-activities.service.js';

@Injectable()
export class ActivitiesRecordSet extends RecordSet {
  readonly name = 'activities';
  readonly record = Activity;
  override readonly fields = storedFields(Activity);
  readonly key = ['ActivityId'];
  readonly rows = sql`SELECT ${columns(Activity, 'a')} FROM activities a ORDER BY a.ActivityId`;

  constructor(private readonly activities: ImportedActivities) {
    super();
  }

  override add(activities: readonly Partial<Activity>[]): Promise<Added> {
    return this.activities.add(activities);
  }

  override save(activities: readonly Partial<Activity>[]): Promise<Upserted> {
    return this.activities.save(activities);
  }
}
