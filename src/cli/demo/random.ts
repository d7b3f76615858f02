/** Chance that a seed decides: the same seed, the same sequence, on every machine (xoshiro128**). */
export class Random {
  private readonly state: Uint32Array;

  constructor(seed: number) {
    // SplitMix32 spreads a small seed over the whole state.
    let mixed = seed >>> 0;
    this.state = Uint32Array.from({ length: 4 }, () => {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      return word ^ (word >>> 15);
    });
  }

  /** A whole number of 32 bits. */
  word(): number {
    const { state } = this;
    const result = Math.imul(rotated(Math.imul(state[1], 5), 7), 9) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotated(state[3], 11);
    return result;
  }

  /** A whole number from least to most, both included. */
  int(least: number, most: number): number {
    return least + Math.floor((this.word() / 2 ** 32) * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.word() / 2 ** 32 < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)];
  }

  /** Different ones, in the order of the list. */
  some<T>(items: readonly T[], count: number): T[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, items.length)) chosen.add(this.int(0, items.length - 1));
    return items.filter((_, index) => chosen.has(index));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.map(() => left.splice(this.int(0, left.length - 1), 1)[0]);
  }

  guid(): string {
    const hex = Array.from({ length: 4 }, () => this.word().toString(16).padStart(8, '0')).join('');
    // The form of a random UUID: version 4, variant 8.
    return `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
  }

  letter(): string {
    return String.fromCharCode(this.int(65, 90));
  }

  /** Numbers that begin with 900 are never given out. */
  ssn(): string {
    return `900-${this.int(10, 99)}-${this.digits(4)}`;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('');
  }
}

function rotated(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
