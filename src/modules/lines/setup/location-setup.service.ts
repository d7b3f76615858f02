import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { columns, columnsOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Conflict, NotFound, refuse } from '../../../errors/errors.js';
import { missing, type Bound, type BoundWith } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { newGuid } from '../../../record/values/guid.js';
import { Location } from '../location.entity.js';
import { LocationsService } from '../locations.service.js';

/** The locations that there are. */
@Injectable()
export class LocationSetup {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
  ) {}

  list(caller: Principal, options: ListOptions): ListResult<Location> {
    return this.db.list(
      Location,
      {
        columns: columnsOf(Location, 'o'),
        from: sql`locations o`,
        where: this.locations.within(caller, sql`o.LocationId`),
        order: [sql`o.Name`, sql`o.LocationId`],
        key: [sql`o.LocationId`],
      },
      options,
    );
  }

  /** Throws NotFound, or Forbidden for one out of scope. */
  async read(caller: Principal, id: Guid): Promise<Location> {
    const found = await this.db.one<Location>(
      sql`SELECT ${columns(Location, 'o')} FROM locations o WHERE o.LocationId = ${id}`,
    );
    if (!found) throw unknown();
    await this.locations.require(caller, id);
    return found;
  }

  /** Throws Conflict for a LocationId that is taken. */
  async add(sent: Bound<Location>): Promise<Location> {
    refuse(missing(Location, { ...sent, LocationId: newGuid() }));
    return this.db.insert(Location, { ...sent, LocationId: sent.LocationId || newGuid() });
  }

  async change(caller: Principal, { LocationId, ...changes }: BoundWith<Location, 'LocationId'>): Promise<Location> {
    await this.lock(caller, LocationId);
    return (await this.db.update(Location, { LocationId }, changes))!;
  }

  /** One that has visits becomes inactive instead. Throws Conflict for one that lines or stations are left at. */
  async remove(caller: Principal, id: Guid): Promise<Location> {
    await this.lock(caller, id);
    const key = { LocationId: id };
    const visited = await this.db.one(sql`SELECT 1 AS One FROM checkins WHERE LocationId = ${id} LIMIT 1`);
    if (visited) return (await this.db.update(Location, key, { Active: false }))!;
    const inUse = await this.db.one(sql`SELECT 1 AS One FROM locations o WHERE o.LocationId = ${id}
      AND (EXISTS (SELECT 1 FROM service_lines l WHERE l.LocationId = o.LocationId)
        OR EXISTS (SELECT 1 FROM stations s WHERE s.LocationId = o.LocationId))`);
    if (inUse) throw new Conflict('The location still has lines or stations: remove them first.');
    return (await this.db.remove(Location, key))!;
  }

  private async lock(caller: Principal, id: Guid): Promise<void> {
    if (!(await this.db.lockRow(Location, { LocationId: id }))) throw unknown();
    await this.locations.require(caller, id);
  }
}

function unknown(): NotFound {
  return new NotFound('There is no such location.');
}
