import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { columns, columnsOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Conflict, NotFound, refuse } from '../../../errors/errors.js';
import { missing, type Bound, type BoundWith } from '../../../record/bind.js';
import { fieldError, repeatedItem, type FieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { newGuid } from '../../../record/values/guid.js';
import { LinesService } from '../lines.service.js';
import { LocationsService } from '../locations.service.js';
import { Station } from '../station.entity.js';

/** The stations that there are. */
@Injectable()
export class StationSetup {
  constructor(
    private readonly db: Db,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
  ) {}

  list(caller: Principal, options: ListOptions): ListResult<Station> {
    return this.db.list(
      Station,
      {
        columns: columnsOf(Station, 's'),
        from: sql`stations s`,
        where: this.locations.within(caller, sql`s.LocationId`),
        order: [sql`s.LocationId`, sql`s.Name`, sql`s.StationId`],
        key: [sql`s.StationId`],
      },
      options,
    );
  }

  /** Throws NotFound, or Forbidden for one out of scope. */
  async read(caller: Principal, id: Guid): Promise<Station> {
    const found = await this.db.one<Omit<Station, 'LineIds'> & { LineIds: string }>(
      sql`SELECT ${columns(Station, 's')} FROM stations s WHERE s.StationId = ${id}`,
    );
    if (!found) throw unknown();
    await this.locations.require(caller, found.LocationId);
    return { ...found, LineIds: JSON.parse(found.LineIds) as Guid[] };
  }

  /** Throws Conflict for a StationId that is taken. */
  async add(caller: Principal, sent: Bound<Station>): Promise<Station> {
    const StationId = sent.StationId || newGuid();
    const unknownLocation = await this.locations.problems(sent.LocationId);
    const badLines = unknownLocation.length > 0 ? [] : await this.badLines(sent.LocationId!, sent.LineIds ?? []);
    refuse([...missing(Station, { ...sent, StationId }), ...unknownLocation, ...badLines]);
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
      if (await this.isVisited(StationId)) throw new Conflict('A station that has visits stays at its location.');
    }
    return (await this.db.update(Station, { StationId }, { ...sent, LineIds: [...LineIds] }))!;
  }

  /** One that has visits becomes inactive instead, and is no longer open. */
  async remove(caller: Principal, StationId: Guid): Promise<Station> {
    await this.lock(caller, StationId);
    if (await this.isVisited(StationId))
      return (await this.db.update(Station, { StationId }, { Active: false, Open: false }))!;
    return (await this.db.remove(Station, { StationId }))!;
  }

  private async lock(caller: Principal, StationId: Guid): Promise<Station> {
    const station = await this.db.lockRow(Station, { StationId });
    if (!station) throw unknown();
    await this.locations.require(caller, station.LocationId);
    return station;
  }

  private async badLines(locationId: Guid, lineIds: readonly Guid[]): Promise<FieldError[]> {
    const known = await this.lines.at(locationId, lineIds);
    return lineIds.flatMap((id, index) => {
      const at = `LineIds[${index}]`;
      if (lineIds.indexOf(id) < index) return [repeatedItem(at)];
      return known.has(id) ? [] : [fieldError('Unknown', at, 'must be a line of the location')];
    });
  }

  private async isVisited(id: Guid): Promise<boolean> {
    return (await this.db.one(sql`SELECT 1 AS One FROM checkins WHERE StationId = ${id} LIMIT 1`)) !== undefined;
  }
}

function unknown(): NotFound {
  return new NotFound('There is no such station.');
}
