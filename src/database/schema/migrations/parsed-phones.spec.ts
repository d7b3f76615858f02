import type { QueryRunner } from 'typeorm';
import { onServer, scratchDb, type ScratchDb } from '../../../../test/support/database/scratch-db.js';
import { migrations } from './index.js';
import { ParsedPhones1796001000000 } from './1796001000000-parsed-phones.js';
import { UserNameKeys1796001100000 } from './1796001100000-user-name-keys.js';

let scratch: ScratchDb;
let runner: QueryRunner;

/** A database of version 1.0.0, whose migrations are the first twelve. */
beforeAll(async () => {
  scratch = await scratchDb({ empty: true });
  runner = scratch.dataSource.createQueryRunner();
  if (!onServer) await runner.query('PRAGMA foreign_keys = OFF');
  for (const Migration of migrations.slice(0, 12)) await new Migration().up(runner);
});
afterAll(async () => {
  await runner.release();
  await scratch.close();
});

it('fills the columns of telephone numbers and the search terms of a database of version 1.0.0', async () => {
  const contacts = [
    [1, 'Ada', '(505) 555-0142 x12', null, ['=5055550142', '*ada', '505555014212']],
    [2, 'Bo', '020 7946 0018', '555-0146', ['=02079460018', '=5550146', '=bo@example.com']],
    [3, 'Cy', '+44 (0)20 7946 0018', '020 7946 0018', ['!=2079460018', '!=02079460018', '!=#1967-04-12 cy']],
    [4, 'Di', '', null, ['*di']],
    [5, 'Ed', '07911 123456', null, []],
  ] as const;
  for (const [id, name, phone, other, terms] of contacts) {
    await runner.query('INSERT INTO contacts (ContactId, Name, Phone, PhoneAlt) VALUES (?, ?, ?, ?)', [
      ...[id, name, phone, other],
    ]);
    for (const term of terms)
      await runner.query('INSERT INTO contact_terms (Term, Name, ContactId, OwnerId, Shared) VALUES (?, ?, ?, 7, 0)', [
        ...[term, name, id],
      ]);
  }
  runner.data = { country: 'GB' };
  const migration = new ParsedPhones1796001000000();
  await migration.up(runner);
  await migration.up(runner);
  const columns = 'PhoneE164, PhoneExtension, PhoneAltE164, PhoneAltExtension';
  const stored: Record<string, string | null>[] = await runner.query(
    `SELECT ${columns} FROM contacts ORDER BY ContactId`,
  );
  const none = { PhoneE164: null, PhoneExtension: null, PhoneAltE164: null, PhoneAltExtension: null };
  const london = '+442079460018';
  expect(stored.map((row) => ({ ...row }))).toEqual([
    { ...none, PhoneExtension: '12' },
    { ...none, PhoneE164: london },
    { ...none, PhoneE164: london, PhoneAltE164: london },
    none,
    { ...none, PhoneE164: '+447911123456' },
  ]);
  const terms: { ContactId: number; Term: string; Name: string; OwnerId: number }[] = await runner.query(
    'SELECT ContactId, Term, Name, OwnerId FROM contact_terms',
  );
  const of = (id: number): string[] => terms.filter(({ ContactId }) => ContactId === id).map(({ Term }) => Term);
  expect(of(1).sort()).toEqual(['*ada', '505555014212', '=5055550142']);
  expect(of(2).sort()).toEqual([`=${london}`, '=5550146', '=bo@example.com'].sort());
  expect(of(3).sort()).toEqual(['!=#1967-04-12 cy', `!=${london}`]);
  expect([of(4), of(5)]).toEqual([['*di'], []]);
  expect(terms.every(({ OwnerId, Name }) => OwnerId === 7 && Name !== '')).toBe(true);
});

it('gives the users of version 1.0.0 keys without invisible characters, and keeps each key unique', async () => {
  const users = [
    ['Look@Example.com', 'look@example.com'],
    ['look@example.com\u200B', 'look@example.com\u200B'],
    ['straße', 'straße'],
    ['ann', 'ann'],
  ];
  for (const [at, [UserName, key]] of users.entries())
    await runner.query(
      `INSERT INTO users (UserId, UserName, UserNameKey, DisplayName, Disabled, RestrictToSingleSession, RequireMFA,
        MfaActive, MustChangePassword, ShortPassword, CreatedAt) VALUES (?, ?, ?, '', 0, 0, 0, 0, 0, 0, ?)`,
      [`${at}`.repeat(32), UserName, key, `2026-01-0${at + 1}T00:00:00.0000000`],
    );
  const migration = new UserNameKeys1796001100000();
  await migration.up(runner);
  await migration.up(runner);
  const keys: { UserNameKey: string }[] = await runner.query('SELECT UserNameKey FROM users ORDER BY CreatedAt');
  expect(keys.map(({ UserNameKey }) => UserNameKey)).toEqual([
    'look@example.com',
    `look@example.com ${'1'.repeat(32)}`,
    'strasse',
    'ann',
  ]);
});
