import type { MigrationInterface, QueryRunner } from 'typeorm';
import { guid, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** What signs in once in place of an authenticator app. */
export class RecoveryCodes1764100001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'recovery_codes', {
      UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      CodeHash: column(text(64), { key: true }),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'recovery_codes');
  }
}
