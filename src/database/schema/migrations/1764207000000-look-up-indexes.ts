import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './table-definition.js';

const indexes: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['counties', ['County', 'CountyID']],
  ['districts', ['DistrictName']],
  ['schools', ['SchoolName', 'SchoolID']],
];

/** Adds indexes for the lists of counties, districts and schools, which are sorted by name. */
export class LookUpIndexes1764207000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of indexes) await addIndex(runner, table, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of indexes) await dropIndex(runner, table, columns);
  }
}
