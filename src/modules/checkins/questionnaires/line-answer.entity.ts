import { Table } from '../../../database/schema/table.js';
import { Guid, Int32, Text } from '../../../record/fields.js';

/** An answer to a question, given in a visit, with the text that the question had when it was first answered. */
@Table('line_answers', { set: 'line-answers', ofPerson: 'remove' })
export class LineAnswer {
  @Guid({ key: true, references: 'Checkin.Id', onDelete: 'CASCADE' }) CustomerCheckInId!: Guid;
  @Int32({ key: true, references: 'Question.Id' }) Id!: number;
  @Guid({ required: true, references: 'Line.Id' }) LineId!: Guid;
  @Text(1000, { required: true }) Question!: string;
  @Text(4000, { required: true, personal: true }) Answer!: string;
}
