import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadRequest } from '../errors/errors.js';

/** A file to import: it can be read again from its beginning when the database asks for another attempt. */
export interface Source {
  /** Bytes. */
  readonly size: number;
  /**
   * The text from its beginning, without a byte order mark. onBytes: how many have been read so far. Throws BadRequest.
   */
  text(onBytes?: (read: number) => void): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** The file, or a copy of stdin for `-`. */
export async function openSource(file: string, stdin: Readable): Promise<Source> {
  return file === '-' ? copyOf(stdin, 'stdin') : sourceOf(file, file, async () => undefined);
}

/** A copy of what comes in once, on disk until it is closed. shown: what it is called in errors. */
export async function copyOf(bytes: AsyncIterable<Uint8Array>, shown: string): Promise<Source> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-import-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'copy');
    await pipeline(bytes, createWriteStream(copy, { mode: 0o600 }));
    return await sourceOf(copy, shown, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function sourceOf(file: string, shown: string, close: () => Promise<void>): Promise<Source> {
  const { size } = await stat(file);
  return { size, text: (onBytes) => decoded(file, shown, onBytes), close };
}

async function* decoded(file: string, shown: string, onBytes?: (read: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new BadRequest(`${shown} is not valid UTF-8.`);
    }
  };
  let read = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
    yield decode(chunk);
    onBytes?.((read += chunk.length));
  }
  yield decode();
}
