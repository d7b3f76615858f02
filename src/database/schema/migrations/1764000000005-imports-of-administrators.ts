import type { MigrationInterface, QueryRunner } from 'typeorm';
import { flag } from './column-kinds.js';
import { addColumns, requireColumn } from './table-definition.js';

/** Whether an Administrator made the latest preview or run of an import, so that its rows may show all records. */
export class ImportsOfAdministrators1764000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'imports', { ByAdministrator: { ...flag, nullable: true } });
    await runner.query('UPDATE imports SET ByAdministrator = 0 WHERE ByAdministrator IS NULL');
    await requireColumn(runner, 'imports', 'ByAdministrator', flag);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('imports', 'ByAdministrator');
  }
}
