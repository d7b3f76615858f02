import { BadRequest } from '../errors/errors.js';
import type { Field } from '../record/metadata.js';

/** The file is not sorted by key: read it again and keep all keys. */
export class OutOfOrder extends Error {}

/** Most bytes of the keys of an unsorted file, and the bytes that each key takes besides its text. */
const mostKept = 67_108_864;
const perKey = 48;

/**
 * The keys of the records read so far. Of a file sorted by key, as exports are, it keeps only the last key; otherwise
 * all keys, up to a limit.
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
   * Whether an earlier record has the same key; then stores the key. Throws OutOfOrder for an unsorted file unless all
   * keys are kept, and BadRequest if they are too many.
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

/** Missing, empty, 0, or a GUID of zeros. */
export function isEmptyKey(value: unknown): boolean {
  if (value === undefined || value === null || value === 0) return true;
  return typeof value === 'string' && /^(?:0*|[{}0-]{34,38})$/.test(value);
}
