import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadRequest, PayloadTooLarge, Unavailable } from '../errors/errors.js';
import { sizeText } from '../record/values/size-text.js';

const algorithm = 'aes-256-ctr';
const blockLength = 16;
/** Number of bytes that are read at once. */
const readSize = 65_536;
/** Codes of errors for a folder that is missing or cannot be written. */
const unusable = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS']);

/** A file to import, which can be read again if the transaction is retried. */
export interface Source {
  /** Size of the file in bytes. */
  readonly size: number;
  /** SHA-256 of a copied stream, hexadecimal; '' for a file. */
  readonly sha256: string;
  /**
   * The text of the file, without a byte order mark. `onBytes` receives the number of bytes read so far. Throws
   * BadRequest for a file that is not UTF-8.
   */
  text(onBytes?: (read: number) => void): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** Opens a file. For the name `-`, it copies `stdin` to a temporary file. */
export async function openSource(file: string, stdin: AsyncIterable<Uint8Array>): Promise<Source> {
  if (file === '-') return copyOf(stdin, 'stdin');
  const found = await stat(file);
  if (found.isDirectory()) throw new BadRequest(`${file} is a folder, not a file.`);
  const read = (): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: readSize });
  return {
    size: found.size,
    sha256: '',
    text: (onBytes) => decoded(read(), file, onBytes),
    close: async () => undefined,
  };
}

/** Copies a stream to a temporary file, which `close` frees. Error messages call the stream by the name `shown`. */
export async function copyOf(bytes: AsyncIterable<Uint8Array>, shown: string): Promise<Source> {
  const { size, sha256, read, close } = await spoolOf(bytes);
  return { size, sha256, text: (onBytes) => decoded(read(), shown, onBytes), close };
}

async function* decoded(
  bytes: AsyncIterable<Buffer>,
  shown: string,
  onBytes?: (read: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw otherwise(shown, 'in UTF-8, but probably in Latin-1 or Windows-1252');
    }
  };
  let read = 0;
  for await (const chunk of bytes) {
    if (read === 0) refuse(chunk, shown);
    yield decode(chunk);
    onBytes?.((read += chunk.length));
  }
  yield decode();
}

/** Throws BadRequest if the first bytes belong to another file format. */
function refuse(beginning: Buffer, shown: string): void {
  const [first, second] = beginning;
  if (beginning.toString('latin1', 0, 4) === 'PK\u0003\u0004')
    throw otherwise(shown, 'text, but a workbook or an archive');
  if (first === 0x1f && second === 0x8b)
    throw new BadRequest(`${shown} is compressed: unpack it first, as gunzip does.`);
  // UTF-16 text begins with a byte order mark, or with an ASCII character, of whose two bytes one is zero.
  const isUtf16 =
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
  if (isUtf16) throw otherwise(shown, 'in UTF-8, but in UTF-16');
}

function otherwise(shown: string, kind: string): BadRequest {
  return new BadRequest(
    `${shown} is not ${kind}. Save it as UTF-8; in a spreadsheet, as "CSV UTF-8 (comma delimited)".`,
  );
}

/** An upload in a temporary file, which `close` frees. */
interface Spool {
  /** Size of the upload in bytes. */
  readonly size: number;
  /** SHA-256 of the upload, hexadecimal. */
  readonly sha256: string;
  /** Reads from the beginning. You may call it several times. */
  readonly read: () => AsyncGenerator<Buffer>;
  readonly close: () => Promise<void>;
}

/**
 * Writes an upload to a temporary file, encrypted with a key that only this process has. Throws PayloadTooLarge for
 * more than `limit` bytes, and Unavailable for a full disk.
 */
export async function spoolOf(bytes: AsyncIterable<Uint8Array>, limit = Infinity): Promise<Spool> {
  const file = await openTemporaryFile();
  const [key, start] = [randomBytes(32), randomBytes(blockLength)];
  try {
    const cipher = createCipheriv(algorithm, key, start);
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of bytes) {
      size += part.length;
      if (size > limit) throw new PayloadTooLarge(`The file is too large. Send at most ${sizeText(limit)}.`);
      hash.update(part);
      await file.appendFile(cipher.update(part)).catch(explain);
    }
    const read = async function* (): AsyncGenerator<Buffer> {
      const decipher = createDecipheriv(algorithm, key, start);
      // One buffer is enough, because decryption copies the bytes.
      const buffer = Buffer.allocUnsafe(readSize);
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(buffer, 0, readSize, at);
        if (bytesRead === 0) throw new Error('The temporary file is cut off.');
        yield decipher.update(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
    };
    return { size, sha256: hash.digest('hex'), read, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Opens a new file in `folder` and unlinks it at once, so that nothing remains even if the process is killed. Throws
 * Unavailable for a full disk, and for a folder that is missing or that the service may not write.
 */
export async function openTemporaryFile(folder = tmpdir()): Promise<FileHandle> {
  const path = join(folder, `agency-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    if (!unusable.has(String((error as { code?: unknown }).code))) return explain(error);
    const cause = new Error(`TMPDIR must name a folder that the service may write, not ${folder}.`, { cause: error });
    throw new Unavailable('The folder for temporary files (TMPDIR) cannot be used now. Try again later.', {
      retryAfter: 60,
      cause,
    });
  });
  await unlink(path);
  return file;
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
