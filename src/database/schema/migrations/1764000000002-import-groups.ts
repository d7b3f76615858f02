import type { MigrationInterface, QueryRunner } from 'typeorm';
import { text } from './column-kinds.js';
import { addTexts } from './table-definition.js';

/** The fields that belong together with the changed field of an import, as the import left them. */
export class ImportGroups1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addTexts(runner, 'import_rows', { GroupAfter: text(64) });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('import_rows', 'GroupAfter');
  }
}
