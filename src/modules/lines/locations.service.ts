import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db } from '../../database/db.js';
import { Forbidden } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { ScopeService } from '../agents/scope.service.js';

/** Locations, their stations, and who may see what happens there. */
@Injectable()
export class LocationsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  async exists(locationId: Guid): Promise<boolean> {
    return (await this.db.one(sql`SELECT 1 AS One FROM locations WHERE LocationId = ${locationId}`)) !== undefined;
  }

  /** Whether customers can check in there. */
  async isOpen(locationId: Guid): Promise<boolean> {
    const found = await this.db.one(
      sql`SELECT 1 AS One FROM locations WHERE LocationId = ${locationId} AND Active = 1`,
    );
    return found !== undefined;
  }

  /** The condition that the column's location is assigned to an agent in the caller's scope. */
  within(caller: Principal, column: Sql): Sql {
    if (caller.isAdministrator) return sql`1 = 1`;
    return sql`${column} IN (SELECT al.LocationId FROM agent_locations al
      WHERE ${this.scope.within(caller, sql`al.AgentId`)})`;
  }

  /** Throws Forbidden for a location out of the caller's scope. */
  async require(caller: Principal, locationId: Guid): Promise<void> {
    const found = await this.db.one(sql`SELECT 1 AS One FROM locations l
      WHERE l.LocationId = ${locationId} AND ${this.within(caller, sql`l.LocationId`)}`);
    if (!found) throw new Forbidden('The location is assigned neither to your agent nor to the downline.');
  }

  /** '' for an unknown location. */
  async nameOf(locationId: Guid): Promise<string> {
    const found = await this.db.one<{ Name: string }>(sql`SELECT Name FROM locations WHERE LocationId = ${locationId}`);
    return found?.Name ?? '';
  }

  async hasStation(locationId: Guid, stationId: Guid): Promise<boolean> {
    const found = await this.db.one(
      sql`SELECT 1 AS One FROM stations WHERE StationId = ${stationId} AND LocationId = ${locationId}`,
    );
    return found !== undefined;
  }

  /** For each open station of the location, the lines that it serves. */
  async openStations(locationId: Guid): Promise<Guid[][]> {
    const stations = await this.db.all<{ LineIds: string }>(
      sql`SELECT LineIds FROM stations WHERE LocationId = ${locationId} AND Open = 1 AND Active = 1`,
    );
    return stations.map(({ LineIds }) => JSON.parse(LineIds) as Guid[]);
  }
}
