import type { MigrationInterface, QueryRunner } from 'typeorm';
import { int32, int64, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

export class Geography1764000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'states', {
      StateID: column(int64, { key: true }),
      State: text(50),
      StateName: text(100),
    });
    await createTable(runner, 'counties', {
      CountyID: column(int64, { key: true }),
      StateID: column(int64, { references: 'states.StateID' }),
      County: text(200),
    });
    await createTable(runner, 'districts', {
      DistrictID: column(int32, { key: true }),
      CountyID: column(int64, { references: 'counties.CountyID' }),
      DistrictName: text(200),
    });
    await createTable(runner, 'schools', {
      SchoolID: column(int64, { key: true }),
      DistrictID: column(int32, { references: 'districts.DistrictID' }),
      SchoolName: text(200),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['schools', 'districts', 'counties', 'states']) await dropTable(runner, table);
  }
}
