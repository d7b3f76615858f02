import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32, text } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const contactDifferences = table(
  'contact_differences',
  {
    ContactId: column(int32, { key: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
    OtherContactId: column(int32, { key: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
    MarkedAt: column(datetime, { required: true }),
    MarkedBy: text(200),
  },
  { indexes: [['MarkedAt', 'ContactId', 'OtherContactId']] },
);

export class ContactDifferences1796900000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return createTable(runner, contactDifferences);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropTable(runner, contactDifferences.name);
  }
}
