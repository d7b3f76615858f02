import type { MigrationInterface, QueryRunner } from 'typeorm';
import { int32, text } from './column-kinds.js';
import { addIndexes, column, createTable, dropIndexes, dropTable } from './table-definition.js';

const pages = [
  ['AgentId', 'Name', 'ContactId', 'Deleted'],
  ['Name', 'ContactId', 'Deleted'],
];

/** What contacts are found by (`agency reindex` fills it), and a page of them by name found in an index alone. */
export class ContactSearch1764200001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'contact_terms',
      {
        Term: column(text(64), { key: true }),
        Name: column(text(200), { key: true }),
        ContactId: column(int32, { key: true }),
        AgentId: column(int32, { nullable: true }),
        Shared: int32,
      },
      { indexes: [['ContactId', 'Term']] },
    );
    await addIndexes(runner, 'contacts', pages);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'contacts', pages);
    await dropTable(runner, 'contact_terms');
  }
}
