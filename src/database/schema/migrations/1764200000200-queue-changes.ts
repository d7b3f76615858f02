import type { MigrationInterface, QueryRunner } from 'typeorm';
import { guid, int64 } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** Instances tell each other by a count that a queue has changed. */
export class QueueChanges1764200000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'queue_changes', { LocationId: column(guid, { key: true }), Changes: int64 });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'queue_changes');
  }
}
