import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addRow } from './table-definition.js';
import { readPhone, type Country } from '../../../record/values/phone.js';

const numbers = ['Phone', 'PhoneAlt'] as const;
const added = numbers.flatMap((name) => [
  { name: `${name}E164`, type: 'varchar(16)' },
  { name: `${name}Extension`, type: 'varchar(20)' },
]);
const atOnce = 500;
const fewestDigits = 3;

type Row = Readonly<Record<(typeof numbers)[number], string | null>> & { readonly ContactId: number };
interface Term {
  readonly Term: string;
  readonly Name: string;
  readonly ContactId: number;
  readonly OwnerId: number | null;
}

/**
 * Stores what the telephone numbers of contacts mean, and replaces the search terms for whole numbers by ones for the
 * E.164 forms. `runner.data.country` is the setting COUNTRY.
 */
export class ParsedPhones1796001000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Add the columns by SQL, because TypeORM would copy the whole table on SQLite.
    for (const { name, type } of added)
      if (!(await runner.hasColumn('contacts', name)))
        await runner.query(`ALTER TABLE contacts ADD COLUMN ${name} ${type}`);
    const { country = 'US' } = runner.data as { country?: Country };
    for (let after = 0; ;) {
      const rows = (await runner.query(
        `SELECT ContactId, Phone, PhoneAlt FROM contacts
        WHERE ContactId > ? AND (Phone <> '' OR PhoneAlt <> '') ORDER BY ContactId LIMIT ${atOnce}`,
        [after],
      )) as Row[];
      if (rows.length === 0) return addRow(runner, 'service_meta', { Name: 'phones', Value: country });
      await inTransaction(runner, () => fill(runner, rows, country));
      after = rows[rows.length - 1].ContactId;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of added) await runner.query(`ALTER TABLE contacts DROP COLUMN ${name}`);
    await runner.query("DELETE FROM service_meta WHERE Name = 'phones'");
  }
}

async function inTransaction(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  if (runner.isTransactionActive) return work();
  await runner.startTransaction();
  try {
    await work();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function fill(runner: QueryRunner, rows: readonly Row[], country: Country): Promise<void> {
  const read = rows.map((row) => ({
    id: row.ContactId,
    phones: numbers.map((name) => (row[name] ? readPhone(row[name], country) : undefined)),
  }));
  const values = read.map(({ id, phones }) => ({
    id,
    values: phones.flatMap((phone) => [phone?.e164 ?? null, phone?.extension ?? null]),
  }));
  const cases = values.map(() => 'WHEN ? THEN ?').join(' ');
  const ids = values.map(({ id }) => id);
  const marks = ids.map(() => '?').join();
  await runner.query(
    `UPDATE contacts SET ${added.map(({ name }) => `${name} = CASE ContactId ${cases} END`).join()}
    WHERE ContactId IN (${marks})`,
    [...added.flatMap((_, at) => values.flatMap((one) => [one.id, one.values[at]])), ...ids],
  );
  const terms = (await runner.query(
    `SELECT Term, Name, ContactId, OwnerId FROM contact_terms
    WHERE ContactId IN (${marks}) AND (Term LIKE '=%' OR Term LIKE '!=%')`,
    ids,
  )) as Term[];
  const old = terms.filter(({ Term }) => /^!?=\+?\d+$/.test(Term));
  for (const { Term, ContactId } of old)
    await runner.query('DELETE FROM contact_terms WHERE ContactId = ? AND Term = ?', [ContactId, Term]);
  for (const { id, phones } of read) {
    const before = old.find(({ ContactId }) => ContactId === id);
    if (!before) continue;
    const wholes = phones.flatMap((phone) => phone?.e164 ?? phone?.digits ?? []);
    const mark = before.Term.startsWith('!') ? '!' : '';
    for (const whole of new Set(wholes.filter((text) => text.length >= fewestDigits)))
      await runner.query('INSERT INTO contact_terms (Term, Name, ContactId, OwnerId, Shared) VALUES (?, ?, ?, ?, 0)', [
        `${mark}=${whole}`.slice(0, 64),
        before.Name,
        id,
        before.OwnerId,
      ]);
  }
}
