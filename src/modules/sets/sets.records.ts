import { importModes, type ImportMode } from '../../sets/import-options.js';
import { text } from '../../record/field-types.js';
import { Flag, Guid, Int32, Int64, ListOf, Text } from '../../record/fields.js';
import { ResponseRecord, responseOf } from '../../record/response-status.js';

export class RecordSetSummary {
  @Text(50, { example: 'event-types' }) Set!: string;
  @Int64({ example: 13, description: 'Number of records.' }) Records!: number;
  @ListOf(text(100), {
    description: 'The columns in the order of a file. Encrypted columns are imported but not exported.',
  })
  Columns!: string[];
  @Flag({ example: true, description: 'true: the set can be imported too.' }) Imported!: boolean;
}

export class RecordSetsResponse extends responseOf('Sets', RecordSetSummary) {}

export class RecordSetRequest {
  @Text(50, { example: 'event-types' }) Set!: string;
}

export class ImportFilter {
  @Flag({ example: true, description: 'Checks the whole file and writes nothing.' }) dryRun!: boolean;
  @Text(10, {
    enum: importModes,
    description: '`upsert` by default; `insert` refuses existing keys, `update` refuses unknown ones.',
    example: 'upsert',
  })
  mode!: ImportMode;
}

/** The key of a record that relates two others. Send exactly the key fields of its set. */
export class RelationKey {
  @Int32({ key: true, example: 7 }) AgentId!: number;
  @Int32({ key: true, example: 42 }) ContactId!: number;
  @Guid({ key: true }) LocationId!: Guid | null;
  @Int32({ key: true, example: 3, description: 'Id of a document.' }) Id!: number;
  @Guid({ key: true }) UserId!: Guid | null;
}

export class RelationsRequest extends RecordSetRequest {
  @Text(50, { example: 'contact-shares' }) override Set!: string;
  @ListOf(() => RelationKey, { minItems: 1, description: 'The keys of the records to remove.' }) Keys!: RelationKey[];
}

export class RelationsResponse extends ResponseRecord {
  @Int64({ example: 1, description: 'Number of removed records.' }) Removed!: number;
}

export class ImportResponse extends ResponseRecord {
  @Int64({ example: 13, description: 'Number of records in the file.' }) Read!: number;
  @Int64({ example: 1 }) Inserted!: number;
  @Int64({ example: 2 }) Updated!: number;
  @Int64({ example: 10, description: 'Records that equal the stored ones.' }) Unchanged!: number;
  @Int64({ example: 0, description: 'Records about erased persons, which are left out.' }) Erased!: number;
  @Int64({ example: 0, description: 'Records of merged contacts; the contact that remains gets their changes.' })
  Merged!: number;
}

export type ImportCounts = Omit<ImportResponse, 'ResponseStatus'>;
