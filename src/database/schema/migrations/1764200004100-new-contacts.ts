import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from './table-definition.js';

const before = [
  ['AgentId', 'LastContact', 'ContactId', 'Deleted'],
  ['LastContact', 'ContactId', 'Deleted'],
];
const pages = before.map((columns) => [...columns, 'DateCreated']);

/** Contacts that are new, by last contact, are found in an index alone too. */
export class NewContacts1764200004100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'contacts', pages);
    await dropIndexes(runner, 'contacts', before);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'contacts', before);
    await dropIndexes(runner, 'contacts', pages);
  }
}
