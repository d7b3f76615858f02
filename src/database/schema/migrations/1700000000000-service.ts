import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid, int32, int64, text } from './column-kinds.js';
import { column, createTable, dropTable, setDefaultCollation } from './table-definition.js';

/** The service's own tables. */
export class Service1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setDefaultCollation(runner);
    await createTable(runner, 'migration_lock', {
      Name: column(text(100), { key: true }),
      Owner: text(200),
      ExpiresAt: int64,
    });
    await createTable(runner, 'service_meta', { Name: column(text(100), { key: true }), Value: text(4000) });
    await createTable(
      runner,
      'audit',
      {
        AuditId: column(int64, { key: 'generated' }),
        At: column(datetime, { required: true }),
        UserId: guid,
        Operation: text(100),
        Record: text(100),
        RecordId: text(200),
        RequestId: text(100),
        Changes: text(16_000_000),
      },
      { indexes: [['At'], ['Record', 'RecordId'], ['UserId', 'At']] },
    );
    await createTable(
      runner,
      'idempotency_keys',
      {
        UserId: column(guid, { key: true }),
        Key: column(text(255), { key: true }),
        RequestHash: text(64),
        Status: int32,
        Answer: text(16_000_000),
        Headers: text(1000),
        CreatedAt: column(datetime, { required: true }),
      },
      { indexes: [['CreatedAt']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['idempotency_keys', 'audit', 'service_meta', 'migration_lock']) await dropTable(runner, table);
  }
}
