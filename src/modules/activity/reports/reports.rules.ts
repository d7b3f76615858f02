import type { BusinessClock } from '../../../context/business-clock.js';
import type { DateTime } from '../../../record/fields.js';
import { daysInMonth, toDate } from '../../../record/values/datetime.js';
import { dayAt } from '../../../record/values/days.js';
import { day } from '../activity.rules.js';
import type { ActivityReport, ContactReport } from './reports.records.js';

/** A month, `yyyy-MM`, and its first and last day in a range, `yyyy-MM-dd`. */
export interface MonthOfRange {
  readonly month: string;
  readonly first: string;
  readonly last: string;
}

/** The months of the range from the day `from` to the day `to`. */
export function monthsBetween(from: string, to: string): MonthOfRange[] {
  const [begin, end] = [monthNumber(from), monthNumber(to)];
  return Array.from({ length: end - begin + 1 }, (_, index) => {
    const [year, number] = [Math.floor((begin + index) / 12), ((begin + index) % 12) + 1];
    const month = `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`;
    return {
      month,
      first: index === 0 ? from : `${month}-01`,
      last: begin + index === end ? to : `${month}-${daysInMonth(year, number)}`,
    };
  });
}

/** The months from year 0 to the month of a day. */
function monthNumber(date: string): number {
  const [year, month] = date.split('-').map(Number);
  return 12 * year + month - 1;
}

/** A contact that the report counts. The flags are 1 or 0. */
export interface CountedContact {
  readonly AgentId: number;
  readonly LastContact: DateTime | null;
  readonly IsActive: number;
  readonly IsWanted: number;
}

interface CountsOfAgent {
  readonly AgentId: number;
  Contacts: number;
  Active: number;
  NeverContacted: number;
  /** The numbers of contacts by the business days since their LastContact. */
  readonly neglected: Map<number, number>;
}

/** Counts contacts by agent. It keeps numbers only, so that its memory does not grow with the contacts. */
export class ContactCounts {
  private readonly byAgent = new Map<number, CountsOfAgent>();
  private readonly daysSince: (moment: DateTime) => number;

  constructor(clock: BusinessClock) {
    this.daysSince = daysSince(clock);
  }

  add({ AgentId, LastContact, IsActive, IsWanted }: CountedContact): void {
    let counts = this.byAgent.get(AgentId);
    if (!counts) {
      counts = { AgentId, Contacts: 0, Active: 0, NeverContacted: 0, neglected: new Map() };
      this.byAgent.set(AgentId, counts);
    }
    counts.Contacts++;
    if (IsActive) counts.Active++;
    if (!IsWanted) return;
    if (LastContact === null) counts.NeverContacted++;
    else {
      const days = this.daysSince(LastContact);
      counts.neglected.set(days, (counts.neglected.get(days) ?? 0) + 1);
    }
  }

  rows(): Omit<ContactReport, 'AgentName'>[] {
    return [...this.byAgent.values()]
      .sort((one, other) => one.AgentId - other.AgentId)
      .map(({ neglected, ...counts }) => ({ ...counts, NeglectedDays: medianOf(neglected) }));
  }
}

/**
 * A function that tells the business days from a moment to today; 0 for a moment after today. It finds the beginning of
 * each day once, because finding the day of a moment takes 10 µs.
 */
function daysSince(clock: BusinessClock): (moment: DateTime) => number {
  const numberOf = (date: string): number => toDate(dayAt(date)).getTime() / day;
  const today = numberOf(clock.today());
  const known = new Map<string, { since: number; starts: DateTime; ends: DateTime }>();
  return (moment) => {
    const date = moment.slice(0, 10);
    let found = known.get(date);
    if (!found) {
      found = { since: today - numberOf(date), starts: clock.startOfDay(date), ends: clock.endOfDay(date) };
      known.set(date, found);
    }
    // In the time zone of the service, the moment can be on the day before or after its day in UTC.
    const since = moment < found.starts ? found.since + 1 : moment > found.ends ? found.since - 1 : found.since;
    return Math.max(0, since);
  };
}

/** The median of numbers that occur several times: the mean of the two in the middle; null if there are none. */
function medianOf(occurrences: ReadonlyMap<number, number>): number | null {
  const sorted = [...occurrences].sort(([one], [other]) => one - other);
  const size = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (size === 0) return null;
  const at = (place: number): number => {
    let before = 0;
    return sorted.find(([, count]) => (before += count) > place)![0];
  };
  return (at(Math.floor((size - 1) / 2)) + at(Math.floor(size / 2))) / 2;
}

/** An activity that the report counts. */
export interface CountedActivity {
  readonly ContactId: number;
  readonly AgentId: number;
  readonly EventTypeId: number;
  readonly StartDate: DateTime;
}

type CountsOfGroup = Pick<ActivityReport, 'Month' | 'AgentId' | 'EventTypeId' | 'Activities' | 'Contacts'>;

/** Counts activities by month, agent and event type. */
export class ActivityCounts {
  private readonly groups = new Map<string, CountsOfGroup>();
  /** The ContactIds of the present contacts, each with the groups that have counted it. */
  private readonly counted = new Set<string>();

  /** `months` are the months of the range with their last moments, in order. */
  constructor(private readonly months: readonly { Month: string; end: DateTime }[]) {}

  add(activities: readonly CountedActivity[]): void {
    for (const { ContactId, AgentId, EventTypeId, StartDate } of activities) {
      const { Month } = this.months.find(({ end }) => StartDate <= end)!;
      const key = `${Month} ${AgentId} ${EventTypeId}`;
      let group = this.groups.get(key);
      if (!group) this.groups.set(key, (group = { Month, AgentId, EventTypeId, Activities: 0, Contacts: 0 }));
      group.Activities++;
      const contact = `${key} ${ContactId}`;
      if (this.counted.has(contact)) continue;
      this.counted.add(contact);
      group.Contacts++;
    }
  }

  /** The activities that follow are those of other contacts, so the present ones need not be remembered. */
  endContacts(): void {
    this.counted.clear();
  }

  rows(): CountsOfGroup[] {
    return [...this.groups.values()].sort(
      (one, other) =>
        Number(one.Month > other.Month) - Number(one.Month < other.Month) ||
        one.AgentId - other.AgentId ||
        one.EventTypeId - other.EventTypeId,
    );
  }
}
