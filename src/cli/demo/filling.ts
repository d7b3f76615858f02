import type { Db } from '../../database/db.js';
import type { FieldCipher } from '../../database/field-cipher.js';
import type { Class } from '../../record/kinds.js';
import type { Calendar } from './calendar.js';
import type { Random } from './random.js';

const batch = 500;

/** A demo database that is being filled. */
export class Filling {
  /** Records written so far. */
  written = 0;

  constructor(
    readonly db: Db,
    readonly cipher: FieldCipher,
    readonly random: Random,
    readonly calendar: Calendar,
    /** How many contacts are wanted. */
    readonly contacts: number,
    private readonly onWritten: (written: number) => void,
  ) {}

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
