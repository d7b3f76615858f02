import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain } from '../../../../sets/source.js';

type Places = ReadonlyMap<string, readonly number[]>;

/** Parts of the alphabet. A part must fit in memory; each adds a read for each run. */
const mostParts = 256;
const bytesOfPlace = 4;

/** Where the terms of a run that belong to a part are in the file. */
interface Stretch {
  position: number;
  length: number;
}

/**
 * Terms with their places, sorted by means of a temporary file. Each run of them is written in order, cut at the same
 * terms, so that the runs can be read again part by part. The cuts make parts of the same size in the first run.
 */
export class TermRuns {
  private cuts: readonly string[] = [];
  private readonly parted: Stretch[][] = [];
  private end = 0;

  private constructor(private readonly file: FileHandle) {}

  /** The file has no name, so that nothing of it remains after this process, even if it is killed. */
  static async open(within = tmpdir()): Promise<TermRuns> {
    const folder = await mkdtemp(join(within, 'agency-terms-')).catch(explain);
    try {
      return new TermRuns(await open(join(folder, 'terms'), 'wx+', 0o600));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Adds a run. */
  async add(places: Places): Promise<void> {
    const terms = [...places.keys()].sort();
    if (this.parted.length === 0) this.cuts = cutsOf(terms, places);
    const stretches: Stretch[] = [];
    let at = 0;
    for (let part = 0; part <= this.cuts.length; part++) {
      const from = at;
      while (at < terms.length && (part === this.cuts.length || terms[at] < this.cuts[part])) at++;
      const bytes = written(terms.slice(from, at), places);
      await this.file.write(bytes, 0, bytes.length, this.end).catch(explain);
      stretches.push({ position: this.end, length: bytes.length });
      this.end += bytes.length;
    }
    this.parted.push(stretches);
  }

  /** The terms of all runs, in parts that follow each other. The places of a term are in the order of the runs. */
  async *parts(): AsyncGenerator<Places> {
    for (let part = 0; part <= this.cuts.length; part++) {
      const places = new Map<string, number[]>();
      for (const stretches of this.parted) {
        const { position, length } = stretches[part];
        const bytes = Buffer.allocUnsafe(length);
        await this.file.read(bytes, 0, length, position);
        readInto(places, bytes);
      }
      yield places;
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** Terms that divide the places into equal parts. A term with very many places forms a part alone. */
function cutsOf(terms: readonly string[], places: Places): string[] {
  const all = terms.reduce((sum, term) => sum + places.get(term)!.length, 0);
  const cuts: string[] = [];
  let size = 0;
  for (const term of terms) {
    const { length } = places.get(term)!;
    if (size > 0 && size + length > all / mostParts) {
      cuts.push(term);
      size = 0;
    }
    size += length;
  }
  return cuts;
}

/** Each term as its length, its bytes, the number of its places, and the places. */
function written(terms: readonly string[], places: Places): Buffer {
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

function readInto(places: Map<string, number[]>, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16LE(at);
    const term = bytes.toString('utf8', at + 2, at + 2 + length);
    at += 2 + length;
    let numbers = places.get(term);
    if (!numbers) places.set(term, (numbers = []));
    const end = at + 4 + bytes.readUInt32LE(at) * bytesOfPlace;
    for (at += 4; at < end; at += bytesOfPlace) numbers.push(bytes.readUInt32LE(at));
  }
}
