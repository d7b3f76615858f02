import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const kioskKeys = table(
  'kiosk_keys',
  {
    KeyId: column(guid, { key: true }),
    LocationId: column(guid, { required: true, references: 'locations.LocationId', onDelete: 'CASCADE' }),
    KeyHash: text(64),
    Prefix: text(12),
    CreatedAt: column(datetime, { required: true }),
    ExpiresAt: column(datetime, { required: true }),
    LastUsedAt: datetime,
    RevokedAt: datetime,
    Tries: int32,
    TriesSince: datetime,
  },
  { unique: [['KeyHash']] },
);

export class KioskKeys1764202000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, kioskKeys);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, kioskKeys.name);
  }
}
