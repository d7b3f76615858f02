import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32, int64, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** The chain that the audit's rows are sealed by; those that are there are sealed by and by. */
export class AuditSeals1764200006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'audit_seals',
      {
        Seq: column(int64, { key: true }),
        Kind: text(10),
        KeyId: text(8),
        SealedAt: column(datetime, { required: true }),
        FirstId: int64,
        LastId: int64,
        HighId: int64,
        Entries: int32,
        NewestAt: datetime,
        Covers: text(16_000_000),
        Macs: text(16_000_000),
        Hash: text(64),
      },
      { indexes: [['Kind', 'NewestAt']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'audit_seals');
  }
}
