import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndexes, dropIndexes } from './table-definition.js';

const pages = [['Record', 'At'], ['RecordId', 'At'], ['RequestId']];
const before = [['Record', 'RecordId']];

/** The newest entries about a kind of record, one record or one call are found in an index, in their order. */
export class AuditPages1764200002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'audit', pages);
    await dropIndexes(runner, 'audit', before);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndexes(runner, 'audit', before);
    await dropIndexes(runner, 'audit', pages);
  }
}
