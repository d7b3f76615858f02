import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Db } from '../../../database/db.js';
import { InjectRows, TableRows } from '../../../database/table-rows.js';
import { Conflict, refuse } from '../../../errors/errors.js';
import { missing, type Bound, type BoundWith } from '../../../record/bind.js';
import { fieldError, repeatedItem, type FieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { newGuid } from '../../../record/values/guid.js';
import { LinesService } from '../lines.service.js';
import { LocationsService } from '../locations.service.js';
import { Station } from '../location.entity.js';

@Injectable()
export class StationSetupService {
  constructor(
    private readonly db: Db,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
    @InjectRows(Station) private readonly rows: TableRows<Station>,
  ) {}

  list(caller: Principal, options: ListOptions): ListResult<Station> {
    return this.rows.list(options, this.locations.within(caller, sql`t.LocationId`));
  }

  /** Throws NotFound, or Forbidden for a station out of scope. */
  async read(caller: Principal, id: Guid): Promise<Station> {
    const station = await this.rows.read(id);
    await this.locations.require(caller, station.LocationId);
    return station;
  }

  /** Adds a station. Throws Conflict for a StationId that is already used. */
  async add(caller: Principal, sent: Bound<Station>): Promise<Station> {
    const StationId = sent.StationId || newGuid();
    refuse(missing(Station, { ...sent, StationId }));
    refuse(await this.locations.problems(sent.LocationId));
    refuse(await this.badLines(sent.LocationId!, sent.LineIds ?? []));
    await this.locations.require(caller, sent.LocationId!);
    return this.db.insert(Station, { ...sent, StationId, LineIds: [...(sent.LineIds ?? [])] });
  }

  async change(caller: Principal, sent: BoundWith<Station, 'StationId'>): Promise<Station> {
    const { StationId } = sent;
    const before = await this.lock(caller, StationId);
    const { LocationId = before.LocationId, LineIds = before.LineIds } = sent;
    const unknownLocation = await this.locations.problems(LocationId);
    const badLines = unknownLocation.length > 0 ? [] : await this.badLines(LocationId, LineIds);
    refuse([...unknownLocation, ...badLines]);
    if (LocationId !== before.LocationId) {
      await this.locations.require(caller, LocationId);
      if (await this.isVisited(StationId)) throw visited();
    }
    return this.rows.change(StationId, { ...sent, LineIds: [...LineIds] });
  }

  /**
   * Checks the change of a station by an import. Throws Invalid if the station would serve a line that is not at its
   * location, or a line twice, and Conflict if it would move a station with visits to another location.
   */
  async mustFit(change: Partial<Station>): Promise<void> {
    const before = await this.db.lockRow(Station, { StationId: change.StationId! });
    const { LocationId = before?.LocationId, LineIds = before?.LineIds ?? [] } = change;
    if (LocationId) refuse(await this.badLines(LocationId, LineIds));
    if (before && LocationId !== before.LocationId && (await this.isVisited(before.StationId))) throw visited();
  }

  /** Removes a station. A station with visits becomes inactive and closed instead. */
  async remove(caller: Principal, StationId: Guid): Promise<Station> {
    await this.lock(caller, StationId);
    if (await this.isVisited(StationId)) return this.rows.change(StationId, { Active: false, Open: false });
    return this.rows.remove(StationId);
  }

  private async lock(caller: Principal, StationId: Guid): Promise<Station> {
    const station = await this.rows.lock(StationId);
    await this.locations.require(caller, station.LocationId);
    return station;
  }

  private async badLines(locationId: Guid, lineIds: readonly Guid[]): Promise<FieldError[]> {
    const locations = await this.lines.lock(lineIds);
    return lineIds.flatMap((id, index) => {
      const at = `LineIds[${index}]`;
      if (lineIds.indexOf(id) < index) return [repeatedItem(at)];
      return locations.get(id) === locationId ? [] : [fieldError('Unknown', at, 'must be a line of the location')];
    });
  }

  private isVisited(id: Guid): Promise<boolean> {
    return this.db.exists(sql`checkins WHERE StationId = ${id}`);
  }
}

function visited(): Conflict {
  return new Conflict('The station has visits: you cannot move it to another location.');
}
