import { int32, text } from '../../record/field-types.js';
import { Flag, Guid, Int32, ListOf, Nested, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { ImportSettings, ListedImport, ListedLine, ListedRow, settings } from './import.entity.js';
import { mostRows } from './reading/table.js';
import type { DateOrder, DecimalSign } from './reading/cell-values.js';

const exampleId = '6f0f6a3b0c1d4e5f8a9b0c1d2e3f4a5b';
/** The demo has an import that is done. */
const exampleDone = '7a1e5d0c9b8f4a3e2d1c0b9a8f7e6d5c';

/** The options of an upload. */
export class UploadOptions {
  @Text(50, {
    description: 'The record set; contacts by default. Agents: contacts or activities.',
    example: 'contacts',
  })
  Into!: string;
  @Text(255, { description: 'Name of the file, if it is the body itself.', example: 'contacts.csv' }) FileName!: string;
  @Text(10_000, {
    description: 'JSON object with fields by the titles of columns: {"E-mail": "EmailWork"}.',
    example: '{"Note": ""}',
  })
  Map!: string;
  @Text(3, settings.Dates) Dates!: DateOrder;
  @Text(40, settings.Encoding) Encoding!: string;
  @Text(1, settings.Decimal) Decimal!: DecimalSign;
  @Text(5, settings.Blank) Blank!: ImportSettings['Blank'];
  @Text(5, settings.Match) Match!: ImportSettings['Match'];
  @Text(7, settings.Zeros) Zeros!: ImportSettings['Zeros'];
}

export class ImportRequest {
  @Guid({ example: exampleId }) ImportId!: Guid;
}

export class OptionsRequest extends ImportRequest {
  @Nested(() => ImportSettings, { required: true }) Options!: ImportSettings;
}

export class RunRequest extends ImportRequest {
  @Text(4, {
    enum: ['skip', 'take'],
    description: '`skip` (default) leaves doubtful records out, `take` imports them too.',
    example: 'skip',
  })
  Doubtful!: 'skip' | 'take';
  @Flag({ description: 'true: imports a file that was imported before.', example: false }) Again!: boolean;
  @ListOf(text(20), {
    description:
      'Imports the doubtful lines too whose doubts all have one of these values of ErrorCode, such as `Invalid`, but ' +
      'not the possible duplicates.',
    example: ['Invalid'],
  })
  TakeReasons!: string[];
  @ListOf(int32, { maxItems: mostRows, description: 'Imports these doubtful lines too.', example: [] })
  TakeLines!: number[];
  @ListOf(int32, { maxItems: mostRows, description: 'Leaves these doubtful lines out in any case.', example: [] })
  LeaveLines!: number[];
}

export class UndoRequest extends ImportRequest {
  @Guid({ example: exampleDone }) override ImportId!: Guid;
  @Flag({ description: 'true: only lists what would be left behind.', example: true }) dryRun!: boolean;
}

/** A field that a column may be mapped to, as people read it. */
export class ImportChoice {
  @Text(100, { description: 'What Map names.', example: 'EmailWork' }) Field!: string;
  @Text(100, { description: 'What the pages call it; empty: the name of the field in words.', example: 'Email work' })
  Title!: string;
  @Text(50, { description: 'Title of its group; empty if the record has no groups.', example: 'Contact' })
  Group!: string;
}

/** A record set that the caller may import. */
export class ImportSet {
  @Text(50, { key: true, example: 'contacts' }) Into!: string;
  @ListOf(text(100), {
    description:
      'What Map may name: the fields that you may import, and AgentName, StateName and so on for columns that have ' +
      'names instead of ids.',
  })
  Fields!: string[];
  @ListOf(() => ImportChoice, { description: 'The same in the order in which people read them, the usual ones first.' })
  Choices!: readonly ImportChoice[];
}

export class ImportSetsResponse extends responseOf('Sets', ImportSet) {}

export class ImportsResponse extends responseOf('Imports', ListedImport) {}

export class LinesRequest extends ImportRequest {
  @Text(20, { description: 'Only lines with a doubt or an error that has this ErrorCode.', example: 'Duplicate' })
  Reason!: string;
}

export class ImportLinesResponse extends responseOf('Lines', ListedLine) {}

export class ImportRowsResponse extends responseOf('Rows', ListedRow) {}

/** A change of an import that an undo leaves as it is. */
export class LeftChange {
  @Int32({ example: 2 }) Line!: number;
  @Text(200, { example: '42' }) Key!: string;
  @Text(200, { description: 'The field; empty for a record that the import added.', example: 'EmailWork' })
  Field!: string;
  @Text(1000, { example: 'has changed since the import.' }) Message!: string;
}

export class UndoResponse extends ImportsResponse {
  @ListOf(() => LeftChange) LeftBehind!: readonly LeftChange[];
}
