/** The candidate that takes the fewest changes of single characters to become the name, in any letter case. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.slice(0, 100).toLowerCase();
  const distances = candidates.map((candidate) => ({ candidate, size: distance(wanted, candidate.toLowerCase()) }));
  return distances.sort((a, b) => a.size - b.size).at(0)?.candidate;
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, character] of [...a].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at++)
      next.push(Math.min(next[at - 1] + 1, row[at] + 1, row[at - 1] + (character === b[at - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
