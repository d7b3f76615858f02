import { turnsOf } from '../../../test/support/time/turns.js';
import type { Db } from '../../database/db.js';
import type { FieldCipher } from '../../database/encryption/field-cipher.js';
import { KeptAnswers } from './kept-answers.js';

it('gives others turns while it looks through many responses', async () => {
  const stored = Array.from({ length: 50 }, (_, at) => ({ UserId: 'a', Key: String(at), Answer: `Ada ${at}` }));
  const db = { rows: () => stored } as unknown as Db;
  const cipher = { open: (text: string) => text } as unknown as FieldCipher;
  const names = [{ first: '', last: '', full: 'Ada 7' }];
  const person = { emails: new Set<string>(), phones: new Set<string>(), names, ids: new Map(), read: new Map() };
  const { result, turns } = await turnsOf(() => new KeptAnswers(db, cipher).find(person));
  expect(result.rows).toMatchObject([{ Key: '7' }]);
  expect(turns).toBeGreaterThan(40);
});
