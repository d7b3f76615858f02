import type { MigrationInterface, QueryRunner } from 'typeorm';
import { text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** The audit keys of former FIELD_KEYs, which `agency reseal` keeps. */
export class AuditKeys1764200006100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'audit_keys', { KeyId: column(text(8), { key: true }), AuditKey: text(255) });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'audit_keys');
  }
}
