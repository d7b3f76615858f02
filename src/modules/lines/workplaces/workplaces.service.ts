import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { AccountsService } from '../../../auth/accounts/accounts.service.js';
import { Db } from '../../../database/db.js';
import { columns } from '../../../database/schema/columns.js';
import { tableOf } from '../../../database/schema/table.js';
import { quoted } from '../../../database/sql/quoted.js';
import { Invalid, noSuch, refuse } from '../../../errors/errors.js';
import type { Class } from '../../../record/field-types.js';
import { fieldError, repeatedItem } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import { AgentLocation, Location, UserLocation } from '../location.entity.js';

interface Workplaces {
  LocationIds: Guid[];
  Locations: Location[];
}

/** A user or an agent: `id` is the key, and `table` relates this key, in `field`, to locations. */
interface Person<E extends AgentLocation | UserLocation> {
  table: Class<E>;
  field: Exclude<keyof E, 'LocationId'> & string;
  id: Guid | number;
}

const user = (id: Guid): Person<UserLocation> => ({ table: UserLocation, field: 'UserId', id });
const agent = (id: number): Person<AgentLocation> => ({ table: AgentLocation, field: 'AgentId', id });

@Injectable()
export class WorkplacesService {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsService,
  ) {}

  /** Throws NotFound for an unknown user. */
  async ofUser(userId: Guid): Promise<Workplaces> {
    await this.accounts.existing(userId);
    return this.of(user(userId));
  }

  /** Replaces the locations of a user. Throws NotFound, Invalid. */
  async setOfUser(userId: Guid, locationIds: readonly Guid[] | undefined): Promise<Workplaces> {
    await this.accounts.lockExisting(userId);
    return this.set(user(userId), locationIds);
  }

  /** Throws NotFound for an unknown agent. */
  async ofAgent(agentId: number): Promise<Workplaces> {
    if (!(await this.db.exists(sql`agents WHERE AgentId = ${agentId}`))) throw noSuch('agent', agentId);
    return this.of(agent(agentId));
  }

  /** Replaces the locations of an agent. Throws NotFound, Invalid. */
  async setOfAgent(agentId: number, locationIds: readonly Guid[] | undefined): Promise<Workplaces> {
    const found = await this.db.lock(sql`SELECT AgentId FROM agents WHERE AgentId = ${agentId}`);
    if (found.length === 0) throw noSuch('agent', agentId);
    return this.set(agent(agentId), locationIds);
  }

  private async of<E extends AgentLocation | UserLocation>({ table, field, id }: Person<E>): Promise<Workplaces> {
    const Locations = await this.db.all<Location>(sql`SELECT ${columns(Location, 'l')} FROM locations l
      JOIN ${raw(tableOf(table).name)} w ON w.LocationId = l.LocationId
      WHERE ${quoted(field, 'w')} = ${id} ORDER BY l.NameKey, l.LocationId`);
    return { LocationIds: Locations.map(({ LocationId }) => LocationId), Locations };
  }

  /**
   * Replaces the locations of the person. Before you call it, lock the row of the user or agent: otherwise two calls at
   * the same time could store a mixture of their lists.
   */
  private async set<E extends AgentLocation | UserLocation>(
    person: Person<E>,
    locationIds: readonly Guid[] | undefined,
  ): Promise<Workplaces> {
    if (!locationIds) throw new Invalid([fieldError('NotNull', 'LocationIds', 'is required')]);
    const [known] = await this.db.existingKeys<Guid>(
      locationIds.length === 0
        ? undefined
        : { key: sql`l.LocationId`, from: sql`locations l WHERE l.LocationId IN (${join(locationIds)})`, holds: true },
    );
    refuse(
      locationIds.flatMap((id, index) => {
        const at = `LocationIds[${index}]`;
        if (locationIds.indexOf(id) < index) return [repeatedItem(at)];
        return known.has(id) ? [] : [fieldError('Unknown', at, 'must be the LocationId of a location')];
      }),
    );
    const rowOf = (LocationId: Guid) => ({ [person.field]: person.id, LocationId }) as Partial<E>;
    const before = (await this.of(person)).LocationIds;
    await this.db.removeAll(person.table, before.filter((id) => !locationIds.includes(id)).map(rowOf));
    await this.db.insertAll(person.table, locationIds.filter((id) => !before.includes(id)).map(rowOf));
    return this.of(person);
  }
}
