import { Table } from '../../database/schema/table.js';
import { Int32 } from '../../record/fields.js';
import { SmartsheetRecord } from './smartsheets.records.js';

/** A smartsheet line as it is stored: with its owner. */
@Table('smartsheet_lines')
export class SmartsheetLine extends SmartsheetRecord {
  @Int32({ required: true, references: 'Agent.AgentId', description: 'The owner.', example: 7 }) AgentId!: number;
}
