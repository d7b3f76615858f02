import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { secretsFile } from '../../config/kept-secrets.js';

const folder = mkdtempSync(join(tmpdir(), 'agency-encrypted-'));
const inFolder = (name: string): string => join(folder, name);
const database = inFolder('live.sqlite');
const backup = inFolder('backup.age');
const { JWT_SECRET, FIELD_KEY, ...settings } = cliSettings(`sqlite:${database}`);
const call = (command: string, file = database): Promise<Outcome> =>
  agency(command.split(' '), { ...settings, DATABASE_URL: `sqlite:${file}` });
const written = (name: string, content: string | Buffer): string => {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
};
const eventTypes = (file: string): unknown => {
  const connection = new Database(file, { readonly: true });
  const found = connection.prepare('SELECT * FROM event_types ORDER BY EventTypeId').all();
  connection.close();
  return found;
};

const state = (): unknown => [
  ...[database, secretsFile(database)].map((file) => createHash('sha256').update(readFileSync(file)).digest('hex')),
  readdirSync(folder).sort(),
];

let pair: string;
let publicKey: string;
let other: string;

beforeAll(async () => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  pair = written('pair.txt', `# public key: ${recipient}\n${identity}\n`);
  publicKey = written('public.txt', `${recipient}\n`);
  other = written('other.txt', await generateX25519Identity());
  expect((await call('migrate')).code).toBe(0);
  const types = Array.from({ length: 4000 }, (_, at) => `${at + 1},Type ${at} of many,Outreach\n`).join('');
  await agency(['import', 'event-types', '-'], settings, `EventTypeId,EventTypeName,EventCategory\n${types}`);
  const made = await call(`backup ${backup} --key-file ${publicKey}`);
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Copied and encrypted') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('`agency backup` encrypts the whole database and its secrets, and leaves no other file', () => {
  for (const file of [backup, secretsFile(backup)]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file, 'latin1');
    expect(bytes.startsWith('age-encryption.org/v1\n')).toBe(true);
    for (const secret of ['SQLite format', 'of many', 'FIELD_KEY']) expect(bytes).not.toContain(secret);
  }
  expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
});

it('`agency restore` decrypts the database and its secrets', async () => {
  const fresh = inFolder('fresh.sqlite');
  expect(await call(`restore ${backup} --key-file ${pair}`, fresh)).toMatchObject({ code: 0 });
  expect(eventTypes(fresh)).toEqual(eventTypes(database));
  expect(readFileSync(secretsFile(fresh), 'utf8')).toBe(readFileSync(secretsFile(database), 'utf8'));
  expect(statSync(secretsFile(fresh)).mode & 0o777).toBe(0o600);
});

it('`agency backup` reads the passphrase from a file', async () => {
  // Lower the cost of scrypt, which would take most of the time of this suite. The backup states its cost for restore.
  const setPassphrase = Reflect.get<Encrypter, 'setPassphrase'>(Encrypter.prototype, 'setPassphrase');
  jest.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (this: Encrypter, text) {
    this.setScryptWorkFactor(10);
    setPassphrase.call(this, text);
  });
  const passphrase = written('passphrase', 'a passphrase of 34 characters, yes\n');
  const keys = { ...settings, JWT_SECRET, FIELD_KEY };
  const [file, fresh] = [inFolder('by-passphrase.age'), inFolder('by-passphrase.sqlite')];
  const other = { ...keys, DATABASE_URL: `sqlite:${inFolder('other.sqlite')}` };
  expect(await agency(['migrate'], other)).toMatchObject({ code: 0 });
  expect(await agency(['backup', file, '--passphrase-file', passphrase], other)).toMatchObject({ code: 0 });
  jest.restoreAllMocks();
  const restoring = ['restore', file, '--passphrase-file', passphrase];
  const unkeyed = await call(restoring.join(' '), fresh);
  expect(unkeyed).toMatchObject({ code: 1, stderr: expect.stringContaining('FIELD_KEY and JWT_SECRET are not set') });
  const wrong = { ...keys, DATABASE_URL: `sqlite:${fresh}`, FIELD_KEY: 'ab'.repeat(32) };
  const refused = await agency(restoring, wrong);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('the database is sealed with the key') });
  expect(existsSync(fresh)).toBe(false);
  const restored = await agency(restoring, { ...wrong, FIELD_KEYS_OLD: FIELD_KEY });
  expect(restored).toMatchObject({ code: 0 });
  expect(existsSync(fresh)).toBe(true);
  expect(existsSync(secretsFile(fresh))).toBe(false);
});

it('`agency restore` names a wrong or missing key, and changes nothing', async () => {
  const refused = async (options: string, why: string, code = 1): Promise<void> => {
    const before = state();
    const outcome = await call(`restore ${backup} --force${options}`);
    expect(outcome).toMatchObject({ code, stderr: expect.stringContaining(why) });
    expect(state()).toEqual(before);
  };
  const damaged = written('damaged.txt', 'AGE-SECRET-KEY-1NOTAKEY');
  const short = written('short.txt', 'fourteen chars');
  await refused('', 'is encrypted: add --passphrase-file or --key-file');
  await refused(` --key-file ${other}`, 'cannot be decrypted: the key is wrong');
  await refused(` --key-file ${publicKey}`, 'contains no AGE-SECRET-KEY-…');
  await refused(` --key-file ${damaged}`, 'contains a damaged key');
  await refused(` --key-file ${short}`, 'contains no keys, or lines that are not keys');
  await refused(` --passphrase-file ${short}`, 'fewer than 15 characters');
  await refused(` --key-file ${inFolder('none.txt')}`, 'no such file');
  await refused(` --key-file ${pair} --passphrase-file ${short}`, 'cannot be used with', 2);
  expect(await call(`restore ${database} --key-file ${pair}`, inFolder('new.sqlite'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not encrypted'),
  });
});

/**
 * Number of bytes of an encrypted chunk: 64 KiB and the tag. The payload begins with a nonce of 16 bytes before the
 * chunks.
 */
const chunk = 65_552;
const damages: [string, (bytes: Buffer, payload: number) => Buffer][] = [
  ['a bit that flipped', (bytes, payload) => (bytes.writeUInt8(bytes[payload + chunk] ^ 1, payload + chunk), bytes)],
  ['an end that is missing, in a chunk', (bytes) => bytes.subarray(0, -1000)],
  ['an end that is missing, whole chunks', (bytes, payload) => bytes.subarray(0, payload + chunk)],
  [
    'chunks that changed places',
    (bytes, payload) => {
      const [first, second] = [payload, payload + chunk].map((at) => Buffer.from(bytes.subarray(at, at + chunk)));
      return Buffer.concat([bytes.subarray(0, payload), second, first, bytes.subarray(payload + 2 * chunk)]);
    },
  ],
  ['more than was written', (bytes) => Buffer.concat([bytes, Buffer.alloc(100)])],
];
it.each(damages)('`agency restore` refuses %s, and changes nothing', async (_, damage) => {
  const bytes = readFileSync(backup);
  const payload = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1 + 16;
  expect(bytes.length).toBeGreaterThan(payload + 2 * chunk);
  const file = written('damaged.age', damage(bytes, payload));
  const before = state();
  const outcome = await call(`restore ${file} --force --key-file ${pair}`);
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be decrypted') });
  expect(state()).toEqual(before);
});
