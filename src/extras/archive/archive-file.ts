import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { BadRequest } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';

export const archiveNames = ['audit', 'activities', 'visits'] as const;

export type ArchiveName = (typeof archiveNames)[number];

/** The content of `<file>.manifest.json` beside an archive. */
export interface Manifest {
  set: ArchiveName;
  before: DateTime;
  /** Id of the run that wrote the file. */
  run: string;
  lines: number;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
  /** In an archive of the audit: the numbers of the seals whose rows the file holds, as ranges. */
  seals?: string;
  /** Whether the rows have been deleted from the database. */
  removed: boolean;
}

type Sum = Pick<Manifest, 'lines' | 'sha256'>;

/** Maximum number of lines in memory at a time, and the approximate maximum of their characters. */
const batchSize = { lines: 500, characters: 4_194_304 };

/** An archive: a file with one JSON object a line, and its manifest. */
export class ArchiveFile {
  constructor(readonly path: string) {}

  private get manifestPath(): string {
    return `${this.path}.manifest.json`;
  }

  /** Returns undefined if the file or its manifest does not exist. */
  async manifest(): Promise<Manifest | undefined> {
    if (!existsSync(this.path) || !existsSync(this.manifestPath)) return undefined;
    return JSON.parse(await readFile(this.manifestPath, 'utf8')) as Manifest;
  }

  /**
   * Writes the lines to a temporary file, and renames it once it is complete and on the disk. `progress` receives the
   * number of written lines after each batch.
   */
  async write(
    batches: AsyncIterable<readonly string[]>,
    about: Omit<Manifest, keyof Sum>,
    progress: (lines: number) => void,
  ): Promise<Manifest> {
    if (existsSync(this.path)) throw new BadRequest(`${this.path} exists and is not an archive. Choose another path.`);
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

  /** Throws BadRequest if the file was changed since it was written. */
  check(manifest: Manifest): Promise<void> {
    return check(this.path, manifest);
  }

  async *batches(): AsyncGenerator<string[]> {
    let [batch, characters]: [string[], number] = [[], 0];
    for await (const line of createInterface({ input: createReadStream(this.path), crlfDelay: Infinity })) {
      batch.push(line);
      characters += line.length;
      if (batch.length < batchSize.lines && characters < batchSize.characters) continue;
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
    throw new BadRequest(`${path} does not match its manifest: it has ${found} of ${lines} lines, or altered lines.`);
}
