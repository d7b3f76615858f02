import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { ownTemporaryFolder } from '../../test/support/data/files.js';
import { spoolOf } from './source.js';

let temporary: ReturnType<typeof ownTemporaryFolder>;
beforeAll(() => (temporary = ownTemporaryFolder()));
afterAll(() => temporary.drop());

const text = 'Zoë,1\r\n'.repeat(20_000);
const parts = () => Readable.from([Buffer.from(text.slice(0, 7)), Buffer.from(text.slice(7))]);

it('reads an upload several times from a file without a name, so that a killed process leaves nothing', async () => {
  const spool = await spoolOf(parts());
  expect(readdirSync(temporary.folder)).toEqual([]);
  for (let time = 0; time < 2; time++) {
    const read: Buffer[] = [];
    for await (const part of spool.read()) read.push(part);
    expect(Buffer.concat(read).toString()).toBe(text);
  }
  expect(spool).toMatchObject({ size: Buffer.byteLength(text), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await spool.close();
});

it('refuses an upload that is longer than the limit', async () => {
  await expect(spoolOf(parts(), 100)).rejects.toThrow('Send at most 100 bytes');
});
