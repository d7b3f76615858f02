import { distance } from 'fastest-levenshtein';

/** Number of characters of a wrong name that are compared. They are enough, because known names are shorter. */
const longestRead = 64;
/** Minimum length of a wrong name for which known names that contain it are searched. */
const shortestPart = 3;
/** Number of wrong names in a request for which the nearest known name is searched. */
export const mostSearched = 3;

/**
 * Returns a function that finds the nearest known name, for the first three wrong names only: a search takes
 * milliseconds, and a request may have hundreds of wrong names.
 */
export function nearestOfFirst(candidates: readonly string[]): (name: string) => string | undefined {
  let searched = 0;
  return (name) => (searched++ < mostSearched ? nearest(name, candidates) : undefined);
}

/**
 * The candidate that differs from `name` by the fewest single-character changes, in any letter case. If the number of
 * changes is more than half of the name's length, a candidate that contains the whole name is returned instead:
 * ProjectName for Name.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.slice(0, longestRead).toLowerCase();
  let found = candidates.at(0);
  let fewest = Infinity;
  for (const candidate of candidates) {
    const changes = distance(wanted, candidate.toLowerCase());
    if (changes < fewest) [found, fewest] = [candidate, changes];
  }
  if (wanted.length < shortestPart || fewest <= wanted.length / 2) return found;
  return candidates.find((candidate) => candidate.toLowerCase().includes(wanted)) ?? found;
}
