import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Guid } from '../../record/fields.js';
import { CustomerCheckinObject } from './checkins.records.js';

/** A visit as stored, where nothing is left to a default any more. Written through checkins.store.ts alone. */
@Table('checkins', {
  indexes: [
    ['Status', 'AdjustedSignInTime', 'SignInTime', 'Id'],
    ['LocationId', 'Status'],
    ['BusinessDay', 'LocationId', 'Status'],
    ['EmployeeId'],
  ],
  unique: [['OpenKey', 'BusinessDay']],
  ofPerson: { keep: 'that a visit took place, where and when', becomes: { QuestionnaireSubmitted: false } },
})
export class Checkin extends CustomerCheckinObject {
  @Guid({ required: true, references: 'Line.Id' }) override LineId!: Guid;
  @DateTime({ required: true, suffix: '+00:00' }) override SignInTime!: DateTime;
  @DateTime({ required: true }) override AdjustedSignInTime!: DateTime;
  @DateTime({ description: 'When Status became 2.' }) ServingTime!: DateTime | null;
  /** Location and customer of an open visit; null otherwise. Unique a day: a customer has one there. */
  @Column({ type: 'varchar', length: 64, nullable: true }) OpenKey!: string | null;
  /** The business day of SignInTime, `yyyy-MM-dd`: the queue that the visit is in. */
  @Column({ type: 'varchar', length: 10, nullable: true }) BusinessDay!: string | null;
}
