import { datetime, flag, guid, int32, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

const moment = column(datetime, { required: true });

export const visitTables = [
  table(
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
      ForwardedTime: datetime,
      CalledTime: datetime,
      FirstCalledTime: datetime,
      ServingTime: datetime,
      ServiceEndTime: datetime,
      OpenKey: column(text(64), { nullable: true }),
      BusinessDay: column(text(10), { nullable: true }),
      Ticket: column(text(8), { nullable: true }),
      AppointmentId: column(int32, {
        nullable: true,
        references: 'appointments.AppointmentId',
        onDelete: 'SET NULL',
      }),
      BookedFor: datetime,
    },
    {
      unique: [
        ['OpenKey', 'BusinessDay'],
        ['BusinessDay', 'LocationId', 'Ticket'],
      ],
      indexes: [
        ['Status', 'AdjustedSignInTime', 'SignInTime', 'Id'],
        ['LocationId', 'Status'],
        ['EmployeeId'],
        ['CustomerId', 'Status', 'CompletedTime'],
        ['BusinessDay', 'LocationId', 'Status'],
      ],
    },
  ),
  table('checkin_lines', {
    CheckinId: column(guid, { key: true, references: 'checkins.Id', onDelete: 'CASCADE' }),
    LineId: column(guid, { key: true, references: 'service_lines.Id' }),
  }),
  table('checkin_legs', {
    CheckinId: column(guid, { key: true, references: 'checkins.Id', onDelete: 'CASCADE' }),
    Number: column(int32, { key: true }),
    LineId: column(guid, { required: true, references: 'service_lines.Id' }),
    ForwardedTime: datetime,
    CalledTime: datetime,
    ServingTime: datetime,
    EndTime: moment,
  }),
  table('line_answers', {
    CustomerCheckInId: column(guid, { key: true, references: 'checkins.Id', onDelete: 'CASCADE' }),
    Id: column(int32, { key: true, references: 'line_questions.Id' }),
    LineId: column(guid, { required: true, references: 'service_lines.Id' }),
    Question: text(1000),
    Answer: text(4000),
  }),
];
