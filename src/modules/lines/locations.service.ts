import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { Db, type LookUp } from '../../database/db.js';
import { Forbidden, noSuch, Conflict, refuse } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { arrivePath, bookPath } from '../../http/pages/page-layout.js';
import type { Guid } from '../../record/fields.js';
import { ScopeService } from '../agents/scope.service.js';
import { Relations } from '../agents/hand-over/holding.js';
import { weeklyErrors, type Hours } from './hours.js';
import { AgentLocation, Station, Location } from './location.entity.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { missing, type Bound, type BoundWith } from '../../record/bind.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { newGuid } from '../../record/values/guid.js';

/** Maximum number of items that one query of `among` checks. */
const mostTogether = 50;

@Injectable()
export class LocationsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly config: Config,
    @InjectRows(Location) private readonly rows: TableRows<Location>,
  ) {}

  /** Returns an error for an unknown LocationId. For an absent LocationId, the function `missing` returns the error. */
  async problems(locationId: Guid | undefined): Promise<FieldError[]> {
    return locationId === undefined || (await this.db.exists(sql`locations WHERE LocationId = ${locationId}`))
      ? []
      : [fieldError('Unknown', 'LocationId', 'must be a location')];
  }

  /** The look-up that finds the location if it is active. */
  open(locationId: Guid): LookUp {
    return {
      key: sql`o.LocationId`,
      from: sql`locations o WHERE o.LocationId = ${locationId} AND o.Active = 1`,
      holds: true,
    };
  }

  /**
   * The SQL condition that the location whose LocationId is in `column` is in the caller's scope: a kiosk has its own
   * location, a user the locations where the user or an agent in scope works, an Administrator every location.
   */
  within(caller: Principal, column: Sql): Sql {
    if (caller.isAdministrator) return sql`1 = 1`;
    if (caller.LocationId) return sql`${column} = ${caller.LocationId}`;
    return sql`${column} IN (SELECT w.LocationId FROM (
      SELECT al.LocationId FROM agent_locations al WHERE ${this.scope.within(caller, sql`al.AgentId`)}
      UNION SELECT ul.LocationId FROM user_locations ul WHERE ul.UserId = ${caller.UserId}) w)`;
  }

  /** Whether a UserLocation relates the user to the location, and the user is not disabled. */
  employs(locationId: Guid, userId: Guid): Promise<boolean> {
    return this.db.exists(sql`user_locations ul JOIN users u ON u.UserId = ul.UserId
      WHERE ul.UserId = ${userId} AND ul.LocationId = ${locationId} AND u.Disabled = 0`);
  }

  /** Throws Forbidden for an unknown location and for a location out of the caller's scope. */
  async require(caller: Principal, locationId: Guid): Promise<void> {
    if (!(await this.isInScope(caller, locationId))) throw outOfScope(caller);
  }

  /** Throws NotFound for an unknown location, Forbidden for a location out of the caller's scope. */
  async requireKnown(caller: Principal, locationId: Guid): Promise<void> {
    const inScope = await this.isInScope(caller, locationId);
    if (inScope === undefined) throw noSuch('location');
    if (!inScope) throw outOfScope(caller);
  }

  /** Throws Forbidden for a location out of scope, but not for an unknown one, which another check reports. */
  async requireWhereKnown(caller: Principal, locationId: Guid): Promise<void> {
    if (!caller.isAdministrator && (await this.isInScope(caller, locationId)) === false) throw outOfScope(caller);
  }

  /** The items whose `locationId` is in the scope of their `caller`. */
  async among<T extends { caller: Principal; locationId: Guid }>(items: readonly T[]): Promise<Set<T>> {
    const byKey = new Map(items.map((item) => [`${item.caller.UserId} ${item.locationId}`, item]));
    const inScope = new Set<string>();
    const keys = [...byKey.keys()];
    for (let at = 0; at < keys.length; at += mostTogether) {
      const queries = keys.slice(at, at + mostTogether).map((key) => {
        const { caller, locationId } = byKey.get(key)!;
        return sql`SELECT ${key} AS ItemKey FROM locations l
          WHERE l.LocationId = ${locationId} AND ${this.within(caller, sql`l.LocationId`)}`;
      });
      for (const { ItemKey } of await this.db.all<{ ItemKey: string }>(join(queries, ' UNION ALL ')))
        inScope.add(ItemKey);
    }
    return new Set(items.filter(({ caller, locationId }) => inScope.has(`${caller.UserId} ${locationId}`)));
  }

  /** Whether the location is in the caller's scope; undefined for an unknown location. */
  private async isInScope(caller: Principal, locationId: Guid): Promise<boolean | undefined> {
    const found = await this.db.one<{ InScope: number }>(sql`SELECT
      CASE WHEN ${this.within(caller, sql`l.LocationId`)} THEN 1 ELSE 0 END AS InScope
      FROM locations l WHERE l.LocationId = ${locationId}`);
    return found && found.InScope === 1;
  }

  /** The name of an active location; undefined for any other one. */
  async activeName(locationId: Guid): Promise<string | undefined> {
    const found = await this.db.one<{ Name: string }>(
      sql`SELECT l.Name AS Name FROM locations l WHERE l.LocationId = ${locationId} AND l.Active = 1`,
    );
    return found?.Name;
  }

  /** The weekly opening hours of a known location. */
  async hoursOf(LocationId: Guid): Promise<Pick<Location, 'OpeningHours'>> {
    return (await this.db.read(Location, { LocationId }))!;
  }

  /** The location's name; '' for an unknown location. */
  async nameOf(locationId: Guid): Promise<string> {
    const found = await this.db.one<{ Name: string }>(sql`SELECT Name FROM locations WHERE LocationId = ${locationId}`);
    return found?.Name ?? '';
  }

  /** The look-up that finds the station if it is at the location. */
  stationAt(locationId: Guid, stationId: Guid): LookUp {
    return {
      key: sql`t.StationId`,
      from: sql`stations t WHERE t.StationId = ${stationId} AND t.LocationId = ${locationId}`,
      holds: true,
    };
  }

  /** By StationId, the LocationId of each station in `ids` that exists. */
  async ofStations(ids: readonly Guid[]): Promise<Map<Guid, Guid>> {
    if (ids.length === 0) return new Map();
    const stations = await this.db.all<Pick<Station, 'StationId' | 'LocationId'>>(
      sql`SELECT t.StationId AS StationId, t.LocationId AS LocationId FROM stations t
        WHERE t.StationId IN (${join(ids)})`,
    );
    return new Map(stations.map(({ StationId, LocationId }) => [StationId, LocationId]));
  }

  /** Locks a station until the end of the transaction. Returns undefined for an unknown or inactive station. */
  async lockStation(stationId: Guid): Promise<Station | undefined> {
    const station = await this.db.lockRow(Station, { StationId: stationId });
    return station?.Active ? station : undefined;
  }

  /** The open and active stations of the locations. */
  async openStations(locationIds: readonly Guid[]): Promise<Pick<Station, 'StationId' | 'LocationId' | 'LineIds'>[]> {
    const stations = await this.db.all<{ StationId: Guid; LocationId: Guid; LineIds: string }>(
      sql`SELECT StationId, LocationId, LineIds FROM stations
        WHERE LocationId IN (${join(locationIds)}) AND Open = 1 AND Active = 1`,
    );
    return stations.map((station) => ({ ...station, LineIds: JSON.parse(station.LineIds) as Guid[] }));
  }

  list(caller: Principal, options: ListOptions): ListResult<Location> {
    const { BookUrl, ArriveUrl } = this.pages;
    return this.rows.list(options, this.within(caller, sql`t.LocationId`), {
      BookUrl: sql`CONCAT(${BookUrl}, t.LocationId)`,
      ArriveUrl: sql`CONCAT(${ArriveUrl}, t.LocationId)`,
    });
  }

  /** Throws NotFound, or Forbidden for a location out of scope. */
  async read(caller: Principal, id: Guid): Promise<Location> {
    const location = await this.rows.read(id);
    await this.require(caller, id);
    return this.withPages(location);
  }

  /** Adds a location. Throws Conflict for a LocationId that is already used. */
  async add(sent: Bound<Location>): Promise<Location> {
    const LocationId = sent.LocationId || newGuid();
    refuse(missing(Location, { ...sent, LocationId }));
    return this.withPages(await this.db.insert(Location, { ...stored(sent), LocationId }));
  }

  async change(caller: Principal, { LocationId, ...changes }: BoundWith<Location, 'LocationId'>): Promise<Location> {
    await this.lock(caller, LocationId);
    return this.withPages(await this.rows.change(LocationId, stored(changes)));
  }

  /**
   * Removes a location. A location with visits becomes inactive instead. Throws Conflict for a location without visits
   * that still has lines or stations.
   */
  async remove(caller: Principal, id: Guid): Promise<Location> {
    return this.withPages(await this.removeOrEnd(caller, id));
  }

  private async removeOrEnd(caller: Principal, id: Guid): Promise<Location> {
    await this.lock(caller, id);
    const isIn = (table: Sql) => this.db.exists(sql`${table} WHERE LocationId = ${id}`);
    if (await isIn(sql`checkins`)) return this.rows.change(id, { Active: false });
    if ((await isIn(sql`service_lines`)) || (await isIn(sql`stations`)))
      throw new Conflict('The location still has lines or stations: remove them first.');
    return this.rows.remove(id);
  }

  /** The addresses of the pages of all locations, without the LocationId at their end. */
  private get pages(): Pick<Location, 'BookUrl' | 'ArriveUrl'> {
    const { publicUrl } = this.config;
    return { BookUrl: `${publicUrl}${bookPath}/`, ArriveUrl: `${publicUrl}${arrivePath}/` };
  }

  private withPages(location: Location): Location {
    const { BookUrl, ArriveUrl } = this.pages;
    const { LocationId } = location;
    return { ...location, BookUrl: BookUrl + LocationId, ArriveUrl: ArriveUrl + LocationId };
  }

  private async lock(caller: Principal, id: Guid): Promise<void> {
    await this.rows.lock(id);
    await this.require(caller, id);
  }
}

function outOfScope({ LocationId }: Principal): Forbidden {
  const message = LocationId
    ? 'The key of this kiosk is for another location.'
    : 'You do not work at this location, and no agent in your scope does.';
  return new Forbidden(message, 'Scope');
}

/** The locations of a leaving agent. The receiving agent gets them, and so sees the visits at these locations. */
@Injectable()
export class OwnLocations extends Relations<AgentLocation> {
  readonly kind = 'Locations';
  protected readonly entity = AgentLocation;
  protected readonly other = 'LocationId';
}

/** The sent fields with valid hours. Throws Invalid. */
function stored({ OpeningHours, BookUrl: _book, ArriveUrl: _arrive, ...rest }: Bound<Location>): Partial<Location> {
  // The items of a bound list have their required fields.
  const hours = OpeningHours as readonly Hours[] | undefined;
  refuse(weeklyErrors(hours ?? [], 'OpeningHours'));
  return hours ? { ...rest, OpeningHours: hours } : rest;
}
