import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.js';

type Keys = Pick<Config, 'fieldKey' | 'fieldKeysOld'>;

/** Number of bytes of the proof: an HMAC with SHA-256 of a text about the record, with FIELD_KEY. */
const proofLength = 32;

/**
 * The token of a link to a record: the bytes of its id, then the proof, so that no table stores tokens. A change of the
 * text breaks links in sent messages.
 */
export function linkToken(id: Uint8Array, text: string, { fieldKey }: Keys): string {
  return Buffer.concat([id, proofOf(text, fieldKey)]).toString('base64url');
}

/** The id of `length` bytes in a token; undefined for a text of another form. Only `isProven` checks the token. */
export function idIn(token: string, length: number): Buffer | undefined {
  return bytesOf(token, length)?.subarray(0, length);
}

/** Whether a token with an id of `length` bytes was made for `text`, with FIELD_KEY or one of FIELD_KEYS_OLD. */
export function isProven(token: string, length: number, text: string, { fieldKey, fieldKeysOld }: Keys): boolean {
  const proof = bytesOf(token, length)?.subarray(length);
  return proof !== undefined && [fieldKey, ...fieldKeysOld].some((key) => timingSafeEqual(proofOf(text, key), proof));
}

function bytesOf(token: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Encode the bytes again, because the decoder skips invalid characters: several texts decode to the same bytes.
  return bytes.length === length + proofLength && bytes.toString('base64url') === token ? bytes : undefined;
}

function proofOf(text: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
