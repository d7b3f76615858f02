const fewest = 3;

/**
 * Writes ascending whole numbers as text: three or more numbers with equal steps in a short form (`1-500`, `7-22/3`),
 * other numbers singly.
 */
export function toRanges(ids: readonly (bigint | number)[]): string {
  const all = ids.map(BigInt);
  const parts: string[] = [];
  for (let from = 0; from < all.length;) {
    const step = from + 1 < all.length ? all[from + 1] - all[from] : 1n;
    let to = from;
    while (to + 1 < all.length && all[to + 1] - all[to] === step) to++;
    if (to - from + 1 >= fewest) parts.push(`${all[from]}-${all[to]}${step === 1n ? '' : `/${step}`}`);
    else parts.push(String(all[(to = from)]));
    from = to + 1;
  }
  return parts.join(',');
}

/**
 * Returns the numbers that toRanges wrote as `text`. They are BigInt, because an AuditId is an int64: in a database
 * that was tampered with, it may be beyond 2^53.
 */
export function fromRanges(text: string): bigint[] {
  const ids: bigint[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [range, step = '1'] = part.split('/');
    const [first, last = first] = range.split('-').map(BigInt);
    for (let id = first; id <= last; id += BigInt(step)) ids.push(id);
  }
  return ids;
}

/** Like fromRanges, for the numbers of seals, which are far below 2^53. */
export const seqsOf = (text: string): number[] => fromRanges(text).map(Number);
