import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32, int64, text } from '../../database/schema/migrations/column-kinds.js';
import { column, createTable, dropTable, table } from '../../database/schema/migrations/table-definition.js';

const tables = [
  table(
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
  ),
  table('audit_keys', { KeyId: column(text(8), { key: true }), AuditKey: text(255) }),
];

export class AuditChain1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of tables) await createTable(runner, each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables) await dropTable(runner, name);
  }
}
