import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const contactMerges = table('contact_merges', {
  MergeId: column(int32, { key: 'generated' }),
  ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
  MergedContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
  MergedAt: column(datetime, { required: true }),
  CallId: column(guid, { required: true }),
  Steps: text(16_000_000),
});

export class ContactMerges1795000100000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return createTable(runner, contactMerges);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropTable(runner, contactMerges.name);
  }
}
