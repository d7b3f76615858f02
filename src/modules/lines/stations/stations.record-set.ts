import { Injectable } from '@nestjs/common';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { TableSet } from '../../../sets/table-set.js';
import { Station } from '../location.entity.js';
import { StationSetupService } from './station-setup.service.js';

/** Imports stations. Like a PUT, an import accepts only lines at the location of the station. */
@Injectable()
export class StationsRecordSet extends TableSet<Station> {
  constructor(
    private readonly db: Db,
    private readonly stations: StationSetupService,
  ) {
    super('stations', Station);
  }

  override async save(stations: readonly Partial<Station>[]): Promise<Upserted> {
    for (const station of stations) await this.stations.mustFit(station);
    return this.db.upsertAll(Station, stations, { audited: true });
  }
}
