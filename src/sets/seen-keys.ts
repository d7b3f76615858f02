import type { Field } from '../record/metadata.js';

/** A file that is not in the order of its keys: it has to be read again with all of them kept. */
export class OutOfOrder extends Error {}

/**
 * The keys of a file's records so far. In the order of the keys, which is that of exports, the last one says it all.
 */
export class SeenKeys {
  private last?: readonly unknown[];
  private readonly all = new Set<string>();

  constructor(
    private readonly key: readonly Field[],
    private readonly keepAll: boolean,
  ) {}

  /** Whether the record's key has been there before; from now on it has. Throws OutOfOrder unless all are kept. */
  repeats(record: Readonly<Record<string, unknown>>): boolean {
    const key = this.key.map(({ name }) => record[name]);
    if (this.keepAll) {
      const before = this.all.size;
      return this.all.add(JSON.stringify(key)).size === before;
    }
    const order = this.last ? this.compare(this.last, key) : -1;
    if (order > 0) throw new OutOfOrder();
    this.last = key;
    return order === 0;
  }

  private compare(a: readonly unknown[], b: readonly unknown[]): number {
    for (const [index, { type }] of this.key.entries()) {
      const order = type.compare(a[index], b[index]);
      if (order !== 0) return order;
    }
    return 0;
  }
}
