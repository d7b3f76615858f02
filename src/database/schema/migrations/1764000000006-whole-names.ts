import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addRow } from './table-definition.js';

/** Marks the search index as outdated if there are contacts, because it has their whole names only after a rebuild. */
export class WholeNames1764000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const contacts = (await runner.query('SELECT 1 FROM contacts LIMIT 1')) as unknown[];
    if (contacts.length > 0) await addRow(runner, 'service_meta', { Name: 'outdated search index', Value: '' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM service_meta WHERE Name = 'outdated search index'");
  }
}
