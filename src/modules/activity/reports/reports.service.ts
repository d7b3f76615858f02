import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { dayRangeErrors } from '../../../context/range.js';
import { Db } from '../../../database/db.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { refuse } from '../../../errors/errors.js';
import type { Day } from '../../../record/fields.js';
import { RowSource } from '../../../record/lists/list-options.js';
import { ScopeService } from '../../agents/scope.service.js';
import { present } from '../../contacts/contacts.service.js';
import { DueActivitiesService } from '../due-activities.service.js';
import type { ActivityReport, ContactReport } from './reports.records.js';
import {
  ActivityCounts,
  ContactCounts,
  monthsBetween,
  type CountedActivity,
  type CountedContact,
  type MonthOfRange,
} from './reports.rules.js';

const mostDays = 366;
/** Maximum number of keys that one SQL statement names. */
const mostNamed = 400;

const isActive = sql`(c.Active IS NULL OR c.Active = 1)`;
/** The contacts `c` that an agent is expected to contact. */
const isWanted = sql`${isActive} AND (c.DoNotContact IS NULL OR c.DoNotContact = 0)`;

type AgentNames = Pick<ActivityReport, 'AgentId' | 'AgentName'>;
type TypeNames = Pick<ActivityReport, 'EventTypeId' | 'EventTypeName' | 'EventCategory'>;

/**
 * The reports read each contact or activity and count in the service, because SQLite would hold the event loop while it
 * groups a million rows.
 */
@Injectable()
export class ReportsService {
  /** If a range has more activities than this, a report looks for those of each contact in scope. */
  mostDated = 10_000;

  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly due: DueActivitiesService,
  ) {}

  /** A row for each agent in scope who has contacts, and one for the contacts without an agent, by AgentId. */
  async contacts(caller: Principal): Promise<RowSource<ContactReport>> {
    await this.due.settle(this.clock.now());
    return RowSource.made(() => this.countContacts(caller));
  }

  /** A row for each month, agent and event type, by Month, AgentId and EventTypeId. Throws Invalid. */
  activities(caller: Principal, from: Day, to: Day): RowSource<ActivityReport> {
    refuse(dayRangeErrors(from, to, mostDays));
    return RowSource.made(() => this.countActivities(caller, monthsBetween(from.slice(0, 10), to.slice(0, 10))));
  }

  private async *countContacts(caller: Principal): AsyncGenerator<ContactReport[], void> {
    const rows = this.db.rows<CountedContact>(sql`SELECT COALESCE(c.AgentId, 0) AS AgentId,
        c.LastContact AS LastContact, CASE WHEN ${isActive} THEN 1 ELSE 0 END AS IsActive,
        CASE WHEN ${isWanted} THEN 1 ELSE 0 END AS IsWanted
      FROM contacts c WHERE ${present} AND ${this.scope.within(caller, sql`c.AgentId`)}`);
    const counts = new ContactCounts(this.clock);
    for await (const batch of rows.batches()) for (const row of batch) counts.add(row);
    const found = counts.rows();
    const agents = await this.agentsOf(found);
    yield found.map((row) => ({ ...row, AgentName: agents.get(row.AgentId)?.AgentName ?? '' }));
  }

  private async *countActivities(
    caller: Principal,
    months: readonly MonthOfRange[],
  ): AsyncGenerator<ActivityReport[], void> {
    const ends = months.map(({ month, last }) => ({ Month: month, end: this.clock.endOfDay(last) }));
    const isInRange = sql`a.StartDate BETWEEN ${this.clock.startOfDay(months[0].first)} AND ${ends.at(-1)!.end}`;
    const counts = new ActivityCounts(ends);
    const isSeen = sql`${present} AND ${this.scope.within(caller, sql`c.AgentId`)}`;
    const isShort = await this.hasFewActivities(isInRange);
    const dated = sql`SELECT DISTINCT a.ContactId FROM activities a WHERE ${isInRange}`;
    const contacts = this.db.rows<{ ContactId: number }>(
      sql`SELECT c.ContactId AS ContactId FROM contacts c
        WHERE ${isShort ? sql`c.ContactId IN (${dated}) AND` : empty} ${isSeen}`,
    );
    let ids: number[] = [];
    const countThese = async (): Promise<void> => {
      if (ids.length === 0) return;
      const activities = this.db.rows<CountedActivity>(sql`SELECT a.ContactId AS ContactId,
          COALESCE(a.AgentId, 0) AS AgentId, a.EventTypeId AS EventTypeId, a.StartDate AS StartDate
        FROM activities a WHERE a.ContactId IN (${join(ids)}) AND ${isInRange}`);
      for await (const found of activities.batches()) counts.add(found);
      counts.endContacts();
      ids = [];
    };
    for await (const batch of contacts.batches())
      for (const { ContactId } of batch) {
        ids.push(ContactId);
        if (ids.length === mostNamed) await countThese();
      }
    await countThese();
    const found = counts.rows();
    const [agents, types] = [await this.agentsOf(found), await this.typesOf(found)];
    yield found.map(({ Month, AgentId, EventTypeId, ...rest }) => ({
      ...{ Month, AgentId, AgentName: agents.get(AgentId)?.AgentName ?? '' },
      ...{ EventTypeId, EventTypeName: '', EventCategory: '', ...types.get(EventTypeId), ...rest },
    }));
  }

  private async hasFewActivities(isInRange: Sql): Promise<boolean> {
    const some = sql`SELECT a.ActivityId FROM activities a WHERE ${isInRange} LIMIT ${this.mostDated + 1}`;
    const [{ Activities }] = await this.db.all<{ Activities: number }>(
      sql`SELECT COUNT(*) AS Activities FROM (${some}) found`,
    );
    return Activities <= this.mostDated;
  }

  private agentsOf(rows: readonly Pick<AgentNames, 'AgentId'>[]): Promise<Map<number, AgentNames>> {
    return this.named(rows, 'AgentId', (ids) => sql`SELECT AgentId, AgentName FROM agents WHERE AgentId IN (${ids})`);
  }

  private typesOf(rows: readonly Pick<TypeNames, 'EventTypeId'>[]): Promise<Map<number, TypeNames>> {
    const select = sql`SELECT EventTypeId, EventTypeName, EventCategory FROM event_types`;
    return this.named(rows, 'EventTypeId', (ids) => sql`${select} WHERE EventTypeId IN (${ids})`);
  }

  /** The rows that `select` finds by the keys of the counted rows. */
  private async named<T extends Record<Key, number>, Key extends string>(
    counted: readonly Record<Key, number>[],
    key: Key,
    select: (ids: Sql) => Sql,
  ): Promise<Map<number, T>> {
    const found = new Map<number, T>();
    for (const ids of chunksOf(new Set(counted.map((row) => row[key])), mostNamed))
      for (const row of await this.db.all<T>(select(join(ids)))) found.set(row[key], row);
    return found;
  }
}
