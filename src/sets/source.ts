import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadRequest, Unavailable } from '../errors/errors.js';

/** Number of bytes per read. */
const chunkSize = 65_536;

/** A file to import. It can be read again from its beginning if the transaction is retried. */
export interface Source {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of a copied stream, hexadecimal; '' for a file. */
  readonly sha256: string;
  /**
   * The text from its beginning, without a byte order mark. onBytes: receives the number of bytes that were read.
   * Throws BadRequest for a file that is not UTF-8.
   */
  text(onBytes?: (read: number) => void): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** Opens the file, or copies stdin if the file is `-`. */
export async function openSource(file: string, stdin: Readable): Promise<Source> {
  return file === '-' ? copyOf(stdin, 'stdin') : sourceOf(file, file, async () => undefined);
}

/** Copies a stream to disk; close() removes the copy. shown: the name of the stream in errors. */
export async function copyOf(bytes: AsyncIterable<Uint8Array>, shown: string): Promise<Source> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-import-')).catch(explain);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'copy');
    const hash = createHash('sha256');
    const hashed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(hashed, createWriteStream(copy, { mode: 0o600 }));
    return await sourceOf(copy, shown, remove, hash.digest('hex'));
  } catch (error) {
    await remove();
    return explain(error);
  }
}

/** Throws Unavailable if the disk is full, and any other error unchanged. */
export function explain(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
  throw new Unavailable('The disk is full, so the file cannot be stored. Try again later.', {
    retryAfter: 60,
    cause: error,
  });
}

async function sourceOf(file: string, shown: string, close: () => Promise<void>, sha256 = ''): Promise<Source> {
  const found = await stat(file);
  if (found.isDirectory()) throw new BadRequest(`${shown} is a folder, not a file.`);
  const { size } = found;
  return { size, sha256, text: (onBytes) => decoded(file, shown, onBytes), close };
}

async function* decoded(file: string, shown: string, onBytes?: (read: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw otherwise(shown, 'in UTF-8, but probably in Latin-1 or Windows-1252');
    }
  };
  let read = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkSize }) as AsyncIterable<Buffer>) {
    if (read === 0) refuse(chunk, shown);
    yield decode(chunk);
    onBytes?.((read += chunk.length));
  }
  yield decode();
}

/** Throws BadRequest if the first bytes are those of another file format. */
function refuse(beginning: Buffer, shown: string): void {
  const [first, second] = beginning;
  if (beginning.toString('latin1', 0, 4) === 'PK\u0003\u0004')
    throw otherwise(shown, 'text, but a workbook or an archive');
  if (first === 0x1f && second === 0x8b)
    throw new BadRequest(`${shown} is compressed: unpack it first, as gunzip does.`);
  // A byte order mark of UTF-16, or ASCII characters of two bytes.
  const isUtf16 =
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
  if (isUtf16) throw otherwise(shown, 'in UTF-8, but in UTF-16');
}

function otherwise(shown: string, kind: string): BadRequest {
  return new BadRequest(
    `${shown} is not ${kind}. Save it as UTF-8; in a spreadsheet, as "CSV UTF-8 (comma delimited)".`,
  );
}
