import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const created = '2026-01-01T00:00:00.0000000';

export class Roles1764000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'roles', {
      RoleId: column(int32, { key: 'generated' }),
      TenantId: guid,
      Code: column(text(50), { required: true, unique: true }),
      Name: text(100),
      Description: text(1000),
      IsSystem: flag,
      IsActive: flag,
      CreatedUtc: datetime,
    });
    await createTable(runner, 'permissions', {
      PermissionId: column(int32, { key: 'generated' }),
      Module: text(100),
      Resource: text(200),
      Action: text(20),
      Name: text(200),
      Description: text(4000),
      Tags: text(200),
      SortOrder: int32,
      IsActive: flag,
      CreatedUtc: datetime,
      Code: column(text(100), { required: true, unique: true }),
    });
    await createTable(runner, 'role_permissions', {
      RoleId: column(int32, { key: true, references: 'roles.RoleId', onDelete: 'CASCADE' }),
      PermissionId: column(int32, { key: true, references: 'permissions.PermissionId', onDelete: 'CASCADE' }),
    });
    // The rest of them follows from the operations whenever the service starts.
    for (const [RoleId, Code] of [
      [1, 'Worker'],
      [2, 'Agent'],
      [3, 'Administrator'],
    ]) {
      const found = (await runner.query(`SELECT RoleId FROM roles WHERE RoleId = ${RoleId}`)) as unknown[];
      if (found.length === 0)
        await runner.query(`INSERT INTO roles
          (RoleId, TenantId, Code, Name, Description, IsSystem, IsActive, CreatedUtc)
          VALUES (${RoleId}, NULL, '${Code}', '${Code}', '', 1, 1, '${created}')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['role_permissions', 'permissions', 'roles']) await dropTable(runner, table);
  }
}
