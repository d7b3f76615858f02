import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, int64, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const number = column(int32, { key: 'generated' });
const task = column(int32, { required: true, references: 'gantt_tasks.id', onDelete: 'CASCADE' });

/** The Gantt chart, and the row by which the changes of its tree take turns. */
export class Gantt1764000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'job_types', {
      job_type_id: number,
      job_type_name: column(text(200), { required: true }),
    });
    await createTable(
      runner,
      'gantt_tasks',
      {
        id: number,
        type: text(20),
        start_date: column(datetime, { required: true }),
        planned_start: datetime,
        end_date: datetime,
        planned_end: datetime,
        text: text(500),
        progress: int32,
        parent: int32,
        position: int32,
        duration: int32,
        planned_duration: column(int32, { nullable: true }),
        details: text(16_000),
        open: flag,
        job_type_id: column(int32, { nullable: true, references: 'job_types.job_type_id' }),
        created_by_id: guid,
      },
      { indexes: [['parent', 'position']] },
    );
    await createTable(runner, 'gantt_links', { id: number, source: task, target: task, type: int32 });
    await createTable(runner, 'gantt_turns', { Id: column(int32, { key: true }), Turns: int64 });
    const known = (await runner.query('SELECT Id FROM gantt_turns')) as unknown[];
    if (known.length === 0) await runner.query('INSERT INTO gantt_turns (Id, Turns) VALUES (1, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['gantt_turns', 'gantt_links', 'gantt_tasks', 'job_types']) await dropTable(runner, table);
  }
}
