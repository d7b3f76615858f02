import { readFileSync } from 'node:fs';

/** Every importable record set, each after the sets that it refers to, as docs/operations.md lists them. */
export const recordSets: readonly string[] = /in this order[^`]*```text\n([^`]*)```/
  .exec(readFileSync('docs/operations.md', 'utf8'))![1]
  .trim()
  .split(/\s+/);
