import type { MigrationInterface, QueryRunner } from 'typeorm';
import { cipherOf } from '../../sealed/cipher-of.js';
import { text } from './column-kinds.js';
import { addColumns, column } from './table-definition.js';

interface Clear {
  ContactId: number;
  DateOfBirth: string | null;
  address_line1: string | null;
}

const batch = 500;

/** Birth dates and streets of contacts are kept encrypted, together. What is stopped half-way goes on where it was. */
export class SealedContacts1764200005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'contacts', { Sealed: column(text(4000), { nullable: true }) });
    const clear = ['DateOfBirth', 'address_line1'];
    if (await runner.hasColumn('contacts', clear[0])) await sealAll(runner);
    for (const name of clear)
      if (await runner.hasColumn('contacts', name)) await runner.query(`ALTER TABLE contacts DROP COLUMN ${name}`);
  }

  async down(): Promise<void> {
    // What was in clear is not written in clear again.
  }
}

async function sealAll(runner: QueryRunner): Promise<void> {
  const cipher = cipherOf(runner.dataSource);
  for (let after = 0; ;) {
    const rows = (await runner.query(
      `SELECT ContactId, DateOfBirth, address_line1 FROM contacts
        WHERE ContactId > ? AND Sealed IS NULL AND (DateOfBirth IS NOT NULL OR address_line1 IS NOT NULL)
        ORDER BY ContactId LIMIT ${batch}`,
      [after],
    )) as Clear[];
    if (rows.length === 0) return;
    const cases = rows.flatMap(({ ContactId, ...values }) => {
      const set = Object.entries(values).filter(([, value]) => value !== null);
      return [ContactId, cipher.encrypt(JSON.stringify(Object.fromEntries(set)), `contacts.Sealed:${ContactId}`)];
    });
    const ids = rows.map(({ ContactId }) => ContactId);
    await runner.query(
      `UPDATE contacts SET Sealed = CASE ContactId ${'WHEN ? THEN ? '.repeat(rows.length)}END
        WHERE ContactId IN (${ids.map(() => '?').join(', ')})`,
      [...cases, ...ids],
    );
    after = ids[ids.length - 1];
  }
}
