import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const moment = column(datetime, { required: true });

/** Customers' visits and their answers. */
export class Checkins1764000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'checkins',
      {
        Id: column(guid, { key: true }),
        LineId: column(guid, { required: true, references: 'service_lines.Id' }),
        CustomerId: column(guid, { required: true, references: 'contacts.ContactGUID' }),
        EmployeeId: guid,
        LocationId: column(guid, { required: true, references: 'locations.LocationId' }),
        StationId: column(guid, { references: 'stations.StationId' }),
        SignInTime: moment,
        AdjustedSignInTime: moment,
        SendReminders: flag,
        Status: int32,
        TaskTime: int32,
        Completed: flag,
        CompletedTime: datetime,
        QuestionnaireSubmitted: flag,
        LineIds: text(16_000_000),
        ServingTime: datetime,
        OpenKey: column(text(64), { nullable: true, unique: true }),
      },
      { indexes: [['Status', 'AdjustedSignInTime', 'SignInTime', 'Id'], ['LocationId', 'Status'], ['EmployeeId']] },
    );
    await createTable(runner, 'checkin_lines', {
      CheckinId: column(guid, { key: true, references: 'checkins.Id', onDelete: 'CASCADE' }),
      LineId: column(guid, { key: true, references: 'service_lines.Id' }),
    });
    await createTable(runner, 'line_answers', {
      CustomerCheckInId: column(guid, { key: true, references: 'checkins.Id', onDelete: 'CASCADE' }),
      Id: column(int32, { key: true, references: 'line_questions.Id' }),
      LineId: column(guid, { required: true, references: 'service_lines.Id' }),
      Question: text(1000),
      Answer: text(4000),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['line_answers', 'checkin_lines', 'checkins']) await dropTable(runner, table);
  }
}
