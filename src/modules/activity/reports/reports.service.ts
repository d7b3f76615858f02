import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { dayRangeErrors } from '../../../context/range.js';
import { Db } from '../../../database/db.js';
import { joinedName } from '../../../database/schema/name-keys.js';
import { refuse } from '../../../errors/errors.js';
import type { DateTime, Day } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { toDate } from '../../../record/values/datetime.js';
import { dayAt } from '../../../record/values/days.js';
import { ScopeService } from '../../agents/scope.service.js';
import { present } from '../../contacts/contacts.service.js';
import { day } from '../activity.rules.js';
import { DueActivitiesService } from '../due-activities.service.js';
import { ActivityReport, type ContactReport } from './reports.records.js';
import { monthsBetween } from './reports.rules.js';

const mostDays = 366;

const isActive = sql`(c.Active IS NULL OR c.Active = 1)`;
/** The contacts `c` that an agent is expected to contact. */
const isWanted = sql`${isActive} AND (c.DoNotContact IS NULL OR c.DoNotContact = 0)`;

type Counts = Omit<ContactReport, 'NeglectedDays'>;

/** The LastContact of the contact in the middle of an agent's contacts; of an even number, of the two in the middle. */
interface Middle {
  AgentId: number;
  Earlier: DateTime;
  Later: DateTime;
}

@Injectable()
export class ReportsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly due: DueActivitiesService,
  ) {}

  /** A row for each agent in scope who has contacts, and one for the contacts without an agent, by AgentId. */
  async contacts(caller: Principal): Promise<ContactReport[]> {
    await this.due.settle(this.clock.now());
    const counted = sql`contacts c WHERE ${present} AND ${this.scope.within(caller, sql`c.AgentId`)}`;
    const counts = await this.db.all<Counts>(sql`SELECT r.AgentId AS AgentId, COALESCE(g.AgentName, '') AS AgentName,
        r.Contacts AS Contacts, r.Active AS Active, r.NeverContacted AS NeverContacted
      FROM (SELECT COALESCE(c.AgentId, 0) AS AgentId, COUNT(*) AS Contacts, COUNT(CASE WHEN ${isActive} THEN 1 END)
          AS Active, COUNT(CASE WHEN ${isWanted} AND c.LastContact IS NULL THEN 1 END) AS NeverContacted
        FROM ${counted} GROUP BY c.AgentId) r
      LEFT JOIN agents g ON g.AgentId = r.AgentId ORDER BY r.AgentId`);
    const middles = await this.db.all<Middle>(middlesOf(sql`${counted} AND ${isWanted} AND c.LastContact IS NOT NULL`));
    const byAgent = new Map(middles.map((middle) => [middle.AgentId, middle]));
    return counts.map((row) => ({ ...row, NeglectedDays: this.medianOf(byAgent.get(row.AgentId)) }));
  }

  /** A row for each month, agent and event type, by Month, AgentId and EventTypeId. Throws Invalid. */
  activities(caller: Principal, from: Day, to: Day, options: ListOptions): ListResult<ActivityReport> {
    refuse(dayRangeErrors(from, to, mostDays));
    const months = monthsBetween(from.slice(0, 10), to.slice(0, 10)).map(({ month, first, last }) => {
      const isInMonth = sql`a.StartDate BETWEEN ${this.clock.startOfDay(first)} AND ${this.clock.endOfDay(last)}`;
      return sql`SELECT ${month} AS Month, COALESCE(a.AgentId, 0) AS AgentId, a.EventTypeId AS EventTypeId,
          COUNT(*) AS Activities, COUNT(DISTINCT a.ContactId) AS Contacts
        FROM activities a JOIN contacts c ON c.ContactId = a.ContactId
        WHERE ${isInMonth} AND ${present} AND ${this.scope.within(caller, sql`c.AgentId`)}
        GROUP BY a.AgentId, a.EventTypeId`;
    });
    const key = [sql`r.Month`, sql`r.AgentId`, sql`r.EventTypeId`];
    return this.db.list(
      ActivityReport,
      {
        columns: {
          Month: sql`r.Month`,
          AgentId: sql`r.AgentId`,
          AgentName: joinedName('g', 'AgentName'),
          EventTypeId: sql`r.EventTypeId`,
          EventTypeName: joinedName('e', 'EventTypeName'),
          EventCategory: joinedName('e', 'EventCategory'),
          Activities: sql`r.Activities`,
          Contacts: sql`r.Contacts`,
        },
        from: sql`(${join(months, ' UNION ALL ')}) r`,
        joins: {
          g: sql`LEFT JOIN agents g ON g.AgentId = r.AgentId`,
          e: sql`JOIN event_types e ON e.EventTypeId = r.EventTypeId`,
        },
        order: key,
        key,
      },
      options,
    );
  }

  /** The median of days is exact: the days grow with the time since LastContact, by which the middle was found. */
  private medianOf(middle: Middle | undefined): number | null {
    if (!middle) return null;
    return (this.daysSince(middle.Earlier) + this.daysSince(middle.Later)) / 2;
  }

  /** Business days from a moment to today; 0 for a moment after today. */
  private daysSince(moment: DateTime): number {
    const [from, to] = [this.clock.dayOf(moment), this.clock.today()].map((date) => toDate(dayAt(date)).getTime());
    return Math.max(0, (to - from) / day);
  }
}

/** Selects the Middle of each agent among the `counted` contacts `c`, which have a LastContact. */
function middlesOf(counted: Sql): Sql {
  return sql`SELECT r.AgentId AS AgentId, MIN(r.LastContact) AS Earlier, MAX(r.LastContact) AS Later
    FROM (SELECT COALESCE(c.AgentId, 0) AS AgentId, c.LastContact AS LastContact,
        ROW_NUMBER() OVER (PARTITION BY c.AgentId ORDER BY c.LastContact) AS Place,
        COUNT(*) OVER (PARTITION BY c.AgentId) AS Size
      FROM ${counted}) r
    WHERE 2 * r.Place BETWEEN r.Size AND r.Size + 2 GROUP BY r.AgentId`;
}
