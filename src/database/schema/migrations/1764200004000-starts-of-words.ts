import type { MigrationInterface, QueryRunner } from 'typeorm';
import { int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/**
 * Contacts are found by the beginnings of their words: other terms than before. The table is made anew, as removing
 * each of its rows would take long; `agency reindex` fills it.
 */
export class StartsOfWords1764200004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'contact_terms');
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
  }

  async down(): Promise<void> {
    // The same table; the service that it goes back to fills it its own way.
  }
}
