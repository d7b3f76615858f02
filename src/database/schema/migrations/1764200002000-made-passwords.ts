import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addFlags, addIndexes, dropIndexes } from './table-definition.js';

const byRole = [['RoleCode']];

/** Passwords that the service made are marked, and who holds a role is found in an index. */
export class MadePasswords1764200002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addFlags(runner, 'users', { MustChangePassword: false });
    await addIndexes(runner, 'user_roles', byRole);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, 'user_roles', byRole);
    await runner.dropColumns('users', ['MustChangePassword']);
  }
}
