import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const contactErasures = table('contact_erasures', {
  ContactGUID: column(guid, { key: true }),
  ErasedAt: column(datetime, { required: true }),
});

/** Makes the list of erased contacts. A deleted contact without any name was erased: every other contact has one. */
export class ContactErasures1796701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, contactErasures);
    await runner.query(`INSERT INTO contact_erasures (ContactGUID, ErasedAt)
      SELECT c.ContactGUID, c.DeletedDateTimeUtc FROM contacts c
      WHERE c.Deleted = 1 AND c.DeletedDateTimeUtc IS NOT NULL AND c.ContactGUID IS NOT NULL
        AND c.Name IS NULL AND c.FirstName IS NULL AND c.LastName IS NULL AND c.BusinessName IS NULL
        AND c.ContactGUID NOT IN (SELECT e.ContactGUID FROM contact_erasures e)`);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropTable(runner, contactErasures.name);
  }
}
