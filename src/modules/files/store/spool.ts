import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PayloadTooLarge } from '../../../errors/errors.js';
import { explain } from '../../../sets/source.js';

const algorithm = 'aes-256-ctr';
const blockLength = 16;
/** Number of bytes of one read. */
const readSize = 65_536;

/** An upload in a temporary file, which `close` frees. */
interface Spool {
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
  /** Reads the bytes from the beginning. Can be called several times. */
  readonly read: () => AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/**
 * Writes an upload to a temporary file. The file is unlinked, so that nothing remains after a crash, and encrypted with
 * a key that only this process has. limit: in bytes. Throws PayloadTooLarge, and Unavailable for a full disk.
 */
export async function spoolOf(bytes: AsyncIterable<Buffer>, limit: number): Promise<Spool> {
  const file = await nameless();
  const [key, start] = [randomBytes(32), randomBytes(blockLength)];
  try {
    const cipher = createCipheriv(algorithm, key, start);
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of bytes) {
      size += part.length;
      if (size > limit) throw new PayloadTooLarge(`The file is too large. Send at most ${limit} bytes.`);
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

async function nameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `agency-file-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600).catch(explain);
  await unlink(path);
  return file;
}
