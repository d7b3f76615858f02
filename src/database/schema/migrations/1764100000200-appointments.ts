import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32 } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** Activities logged ahead of their time. */
export class Appointments1764100000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'appointments',
      {
        ActivityId: column(int32, { key: true, references: 'activities.ActivityId', onDelete: 'CASCADE' }),
        StartDate: column(datetime, { required: true }),
      },
      { indexes: [['StartDate']] },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'appointments');
  }
}
