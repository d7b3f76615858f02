import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32, text } from './column-kinds.js';
import { addColumns, addTexts, column, createTable, dropTable, table } from './table-definition.js';

const dueActivities = table(
  'due_activities',
  {
    ActivityId: column(int32, { key: true, references: 'activities.ActivityId', onDelete: 'CASCADE' }),
    StartDate: column(datetime, { required: true }),
  },
  { indexes: [['StartDate']] },
);

/**
 * Adds the columns Outcome, Note and LoggedAt to `activities`, and moves the rows of the old table `appointments` to
 * the new table `due_activities`.
 */
export class ActivityNotes1764208000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addTexts(runner, 'activities', { Outcome: text(100), Note: text(4000) });
    await addColumns(runner, 'activities', { LoggedAt: datetime });
    await createTable(runner, dueActivities);
    if (!(await runner.hasTable('appointments'))) return;
    await runner.query(`INSERT INTO due_activities (ActivityId, StartDate)
      SELECT p.ActivityId, p.StartDate FROM appointments p
      WHERE NOT EXISTS (SELECT 1 FROM due_activities d WHERE d.ActivityId = p.ActivityId)`);
    await dropTable(runner, 'appointments');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.renameTable('due_activities', 'appointments');
    await runner.dropColumns('activities', ['Outcome', 'Note', 'LoggedAt']);
  }
}
