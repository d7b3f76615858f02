import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the moment of the first call to visits that are called again to another station. */
export class FirstCalls1796850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Add the column by SQL, because TypeORM would copy the whole table on SQLite.
    if (!(await runner.hasColumn('checkins', 'FirstCalledTime')))
      await runner.query('ALTER TABLE checkins ADD COLUMN FirstCalledTime varchar(27)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkins DROP COLUMN FirstCalledTime');
  }
}
