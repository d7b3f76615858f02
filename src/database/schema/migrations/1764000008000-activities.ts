import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32 } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** What agents did with contacts. */
export class Activities1764000008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'activities',
      {
        ActivityId: column(int32, { key: 'generated' }),
        AgentId: column(int32, { references: 'agents.AgentId' }),
        ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
        EventTypeId: column(int32, { required: true, references: 'event_types.EventTypeId' }),
        StartDate: column(datetime, { required: true }),
        EndDate: datetime,
      },
      {
        unique: [['AgentId', 'ContactId', 'EventTypeId', 'StartDate']],
        indexes: [
          ['ContactId', 'StartDate'],
          ['ContactId', 'EventTypeId', 'StartDate'],
        ],
      },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'activities');
  }
}
