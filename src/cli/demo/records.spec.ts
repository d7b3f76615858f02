import { faker } from '@faker-js/faker/locale/en';
import { readdirSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { ChangeLog } from '../../database/audit/change-log.js';
import type { Db } from '../../database/db.js';
import type { FieldCipher } from '../../database/encryption/field-cipher.js';
import { fieldError } from '../../record/field-error.js';
import type { ImportOptions } from '../../sets/import-options.js';
import { Filling } from './filling.js';
import { folder, importRecords, moved, setsAfterContacts, setsBeforeContacts } from './records.js';

describe('the files of the demo', () => {
  it('each file of the folder is that of a set that the demo imports', () => {
    const sets = [...setsBeforeContacts, ...setsAfterContacts];
    expect(readdirSync(folder).sort()).toEqual(sets.map((name) => `${name}.csv`).sort());
  });

  it.each([
    ['in the same week', '2026-11-22T23:59:59.0000000', '2026-11-17'],
    ['a week later', '2026-11-23T00:00:00.0000000', '2026-11-24'],
    ['before that week', '2026-11-15T12:00:00.0000000', '2026-11-10'],
    ['after a leap day', '2028-03-01T12:00:00.0000000', '2028-02-29'],
  ])('the dates of a file move by whole weeks and keep their weekday: %s', (_, now, Tuesday) => {
    const csv = (date: string): string =>
      `Id,Day,Time,Text\n${date},"a 2026-11-17",${date}T15:04:05,On 2026-11-17\r\n1,"[""2026-11-17""]",x,${date}\n`;
    expect(moved(csv('2026-11-17'), now)).toBe(csv(Tuesday));
  });

  it('a bad row of a file is named with its file, line and error', async () => {
    const errors = [fieldError('NotEmpty', 'Name', 'is required')];
    const run = (_set: object, _source: object, { onProblem }: ImportOptions): void => onProblem({ line: 3, errors });
    const service = { get: () => ({ named: () => ({}), run }) } as unknown as INestApplicationContext;
    const db = { changes: new ChangeLog() } as unknown as Db;
    const filling = new Filling(db, {} as FieldCipher, faker, '2026-11-16T18:30:00.0000000', 60);
    await expect(importRecords(filling, service, ['states'])).rejects.toThrow('states.csv, line 3: Name is required.');
  });
});
