import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, text } from './column-kinds.js';
import { addColumns, column } from './table-definition.js';

/** Sessions that their users can tell apart, and pairs of tokens of which one dies when the other is used. */
export class Sessions1764100001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'sessions', {
      LastUsedAt: datetime,
      UserAgent: column(text(200), { nullable: true }),
    });
    await addColumns(runner, 'refresh_tokens', {
      PairId: column(guid, { unique: true }),
      Contested: column(flag, { nullable: true }),
      DiedAt: datetime,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('refresh_tokens', ['PairId', 'Contested', 'DiedAt']);
    await runner.dropColumns('sessions', ['LastUsedAt', 'UserAgent']);
  }
}
