import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** Answers by idempotency key are kept encrypted. Those kept before are in clear text, and are forgotten. */
export class SealedAnswers1764100000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'idempotency_keys');
    await createTable(
      runner,
      'idempotency_keys',
      {
        UserId: column(guid, { key: true }),
        Key: column(text(255), { key: true }),
        RequestHash: text(64),
        Answer: text(16_000_000),
        CreatedAt: column(datetime, { required: true }),
      },
      { indexes: [['CreatedAt']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'idempotency_keys');
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
}
