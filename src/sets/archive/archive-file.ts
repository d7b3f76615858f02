import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { BadRequest } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import type { ArchiveName } from './archive-names.js';

/** What an archive file is, beside it in `<file>.manifest.json`. */
export interface Manifest {
  set: ArchiveName;
  before: DateTime;
  /** Of the run that wrote it. */
  run: string;
  lines: number;
  /** Of the file, hexadecimal. */
  sha256: string;
  /** Of the audit: the seals whose rows it holds, as ranges. */
  seals?: string;
  /** Whether its rows are gone from the database. */
  removed: boolean;
}

type Sum = Pick<Manifest, 'lines' | 'sha256'>;

/** Lines and characters that are held at once. */
const most = { lines: 500, characters: 4_194_304 };

/** JSON lines that hold rows, for which the database will be the second place soon and none later. */
export class ArchiveFile {
  constructor(readonly path: string) {}

  private get manifestPath(): string {
    return `${this.path}.manifest.json`;
  }

  /** undefined: there is no file, or it was never finished. */
  async manifest(): Promise<Manifest | undefined> {
    if (!existsSync(this.path) || !existsSync(this.manifestPath)) return undefined;
    return JSON.parse(await readFile(this.manifestPath, 'utf8')) as Manifest;
  }

  /** Writes the file; once it has its name, it is on the disk as it was written. progress: told of each batch. */
  async write(
    batches: AsyncIterable<readonly string[]>,
    about: Omit<Manifest, keyof Sum>,
    progress: (lines: number) => void,
  ): Promise<Manifest> {
    if (existsSync(this.path)) throw new BadRequest(`${this.path} is there already, and no archive.`);
    await mkdir(dirname(this.path), { recursive: true });
    const part = `${this.path}.part`;
    const hash = createHash('sha256');
    let lines = 0;
    await onDisk(part, async (write) => {
      for await (const batch of batches) {
        const text = batch.map((line) => `${line}\n`).join('');
        hash.update(text);
        await write(text);
        progress((lines += batch.length));
      }
    });
    const manifest = { ...about, lines, sha256: hash.digest('hex') };
    await check(part, manifest);
    await this.keep(manifest);
    await rename(part, this.path);
    await syncFolder(this.path);
    return manifest;
  }

  async keep(manifest: Manifest): Promise<void> {
    const part = `${this.manifestPath}.part`;
    await onDisk(part, (write) => write(`${JSON.stringify(manifest, null, 2)}\n`));
    await rename(part, this.manifestPath);
    await syncFolder(this.path);
  }

  /** Throws BadRequest for a file that is not as it was written. */
  check(manifest: Manifest): Promise<void> {
    return check(this.path, manifest);
  }

  /** The lines, some at a time. */
  async *batches(): AsyncGenerator<string[]> {
    let [batch, characters]: [string[], number] = [[], 0];
    for await (const line of createInterface({ input: createReadStream(this.path), crlfDelay: Infinity })) {
      batch.push(line);
      characters += line.length;
      if (batch.length < most.lines && characters < most.characters) continue;
      yield batch;
      [batch, characters] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }
}

async function onDisk(path: string, work: (write: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await work((text) => file.writeFile(text));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

async function check(path: string, { lines, sha256 }: Sum): Promise<void> {
  const hash = createHash('sha256');
  let found = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) found++;
  }
  if (found !== lines || hash.digest('hex') !== sha256)
    throw new BadRequest(`${path} is not as it was written: ${found} lines of ${lines}, or other ones.`);
}
