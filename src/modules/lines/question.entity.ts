import { Table } from '../../database/schema/table.js';
import { Flag, Guid, Int32, Text } from '../../record/fields.js';

/** What a line asks its customers. A question with answers is never removed but made inactive. */
@Table('line_questions', { set: 'line-questions' })
export class Question {
  @Int32({ key: 'generated' }) Id!: number;
  @Guid({ required: true, references: 'Line.Id' }) LineId!: Guid;
  @Text(1000, { required: true }) Question!: string;
  @Flag({ default: true }) Active!: boolean;
}
