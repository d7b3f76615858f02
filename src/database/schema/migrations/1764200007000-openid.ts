import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, text } from './column-kinds.js';
import { addColumns, column, createTable, dropTable } from './table-definition.js';

/** Signing in with a provider of OpenID Connect. */
export class OpenId1764200007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'user_identities', {
      UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      IdentityHash: column(text(64), { unique: true }),
      Issuer: text(255),
      Subject: text(255),
      LinkedAt: column(datetime, { required: true }),
    });
    await addColumns(runner, 'sessions', {
      ByProvider: column(flag, { nullable: true }),
      ProviderMfa: column(flag, { nullable: true }),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('sessions', ['ByProvider', 'ProviderMfa']);
    await dropTable(runner, 'user_identities');
  }
}
