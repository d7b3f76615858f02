import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from './table-definition.js';

const pages = [
  ['AgentId', 'LastContact', 'ContactId', 'Deleted'],
  ['LastContact', 'ContactId', 'Deleted'],
];

/** A page of contacts by last contact, of an agent or of all, is found in an index alone. */
export class ContactPages1764100002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'contacts', pages);
    await dropIndexes(runner, 'contacts', [['LastContact']]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'contacts', [['LastContact']]);
    await dropIndexes(runner, 'contacts', pages);
  }
}
