import type { FileHandle } from 'node:fs/promises';
import { explain, openTemporaryFile } from '../../../../sets/source.js';

type Places = ReadonlyMap<string, readonly number[]>;

/** Number of blocks into which a run is divided. One block of each run is in memory at a time. */
const blocksOfRun = 64;
const bytesOfPlace = 4;

/** A block of a sorted run in the temporary file: consecutive terms with their places (see SortedTerms). */
interface Block {
  first: string;
  position: number;
  length: number;
}

/**
 * Sorts more terms (with places, see SortedTerms) than fit into memory, through a temporary file. Each run of terms is
 * sorted in memory and written to the file. Then all runs are read side by side, part by part of the alphabet. The
 * first terms of all blocks decide where the parts begin, because one run does not have the terms of the others: the
 * contacts come in the order of names.
 */
export class TermRuns {
  private readonly runs: (readonly Block[])[] = [];
  private size = 0;
  private end = 0;

  private constructor(
    private readonly file: FileHandle,
    /** Number of places in a part of the alphabet. */
    private readonly most: number,
  ) {}

  static async open(most: number, within?: string): Promise<TermRuns> {
    return new TermRuns(await openTemporaryFile(within), most);
  }

  /** Writes these terms with their places to the file, as a new run. */
  async add(places: Places): Promise<void> {
    const blocks: Block[] = [];
    for (const terms of inBlocks(places)) {
      const bytes = encoded(terms, places);
      await this.file.write(bytes, 0, bytes.length, this.end).catch(explain);
      blocks.push({ first: terms[0], position: this.end, length: bytes.length });
      this.end += bytes.length;
    }
    this.runs.push(blocks);
    for (const numbers of places.values()) this.size += numbers.length;
  }

  /** The terms of all runs, in parts that follow each other in the alphabet, with places in the order of the runs. */
  async *parts(): AsyncGenerator<Places> {
    const readers = this.runs.map((blocks) => new RunReader(this.file, blocks));
    for (const end of [...this.cuts(), undefined]) {
      const places = new Map<string, number[]>();
      for (const reader of readers) await reader.read(places, end);
      yield places;
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** The terms with which the second part and each later part begin. */
  private cuts(): string[] {
    const sample = this.runs.flatMap((blocks) => blocks.map(({ first }) => first)).sort();
    const step = Math.max(1, Math.floor((sample.length * this.most) / this.size));
    const cuts = sample.filter((_, at) => at > 0 && at % step === 0);
    return cuts.filter((cut, at) => cut !== cuts[at - 1]);
  }
}

/** Reads a run from its first term to its last, and keeps one block of it in memory. */
class RunReader {
  private next = 0;
  /** Holds each block in turn, because a buffer for each of them would be collected late. */
  private readonly memory: Buffer;
  private block: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(
    private readonly file: FileHandle,
    private readonly blocks: readonly Block[],
  ) {
    this.memory = Buffer.allocUnsafeSlow(Math.max(0, ...blocks.map(({ length }) => length)));
  }

  /**
   * Reads the next terms of the run, and adds their places to `places`: all terms before the term `end`, or all
   * remaining terms if `end` is undefined.
   */
  async read(places: Map<string, number[]>, end: string | undefined): Promise<void> {
    do if (!this.readBlock(places, end)) return;
    while (await this.load());
  }

  /** Reads on in the current block to the term `last`. Returns whether it reached the end of the block. */
  private readBlock(places: Map<string, number[]>, last: string | undefined): boolean {
    const { block } = this;
    while (this.at < block.length) {
      const length = block.readUInt16LE(this.at);
      let at = this.at + 2 + length;
      const term = block.toString('utf8', this.at + 2, at);
      if (last !== undefined && term >= last) return false;
      let numbers = places.get(term);
      if (!numbers) places.set(term, (numbers = []));
      const end = at + 4 + block.readUInt32LE(at) * bytesOfPlace;
      for (at += 4; at < end; at += bytesOfPlace) numbers.push(block.readUInt32LE(at));
      this.at = end;
    }
    return true;
  }

  /** Loads the next block; returns false after the last one. */
  private async load(): Promise<boolean> {
    if (this.next === this.blocks.length) return false;
    const { position, length } = this.blocks[this.next++];
    this.block = this.memory.subarray(0, length);
    this.at = 0;
    await this.file.read(this.block, 0, length, position);
    return true;
  }
}

/** The terms in alphabetical order, in blocks with about the same number of places. */
function* inBlocks(places: Places): Generator<string[]> {
  let all = 0;
  for (const numbers of places.values()) all += numbers.length;
  let block: string[] = [];
  let size = 0;
  for (const term of [...places.keys()].sort()) {
    block.push(term);
    size += places.get(term)!.length;
    if (size < all / blocksOfRun) continue;
    yield block;
    block = [];
    size = 0;
  }
  if (block.length > 0) yield block;
}

/** The bytes of a block: for each term its length, its text, the number of its places, and the places. */
function encoded(terms: readonly string[], places: Places): Buffer {
  const size = terms.reduce(
    (sum, term) => sum + 6 + Buffer.byteLength(term) + places.get(term)!.length * bytesOfPlace,
    0,
  );
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const term of terms) {
    const length = bytes.write(term, at + 2);
    bytes.writeUInt16LE(length, at);
    at += 2 + length;
    const numbers = places.get(term)!;
    at = bytes.writeUInt32LE(numbers.length, at);
    for (const number of numbers) at = bytes.writeUInt32LE(number, at);
  }
  return bytes;
}
