import type { Config } from '../../config/config.js';
import type { Metrics } from '../../http/operations/metrics.js';
import { PasswordHashes } from './password-hashes.service.js';

it('hashes with argon2id: 19 MiB, two passes, one lane', async () => {
  const hashes = new PasswordHashes({ hashConcurrency: 1 } as Config, { gauge: jest.fn() } as unknown as Metrics);
  const hashed = await hashes.make('a pass phrase');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashes.verify(hashed, 'a pass phrase')).toBe(true);
  expect(await hashes.verify(hashed, 'another phrase')).toBe(false);
});
