import type { FileHandle } from 'node:fs/promises';
import { explain, openTemporaryFile } from '../../../../sets/source.js';
import { TermPlaces } from './term-places.js';

type Term = readonly [term: string, places: readonly number[]];

/** Number of blocks into which a run is divided. One block of each run is in memory at a time. */
const blocksOfRun = 16;
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
  async add(places: TermPlaces): Promise<void> {
    const blocks: Block[] = [];
    for (const terms of inBlocks(places)) {
      const bytes = encoded(terms);
      await this.file.write(bytes, 0, bytes.length, this.end).catch(explain);
      blocks.push({ first: terms[0][0], position: this.end, length: bytes.length });
      this.end += bytes.length;
    }
    this.runs.push(blocks);
    this.size += places.size;
  }

  /**
   * The terms of all runs, in parts that follow each other in the alphabet, with places in the order of the runs. The
   * next part replaces the one before.
   */
  async *parts(): AsyncGenerator<TermPlaces> {
    const readers = this.runs.map((blocks) => new RunReader(this.file, blocks));
    const places = new TermPlaces();
    for (const end of [...this.cuts(), undefined]) {
      for (const reader of readers) await reader.read(places, end);
      yield places;
      places.clear();
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
  async read(places: TermPlaces, end: string | undefined): Promise<void> {
    do if (!this.readBlock(places, end)) return;
    while (await this.load());
  }

  /** Reads on in the current block to the term `last`. Returns whether it reached the end of the block. */
  private readBlock(places: TermPlaces, last: string | undefined): boolean {
    const { block } = this;
    while (this.at < block.length) {
      const length = block.readUInt16LE(this.at);
      let at = this.at + 2 + length;
      const term = block.toString('utf8', this.at + 2, at);
      if (last !== undefined && term >= last) return false;
      const end = at + 4 + block.readUInt32LE(at) * bytesOfPlace;
      for (at += 4; at < end; at += bytesOfPlace) places.add(term, block.readUInt32LE(at));
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
function* inBlocks(places: TermPlaces): Generator<Term[]> {
  let block: Term[] = [];
  let size = 0;
  for (const term of places.sorted()) {
    block.push(term);
    size += term[1].length;
    if (size < places.size / blocksOfRun) continue;
    yield block;
    block = [];
    size = 0;
  }
  if (block.length > 0) yield block;
}

/** The bytes of a block: for each term its length, its text, the number of its places, and the places. */
function encoded(terms: readonly Term[]): Buffer {
  const size = terms.reduce(
    (sum, [term, places]) => sum + 6 + Buffer.byteLength(term) + places.length * bytesOfPlace,
    0,
  );
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [term, places] of terms) {
    const length = bytes.write(term, at + 2);
    bytes.writeUInt16LE(length, at);
    at += 2 + length;
    at = bytes.writeUInt32LE(places.length, at);
    for (const place of places) at = bytes.writeUInt32LE(place, at);
  }
  return bytes;
}
