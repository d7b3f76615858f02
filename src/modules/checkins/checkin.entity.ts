import { Column } from 'typeorm';
import { becomes } from '../../database/schema/record-events.js';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Int32 } from '../../record/fields.js';
import { TimedVisit } from './checkins.records.js';

/** The numbers of a visit's Status. */
export const status = { waiting: 0, called: 1, serving: 2, completed: 3, noShow: 4, cancelled: 5 } as const;

/** A stored visit. Only CheckinsStore writes visits. */
@Table('checkins', {
  indexes: [
    ['Status', 'AdjustedSignInTime', 'SignInTime', 'Id'],
    ['LocationId', 'Status'],
    ['BusinessDay', 'LocationId', 'Status'],
    ['EmployeeId'],
    ['CustomerId', 'Status', 'CompletedTime'],
  ],
  unique: [
    ['OpenKey', 'BusinessDay'],
    ['BusinessDay', 'LocationId', 'Ticket'],
  ],
  ofPerson: { keep: 'that a visit took place, where and when', becomes: { QuestionnaireSubmitted: false } },
  events: {
    noun: 'visit',
    updates: {
      forwarded: { summary: 'A customer was forwarded to another line.', fits: becomes('LineId') },
      called: { summary: 'A customer was called to a station.', fits: becomes('Status', status.called) },
      served: { summary: 'The service of a customer began.', fits: becomes('Status', status.serving) },
      completed: { summary: 'A visit was completed.', fits: becomes('Status', status.completed) },
      missed: { summary: 'A called customer did not come.', fits: becomes('Status', status.noShow) },
      cancelled: { summary: 'A visit was cancelled.', fits: becomes('Status', status.cancelled) },
    },
  },
})
export class Checkin extends TimedVisit {
  @Guid({ required: true, references: 'Line.Id' }) override LineId!: Guid;
  @DateTime({ required: true }) override AdjustedSignInTime!: DateTime;
  /**
   * LocationId and CustomerId of an open visit, concatenated; null if the visit is not open. The value is unique per
   * business day.
   */
  @Column({ type: 'varchar', length: 64, nullable: true }) OpenKey!: string | null;
  /** The business day of SignInTime, `yyyy-MM-dd`. A queue contains only visits of the same business day. */
  @Column({ type: 'varchar', length: 10, nullable: true }) BusinessDay!: string | null;
}

/** One row for each entry of a visit's LineIds, so that a query can find visits by line. */
@Table('checkin_lines', { audited: false, ofPerson: { keep: 'the lines of the visit' } })
export class CheckinLine {
  @Guid({ key: true, references: 'Checkin.Id', onDelete: 'CASCADE' }) CheckinId!: Guid;
  @Guid({ key: true, references: 'Line.Id' }) LineId!: Guid;
}

/** A leg: a visit's times on a line before it was forwarded. The times on the last line are in the visit itself. */
@Table('checkin_legs', { set: 'checkin-legs', ofPerson: { keep: 'how long a line took' } })
export class CheckinLeg {
  @Guid({ key: true, references: 'Checkin.Id', onDelete: 'CASCADE' }) CheckinId!: Guid;
  @Int32({ key: true, description: 'The number of the leg within its visit, from 1.' }) Number!: number;
  @Guid({ required: true, references: 'Line.Id' }) LineId!: Guid;
  @DateTime({ description: 'When the visit was forwarded to LineId; unset for the first leg.' })
  ForwardedTime!: DateTime | null;
  @DateTime({ description: 'When Status became 1.' }) CalledTime!: DateTime | null;
  @DateTime({ description: 'When Status became 2.' }) ServingTime!: DateTime | null;
  @DateTime({ required: true, description: 'When the visit was forwarded to the next line.' }) EndTime!: DateTime;
}
