import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './table-definition.js';

/** Finds the newest audit entries about a kind of record. */
const ofKind = ['Record', 'AuditId'];

export class AuditOfAKind1796895000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'audit_records', ofKind);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'audit_records', ofKind);
  }
}
