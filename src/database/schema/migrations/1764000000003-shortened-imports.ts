import type { MigrationInterface, QueryRunner } from 'typeorm';
import { flag } from './column-kinds.js';
import { addColumns, requireColumn } from './table-definition.js';

/** Whether the preview of an import lists only its first changes, doubts and errors. */
export class ShortenedImports1764000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'imports', { Shortened: { ...flag, nullable: true } });
    await runner.query('UPDATE imports SET Shortened = 0 WHERE Shortened IS NULL');
    await requireColumn(runner, 'imports', 'Shortened', flag);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('imports', 'Shortened');
  }
}
