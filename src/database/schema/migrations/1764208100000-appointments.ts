import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, int32, text } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const appointments = table(
  'appointments',
  {
    AppointmentId: column(int32, { key: 'generated' }),
    ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
    AgentId: column(int32, { required: true, references: 'agents.AgentId' }),
    EventTypeId: column(int32, { required: true, references: 'event_types.EventTypeId' }),
    StartDate: column(datetime, { required: true }),
    EndDate: column(datetime, { required: true }),
    Place: text(200),
    Note: text(4000),
    Status: text(20),
    ActivityId: column(int32, { nullable: true }),
    ModifiedAt: datetime,
  },
  {
    indexes: [
      // This index finds the appointments of an agent in a range of time, sorted by StartDate.
      ['AgentId', 'StartDate', 'AppointmentId'],
      ['StartDate', 'AppointmentId', 'EndDate'],
    ],
  },
);

export class Appointments1764208100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, appointments);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, appointments.name);
  }
}
