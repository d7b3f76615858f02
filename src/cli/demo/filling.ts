import type { Db } from '../../database/db.js';
import type { FieldCipher } from '../../database/sealed/field-cipher.js';
import type { Class } from '../../record/field-types.js';
import type { Calendar } from './calendar.js';
import { Random } from './random.js';

const batch = 500;

/** A demo database that is being filled. */
export class Filling {
  /** Records written so far. */
  written = 0;
  readonly random: Random;

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

  /** The chance of one thing alone, whatever else is made before it. */
  chanceOf(number: number): Random {
    return new Random(this.seed ^ Math.imul(number, 0x9e3779b1));
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
