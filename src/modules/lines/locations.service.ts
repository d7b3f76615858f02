import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db, type LookUp } from '../../database/db.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { ScopeService } from '../agents/scope.service.js';

/** Callers whose scope is looked at in one query. */
const mostTogether = 50;

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

  /** What is wrong with a LocationId that something is to be at; none at all is told elsewhere. */
  async problems(locationId: Guid | undefined): Promise<FieldError[]> {
    return locationId === undefined || (await this.exists(locationId))
      ? []
      : [fieldError('Unknown', 'LocationId', 'must be a location')];
  }

  /** The location, if customers can check in there. */
  open(locationId: Guid): LookUp {
    return {
      key: sql`o.LocationId`,
      from: sql`locations o WHERE o.LocationId = ${locationId} AND o.Active = 1`,
      holds: true,
    };
  }

  /** The condition that the column's location is assigned to an agent in the caller's scope. */
  within(caller: Principal, column: Sql): Sql {
    if (caller.isAdministrator) return sql`1 = 1`;
    return sql`${column} IN (SELECT al.LocationId FROM agent_locations al
      WHERE ${this.scope.within(caller, sql`al.AgentId`)})`;
  }

  /** Throws Forbidden for a location out of the caller's scope, or an unknown one. */
  async require(caller: Principal, locationId: Guid): Promise<void> {
    if (!(await this.isInScope(caller, locationId))) throw outOfScope();
  }

  /** Throws NotFound for an unknown location, Forbidden for one out of the caller's scope. */
  async requireKnown(caller: Principal, locationId: Guid): Promise<void> {
    const inScope = await this.isInScope(caller, locationId);
    if (inScope === undefined) throw new NotFound('There is no such location.');
    if (!inScope) throw outOfScope();
  }

  /** Throws Forbidden for a location out of the caller's scope; an unknown one is told elsewhere. */
  async requireWhereKnown(caller: Principal, locationId: Guid): Promise<void> {
    if (!caller.isAdministrator && (await this.isInScope(caller, locationId)) === false) throw outOfScope();
  }

  /** Those of several callers at locations whose location is in their scope; some of them in one query. */
  async among<T extends { caller: Principal; locationId: Guid }>(asked: readonly T[]): Promise<Set<T>> {
    const apart = new Map(asked.map((one) => [`${one.caller.UserId} ${one.locationId}`, one]));
    const inScope = new Set<string>();
    const keys = [...apart.keys()];
    for (let at = 0; at < keys.length; at += mostTogether) {
      const queries = keys.slice(at, at + mostTogether).map((key) => {
        const { caller, locationId } = apart.get(key)!;
        return sql`SELECT ${key} AS AskedFor FROM locations l
          WHERE l.LocationId = ${locationId} AND ${this.within(caller, sql`l.LocationId`)}`;
      });
      for (const { AskedFor } of await this.db.all<{ AskedFor: string }>(join(queries, ' UNION ALL ')))
        inScope.add(AskedFor);
    }
    return new Set(asked.filter(({ caller, locationId }) => inScope.has(`${caller.UserId} ${locationId}`)));
  }

  /** undefined: there is no such location. */
  private async isInScope(caller: Principal, locationId: Guid): Promise<boolean | undefined> {
    const found = await this.db.one<{ InScope: number }>(sql`SELECT
      CASE WHEN ${this.within(caller, sql`l.LocationId`)} THEN 1 ELSE 0 END AS InScope
      FROM locations l WHERE l.LocationId = ${locationId}`);
    return found && found.InScope === 1;
  }

  /** '' for an unknown location. */
  async nameOf(locationId: Guid): Promise<string> {
    const found = await this.db.one<{ Name: string }>(sql`SELECT Name FROM locations WHERE LocationId = ${locationId}`);
    return found?.Name ?? '';
  }

  /** The station, if it is at the location. */
  stationAt(locationId: Guid, stationId: Guid): LookUp {
    return {
      key: sql`t.StationId`,
      from: sql`stations t WHERE t.StationId = ${stationId} AND t.LocationId = ${locationId}`,
      holds: true,
    };
  }

  /** A station that is in use, and within the transaction stays so: where it is, and the lines that it serves. */
  async station(stationId: Guid): Promise<{ LocationId: Guid; LineIds: Guid[] } | undefined> {
    const [found] = await this.db.hold<{ LocationId: Guid; LineIds: string } | undefined>(
      sql`SELECT LocationId, LineIds FROM stations WHERE StationId = ${stationId} AND Active = 1`,
    );
    return found && { ...found, LineIds: JSON.parse(found.LineIds) as Guid[] };
  }

  /** Where each open station of the locations is, and the lines that it serves. */
  async openStations(locationIds: readonly Guid[]): Promise<{ LocationId: Guid; LineIds: Guid[] }[]> {
    const stations = await this.db.all<{ LocationId: Guid; LineIds: string }>(sql`SELECT LocationId, LineIds
      FROM stations WHERE LocationId IN (${join(locationIds)}) AND Open = 1 AND Active = 1 ORDER BY StationId`);
    return stations.map(({ LocationId, LineIds }) => ({ LocationId, LineIds: JSON.parse(LineIds) as Guid[] }));
  }
}

function outOfScope(): Forbidden {
  return new Forbidden('The location is assigned neither to your agent nor to the downline.');
}
