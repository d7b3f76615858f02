import type { Faker } from '@faker-js/faker';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { Db } from '../../database/db.js';
import { chunksOf } from '../../database/sql/chunks.js';
import type { FieldCipher } from '../../database/encryption/field-cipher.js';
import type { Class } from '../../record/field-types.js';
import type { DateTime } from '../../record/fields.js';
import { fromDate, toDate } from '../../record/values/datetime.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
export const day = 24 * hour;
export const minutesOfDay = 24 * 60;

/**
 * Milliseconds from midnight UTC to the start of the working day in Mountain time. The working day ends long before the
 * next midnight UTC, so visits end on the day on which they begin.
 */
const opening = 14 * hour;
const workingSeconds = (7 * hour) / second;

/** Random and fixed dates near the moment at which the demo is filled. */
class Calendar {
  private readonly midnight: number;

  constructor(
    readonly now: DateTime,
    private readonly faker: Faker,
  ) {
    this.midnight = millisecondsOf(`${now.slice(0, 10)}T00:00:00.0000000`);
  }

  /** Midnight `days` days ago. A negative number means a day in the future. */
  daysAgo(days: number): DateTime {
    return momentOf(this.midnight - days * day);
  }

  /** Whole days since a date-time; negative for the future. */
  daysSince(dateTime: DateTime): number {
    return Math.floor((this.midnight - millisecondsOf(dateTime)) / day) + 1;
  }

  /**
   * A random second of the working day `daysAgo` days ago; if that day is on a weekend, of the Friday before. If the
   * day is today, a moment of the last 8 hours before now.
   */
  moment(daysAgo: number): DateTime {
    const midnight = this.midnight - daysAgo * day;
    const weekday = new Date(midnight).getUTCDay();
    const sinceFriday = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
    if (daysAgo === 0 && sinceFriday === 0) return this.today(this.faker.number.float(), 8 * 60);
    return momentOf(midnight - sinceFriday * day + opening + this.int(workingSeconds - 1) * second);
  }

  /** A moment of today in the last `minutes` minutes before now. `part` is 0 for the earliest moment and 1 for now. */
  today(part: number, minutes: number): DateTime {
    const now = millisecondsOf(this.now);
    const first = Math.max(this.midnight, now - minutes * minute);
    return momentOf(first + Math.floor(part * (now - first)));
  }

  /** A random second between two date-times, never later than now. */
  between(from: DateTime, until: DateTime): DateTime {
    const first = millisecondsOf(from);
    const seconds = Math.floor((millisecondsOf(until < this.now ? until : this.now) - first) / second);
    return momentOf(first + this.int(Math.max(0, seconds)) * second);
  }

  /** The quarter-hour in which now is. */
  quarterHour(): DateTime {
    const quarter = 15 * minute;
    return momentOf(Math.floor(millisecondsOf(this.now) / quarter) * quarter);
  }

  /** The moment `minutes` after the date-time; a negative number means a moment before it. */
  after(dateTime: DateTime, minutes: number): DateTime {
    return momentOf(millisecondsOf(dateTime) + minutes * minute);
  }

  private int(max: number): number {
    return this.faker.number.int({ min: 0, max });
  }
}

function momentOf(milliseconds: number): DateTime {
  return fromDate(new Date(milliseconds));
}

function millisecondsOf(dateTime: DateTime): number {
  return toDate(dateTime).getTime();
}

/** The AgentIds of the agents who are linked to the demo users agent@, upline@ and other@. */
export const own = { agent: 2, upline: 3, other: 4 } as const;

/** The values of a contact on which other records depend. */
export interface Person {
  ContactId: number;
  ContactGUID: string;
  AgentId: number;
  name: readonly [first: string, last: string];
  daysAgo: number;
  DateCreated: DateTime;
  Deleted: boolean;
  DoNotContact: boolean;
  /** Sorted by StartDate. */
  activities: { StartDate: DateTime; EventTypeId: number }[];
}

const batch = 500;

/**
 * Makes the random source of a part of the demo. The demo's seed and the part's name decide what it draws, so a change
 * of another part does not.
 */
export function sourceOf(part: string, seed: number, { constructor, rawDefinitions: locale }: Faker): Faker {
  // The package exports the class only together with all its languages.
  const source = new (constructor as typeof Faker)({ locale });
  source.seed([seed, ...Buffer.from(part)]);
  return source;
}

/** Gives the filling of a part of the demo, which draws from its own random source. */
export type Parts = (name: string) => Filling;

/** Writes a part of the demo database. All random choices come from faker, so its seed decides them. */
export class Filling {
  readonly calendar: Calendar;
  private readonly phones = new Map<string, number>();

  constructor(
    readonly db: Db,
    readonly cipher: FieldCipher,
    readonly faker: Faker,
    now: DateTime,
    readonly contacts: number,
    private readonly onWritten: (records: number) => void = () => undefined,
  ) {
    this.calendar = new Calendar(now, faker);
  }

  /** A random whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return this.faker.number.int({ min, max });
  }

  chance(probability: number): boolean {
    return this.faker.datatype.boolean(probability);
  }

  pick<T>(items: readonly T[]): T {
    return this.faker.helpers.arrayElement(items);
  }

  /** Picks `count` different items at random, and returns them in the order of the list. */
  some<T>(items: readonly T[], count: number): T[] {
    const chosen = new Set(this.faker.helpers.arrayElements([...items.keys()], count));
    return items.filter((_, index) => chosen.has(index));
  }

  guid(): string {
    return this.faker.string.uuid().replaceAll('-', '');
  }

  /** A social security number that begins with 900, because no person has such a number. */
  ssn(): string {
    return `900-${this.int(10, 99)}-${this.faker.string.numeric(4)}`;
  }

  /**
   * A telephone number reserved for fiction. Each area code has a hundred such numbers, which repeat only after all are
   * used. The numbers of agents.csv are the last to be used.
   */
  phone(areaCodes: readonly string[]): string {
    const areaCode = this.pick(areaCodes);
    const given = this.phones.get(areaCode) ?? 0;
    this.phones.set(areaCode, given + 1);
    return `(${areaCode}) 555-01${String((37 * given + 51) % 100).padStart(2, '0')}`;
  }

  /**
   * Writes the rows, which must have their keys, in batches. While a database server writes a batch, the next one is
   * taken from `rows`.
   */
  async put<E extends object>(entity: Class<E>, rows: Iterable<Partial<E>>): Promise<void> {
    let writing: Promise<void> | undefined;
    for (const waiting of chunksOf(rows, batch)) {
      await writing;
      writing = this.write(entity, waiting);
      writing.catch(() => undefined);
    }
    await writing;
  }

  /** Counts records that were written. */
  count(records: number): void {
    this.onWritten(records);
  }

  private async write<E extends object>(entity: Class<E>, rows: readonly Partial<E>[]): Promise<void> {
    await this.db.upsertAll(entity, rows);
    this.count(rows.length);
    // Yield to the event loop, because only then Node frees the memory of the SQLite driver's objects.
    if (isTurnOver()) await nextTurn();
  }
}

/** Adds the field `key` to the rows, with the values 1, 2, 3 … */
export function numbered<T extends object, K extends string>(
  key: K,
  rows: readonly T[],
): (Omit<T, K> & Record<K, number>)[] {
  return rows.map((row, index) => ({ ...row, [key]: index + 1 }) as Omit<T, K> & Record<K, number>);
}
