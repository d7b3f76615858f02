import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './table-definition.js';

const ofRecord = ['RecordId', 'Record'];
const inOrder = [...ofRecord, 'AuditId'];

export class HistoryIndexes1795000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'audit', ofRecord);
    await addIndex(runner, 'audit_records', inOrder);
    await dropIndex(runner, 'audit_records', ofRecord);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'audit_records', ofRecord);
    await dropIndex(runner, 'audit_records', inOrder);
    await dropIndex(runner, 'audit', ofRecord);
  }
}
