/**
 * Search terms with their places: whole numbers, in the order in which they were added to their term. All places are in
 * one array, because an array for each term would stay in memory until V8 collects the whole heap.
 */
export class TermPlaces {
  /** By term, the index of its last place. */
  private last = new Map<string, number>();
  private readonly places: number[] = [];
  /** By the index of a place, the index of the previous place of its term; -1 for the first one. */
  private readonly previous: number[] = [];
  private count = 0;

  /** Number of places of all terms. */
  get size(): number {
    return this.count;
  }

  add(term: string, place: number): void {
    this.places[this.count] = place;
    this.previous[this.count] = this.last.get(term) ?? -1;
    this.last.set(term, this.count++);
  }

  /** The terms in alphabetical order, each with its places. */
  *sorted(): Generator<[term: string, places: readonly number[]], void> {
    for (const term of [...this.last.keys()].sort()) yield [term, this.of(term)];
  }

  /**
   * Removes all terms. Keeps the arrays, to use their memory again, but not the map: V8 would allocate everything that
   * an old map needs when it grows again in the old generation, which it collects late.
   */
  clear(): void {
    this.last = new Map();
    this.count = 0;
  }

  private of(term: string): number[] {
    const found: number[] = [];
    for (let at = this.last.get(term)!; at >= 0; at = this.previous[at]) found.push(this.places[at]);
    return found.reverse();
  }
}
