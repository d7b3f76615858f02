import type { Db } from '../../database/db.js';
import type { FieldCipher } from '../../database/sealed/field-cipher.js';
import type { Class } from '../../record/field-types.js';
import type { Calendar } from './calendar.js';
import { Random } from './random.js';

const batch = 500;

/** What has a chance of its own for each number. */
const topics = ['owner', 'person', 'creation', 'activities', 'invitation', 'agent', 'ledger', 'plan', 'sheet'] as const;

/** A demo database that is being filled. */
export class Filling {
  /** Records written so far. */
  written = 0;
  readonly random: Random;
  private readonly phones = new Map<string, number>();

  constructor(
    readonly db: Db,
    readonly cipher: FieldCipher,
    private readonly seed: number,
    readonly calendar: Calendar,
    /** How many contacts are wanted. */
    readonly contacts: number,
    private readonly onWritten: (written: number) => void,
  ) {
    this.random = new Random(seed);
  }

  /** The chance of one thing alone, whatever else is made before it: what it decides can be told again. */
  chanceOf(topic: (typeof topics)[number], number: number): Random {
    return new Random(this.seed ^ Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(topics.indexOf(topic) + 1, 0x85ebca6b));
  }

  /** A number that is kept for fiction: each of an area's hundred before one comes again. */
  phone(areaCode: string): string {
    const given = this.phones.get(areaCode) ?? 0;
    this.phones.set(areaCode, given + 1);
    return `(${areaCode}) 555-01${String((37 * given + 11) % 100).padStart(2, '0')}`;
  }

  /** Writes the rows as they come, a batch at a time. Keys are stated. */
  async put<E extends object>(entity: Class<E>, rows: Iterable<Partial<E>>): Promise<void> {
    let waiting: Partial<E>[] = [];
    for (const row of rows) {
      waiting.push(row);
      if (waiting.length < batch) continue;
      await this.write(entity, waiting);
      waiting = [];
    }
    await this.write(entity, waiting);
  }

  private async write<E extends object>(entity: Class<E>, rows: readonly Partial<E>[]): Promise<void> {
    await this.db.upsertAll(entity, rows);
    this.written += rows.length;
    this.onWritten(this.written);
  }
}
