import type { Config } from '../../config/config.js';
import { RequestHashes } from './idempotency.js';

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const hashes = (fieldKey: Uint8Array, ...fieldKeysOld: Uint8Array[]): RequestHashes =>
  new RequestHashes({ fieldKey, fieldKeysOld } as unknown as Config);
const request = ['addUser', Buffer.from('{"OwnPassword":"correct horse"}')];

it('hashes the same request differently with another FIELD_KEY', () => {
  const [first, second] = [hashes(key(1)), hashes(key(2))].map((one) => one.of(request).split('.')[1]);
  expect(first).not.toBe(second);
});

it('recognizes exactly the same request by a hash with a former FIELD_KEY', () => {
  const before = hashes(key(1)).of(request);
  const now = hashes(key(2), key(1));
  expect(now.isOf(before, request)).toBe(true);
  expect(now.isOf(before, ['addUser', 'another body'])).toBe(false);
});

it('returns undefined if the key of a hash is no longer configured', () => {
  expect(hashes(key(2)).isOf(hashes(key(1)).of(request), request)).toBeUndefined();
});
