import { Injectable } from '@nestjs/common';
import type { Upserted } from '../../database/rows/upsert.js';
import type { Added } from '../../sets/record-set.js';
import { TableSet } from '../../sets/table-set.js';
import { Activity } from './activity.entity.js';
import { ImportedActivities } from './imported-activities.service.js';

@Injectable()
export class ActivitiesRecordSet extends TableSet<Activity> {
  constructor(private readonly activities: ImportedActivities) {
    super('activities', Activity);
  }

  override add(activities: readonly Partial<Activity>[]): Promise<Added> {
    return this.activities.add(activities);
  }

  override save(activities: readonly Partial<Activity>[]): Promise<Upserted> {
    return this.activities.save(activities);
  }
}
