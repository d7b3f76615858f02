import argon2 from '@node-rs/argon2';
import type { Metrics } from '../../observability/metrics.js';
import { PasswordHashesService } from './password-hashes.service.js';

const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const hashes = new PasswordHashesService({ gauge: jest.fn() } as unknown as Metrics);

it('hashes with argon2id: 19 MiB, two passes, one lane', async () => {
  const hashed = await hashes.make('a pass phrase');
  expect(hashed).toMatch(cost);
  expect(await hashes.verify(hashed, 'a pass phrase')).toBe(true);
  expect(await hashes.verify(hashed, 'another phrase')).toBe(false);
});

it('verifies a dummy hash of the same cost for an unknown user', async () => {
  await hashes.onModuleInit();
  const verify = jest.spyOn(argon2, 'verify');
  for (const none of [undefined, null, '']) {
    expect(await hashes.verify(none, 'a pass phrase')).toBe(false);
    expect(verify.mock.lastCall?.[0]).toMatch(cost);
  }
  expect(verify).toHaveBeenCalledTimes(3);
  verify.mockRestore();
});

it('hashes two passwords at once, and the others after them', async () => {
  let running = 0;
  let most = 0;
  const hash = jest.spyOn(argon2, 'hash').mockImplementation(async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return 'hashed';
  });
  expect(await Promise.all(Array.from({ length: 6 }, () => hashes.make('a pass phrase')))).toHaveLength(6);
  expect([most, hash.mock.calls.length]).toEqual([2, 6]);
  hash.mockRestore();
});
