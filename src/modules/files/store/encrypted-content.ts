import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { ByteRange } from './file-store.js';

// Content is encrypted in chunks by AES-256-GCM, so that a download can start at any chunk, and each chunk is verified
// before it is sent. The nonce of a chunk consists of its number and whether it is the last one, so that chunks cannot
// be swapped or cut off. The key of each object is derived from its name, so that no key uses a nonce twice.

const algorithm = 'aes-256-gcm';
/** Number of bytes of content in a chunk. */
const chunkSize = 65_536;
const tagLength = 16;
const encryptedChunk = chunkSize + tagLength;

function chunksIn(size: number): number {
  return Math.max(1, Math.ceil(size / chunkSize));
}

/** Number of bytes of the encrypted content. `size` is the number of bytes of the clear content. */
export function encryptedSize(size: number): number {
  return size + chunksIn(size) * tagLength;
}

/** Encrypts content. `size` is its number of bytes. Throws if the content has another size. */
export async function* encryptContent(
  key: KeyObject,
  size: number,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let number = 0;
  let cipher = cipherOf(key, number, size);
  let inChunk = 0;
  for await (let part of bytes) {
    while (part.length > 0) {
      if (inChunk === chunkSize) {
        cipher.final();
        yield cipher.getAuthTag();
        cipher = cipherOf(key, ++number, size);
        inChunk = 0;
      }
      const taken = part.subarray(0, chunkSize - inChunk);
      yield cipher.update(taken);
      inChunk += taken.length;
      part = part.subarray(taken.length);
    }
  }
  cipher.final();
  yield cipher.getAuthTag();
  if (number * chunkSize + inChunk !== size) throw new Error(`The content does not have ${size} bytes.`);
}

/** The range of the encrypted content whose chunks contain a range of the clear content, which has `size` bytes. */
export function encryptedRange({ start, end }: ByteRange, size: number): ByteRange {
  return {
    start: Math.floor(start / chunkSize) * encryptedChunk,
    end: Math.min((Math.floor(end / chunkSize) + 1) * encryptedChunk, encryptedSize(size)) - 1,
  };
}

/**
 * Decrypts a range of the clear content. `encrypted` are the bytes of the range that `encryptedRange` returns.
 * Throws for changed or missing bytes.
 */
export async function* openContent(
  key: KeyObject,
  size: number,
  range: ByteRange,
  encrypted: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let number = Math.floor(range.start / chunkSize);
  const last = Math.min(Math.floor(range.end / chunkSize), chunksIn(size) - 1);
  for await (const chunk of cut(encrypted)) {
    if (number > last) throw new Error('The stored content is too long.');
    const content = openChunk(key, number, size, chunk);
    const from = number * chunkSize;
    yield content.subarray(Math.max(0, range.start - from), range.end + 1 - from);
    number++;
  }
  if (number <= last) throw new Error('The stored content is cut off.');
}

/** Cuts the bytes into encrypted chunks. All share one buffer to save memory: use a chunk before you read the next. */
async function* cut(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(encryptedChunk);
  let length = 0;
  for await (let part of bytes) {
    while (length + part.length >= encryptedChunk) {
      part = part.subarray(part.copy(chunk, length));
      yield chunk;
      length = 0;
    }
    length += part.copy(chunk, length);
  }
  if (length > 0) yield chunk.subarray(0, length);
}

function openChunk(key: KeyObject, number: number, size: number, encrypted: Buffer): Buffer {
  const end = encrypted.length - tagLength;
  if (end < 0) throw new Error('The stored content is cut off.');
  const decipher = createDecipheriv(algorithm, key, nonceOf(number, size), { authTagLength: tagLength });
  decipher.setAuthTag(encrypted.subarray(end));
  const content = decipher.update(encrypted.subarray(0, end));
  decipher.final();
  return content;
}

function cipherOf(key: KeyObject, number: number, size: number) {
  return createCipheriv(algorithm, key, nonceOf(number, size));
}

function nonceOf(number: number, size: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = number === chunksIn(size) - 1 ? 1 : 0;
  return nonce;
}
