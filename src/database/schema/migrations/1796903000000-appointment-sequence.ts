import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the number of changes of an appointment. */
export class AppointmentSequence1796903000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Add the column by SQL, because TypeORM would copy the whole table on SQLite.
    if (!(await runner.hasColumn('appointments', 'Sequence')))
      await runner.query('ALTER TABLE appointments ADD COLUMN Sequence integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE appointments DROP COLUMN Sequence');
  }
}
