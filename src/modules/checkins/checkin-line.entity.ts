import { Table } from '../../database/schema/table.js';
import { Guid } from '../../record/fields.js';

/** One of a visit's LineIds, to find visits by. */
@Table('checkin_lines', { audited: false, ofPerson: { keep: 'what for' } })
export class CheckinLine {
  @Guid({ key: true, references: 'Checkin.Id', onDelete: 'CASCADE' }) CheckinId!: Guid;
  @Guid({ key: true, references: 'Line.Id' }) LineId!: Guid;
}
