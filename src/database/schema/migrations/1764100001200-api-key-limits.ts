import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, text } from './column-kinds.js';
import { addColumns, column } from './table-definition.js';

const year = 365 * 24 * 3_600_000;

/** Expiry, scope and last use of API keys. Keys of before expire in a year, and go on acting for Administrators. */
export class ApiKeyLimits1764100001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'api_keys', {
      ExpiresAt: datetime,
      LastUsedAt: datetime,
      Scope: column(text(2000), { nullable: true }),
      ForAdministrator: column(flag, { nullable: true }),
    });
    const expiry = new Date(Date.now() + year).toISOString().replace('Z', '0000');
    await runner.query(`UPDATE api_keys SET ForAdministrator = 1 WHERE ExpiresAt IS NULL
      AND UserId IN (SELECT UserId FROM user_roles WHERE RoleCode = 'Administrator')`);
    await runner.query(`UPDATE api_keys SET ExpiresAt = '${expiry}' WHERE ExpiresAt IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('api_keys', ['ExpiresAt', 'LastUsedAt', 'Scope', 'ForAdministrator']);
  }
}
