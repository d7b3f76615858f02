const fewest = 3;

/** Ascending whole numbers as text: runs with the same step between them in short (`1-500`, `7-22/3`), others alone. */
export function toRanges(ids: readonly number[]): string {
  const parts: string[] = [];
  for (let from = 0; from < ids.length;) {
    const step = ids[from + 1] - ids[from];
    let to = from;
    while (to + 1 < ids.length && ids[to + 1] - ids[to] === step) to++;
    if (to - from + 1 >= fewest) parts.push(`${ids[from]}-${ids[to]}${step === 1 ? '' : `/${step}`}`);
    else parts.push(String(ids[(to = from)]));
    from = to + 1;
  }
  return parts.join(',');
}

export function fromRanges(text: string): number[] {
  const ids: number[] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [range, step = '1'] = part.split('/');
    const [first, last = first] = range.split('-').map(Number);
    for (let id = first; id <= last; id += Number(step)) ids.push(id);
  }
  return ids;
}
