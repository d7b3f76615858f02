import { BadRequest } from '../errors/errors.js';
import type { Field } from '../record/metadata.js';

/** Thrown if the file is not sorted by key. Read the file again with `keepAll` then. */
export class OutOfOrder extends Error {}

/**
 * `mostKept` is the maximum number of bytes for the keys of an unsorted file. `perKey` is the number of bytes that a
 * key needs in addition to its text.
 */
const mostKept = 67_108_864;
const perKey = 48;

/**
 * Finds repeated keys in a file. Exports are sorted by key, and a sorted file needs only its last key in memory. For
 * other files (`keepAll`) all keys are stored, up to a limit.
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
   * Stores the key, and returns whether an earlier record has it. Throws OutOfOrder for an unsorted file without
   * `keepAll`, and BadRequest for more keys than fit into memory.
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

/** Whether a key is missing, empty, 0, or a GUID of zeros. */
export function isEmptyKey(value: unknown): boolean {
  if (value === undefined || value === null || value === 0) return true;
  return typeof value === 'string' && /^(?:0*|[{}0-]{34,38})$/.test(value);
}
