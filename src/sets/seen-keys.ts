import { BadRequest } from '../errors/errors.js';
import type { Field } from '../record/metadata.js';

/** A file that is not in the order of its keys: it has to be read again with all of them kept. */
export class OutOfOrder extends Error {}

/** Bytes that the keys of a file that is not in their order may take together, and what each takes beside its text. */
const mostKept = 67_108_864;
const perKey = 48;

/**
 * The keys of a file's records so far. In the order of the keys, which is that of exports, the last one is enough.
 * Otherwise all of them are kept, as far as memory allows.
 */
export class SeenKeys {
  private last?: readonly unknown[];
  private readonly all = new Set<string>();
  private kept = 0;

  constructor(
    private readonly key: readonly Field[],
    private readonly keepAll: boolean,
  ) {}

  /**
   * Whether the record's key has been there before; from now on it has. Throws OutOfOrder unless all are kept, and
   * BadRequest where they are too many to keep.
   */
  repeats(record: Readonly<Record<string, unknown>>): boolean {
    const key = this.key.map(({ name }) => record[name]);
    if (this.keepAll) {
      const text = JSON.stringify(key);
      if (this.all.has(text)) return true;
      if ((this.kept += text.length + perKey) > mostKept) throw this.tooMany();
      this.all.add(text);
      return false;
    }
    const order = this.last ? this.compare(this.last, key) : -1;
    if (order > 0) throw new OutOfOrder();
    this.last = key;
    return order === 0;
  }

  private tooMany(): BadRequest {
    const names = this.key.map(({ name }) => name).join(', ');
    const rows = this.all.size.toLocaleString('en');
    return new BadRequest(
      `The file is not in the order of its key (${names}) and has more than ${rows} rows: ` +
        'sort it by the key, or split it into several files.',
    );
  }

  private compare(a: readonly unknown[], b: readonly unknown[]): number {
    for (const [index, { type }] of this.key.entries()) {
      const order = type.compare(a[index], b[index]);
      if (order !== 0) return order;
    }
    return 0;
  }
}
