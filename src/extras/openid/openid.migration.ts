import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid, text } from '../../database/schema/migrations/column-kinds.js';
import { column, createTable, dropTable, table } from '../../database/schema/migrations/table-definition.js';

const identities = table('user_identities', {
  UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
  IdentityHash: column(text(64), { unique: true }),
  Issuer: text(255),
  Subject: text(255),
  LinkedAt: column(datetime, { required: true }),
});

export class OpenId1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, identities);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, identities.name);
  }
}
