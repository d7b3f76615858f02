import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import type { FieldError } from '../../record/field-error.js';
import { TableSet } from '../../sets/table-set.js';
import { weeklyErrors } from './hours.js';
import { Location } from './location.entity.js';

/** Imports locations. Like a PUT, an import rejects opening hours that overlap or are no quarter-hours. */
@Injectable()
export class LocationsRecordSet extends TableSet<Location> {
  constructor(private readonly db: Db) {
    super('locations', Location);
  }

  override problems({ OpeningHours }: Partial<Location>): FieldError[] {
    return weeklyErrors(OpeningHours ?? [], 'OpeningHours');
  }

  override save(locations: readonly Partial<Location>[]): Promise<Upserted> {
    return this.db.upsertAll(Location, locations, { audited: true });
  }
}
