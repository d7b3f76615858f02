import { text } from '../../record/field-types.js';
import { Flag, Int64, ListOf, Text } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';

export class RecordSetSummary {
  @Text(50, { example: 'event-types' }) Set!: string;
  @Int64({ example: 13, description: 'How many there are now.' }) Records!: number;
  @ListOf(text(100), { description: 'In the order of a file; encrypted ones are taken in and not sent.' })
  Columns!: string[];
  @Flag({ example: true, description: 'It can be imported too.' }) Imported!: boolean;
}

export class RecordSetsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => RecordSetSummary) Sets!: Rows<RecordSetSummary>;
}

export class RecordSetRequest {
  @Text(50, { example: 'event-types' }) Set!: string;
}

export class ImportFilter {
  @Flag({ example: true, description: 'Everything is checked, and nothing is kept.' }) dryRun!: boolean;
}

export class ImportResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @Int64({ example: 13, description: 'Records in the file.' }) Read!: number;
  @Int64({ example: 1 }) Inserted!: number;
  @Int64({ example: 2 }) Updated!: number;
  @Int64({ example: 10, description: 'They are in the file as they are stored.' }) Unchanged!: number;
}

/** What an import did, without the status around it. */
export type ImportCounts = Omit<ImportResponse, 'ResponseStatus'>;
