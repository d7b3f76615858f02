import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Int32, Int64, ListOf, Nested, Text, TextMap } from '../../record/fields.js';
import { jsonInWords } from '../../record/writers/shown.js';
import { dateOrders, decimalSigns, type DateOrder, type DecimalSign } from './reading/cell-values.js';
import { encodings } from './reading/encodings.js';

const states = ['Previewed', 'Running', 'Done', 'Undone', 'Failed'] as const;
type State = (typeof states)[number];
export const blanks = ['keep', 'clear'] as const;
type Blank = (typeof blanks)[number];
export const matches = ['key', 'email', 'phone'] as const;
type Match = (typeof matches)[number];
const zeros = ['ask', 'restore'] as const;
type Zeros = (typeof zeros)[number];
export const actions = ['Insert', 'Update', 'Doubtful', 'Invalid', 'Erased', 'Merged'] as const;
export type Action = (typeof actions)[number];

/** The settings that a client names by themselves, too, when it uploads a file. */
export const settings = {
  Dates: {
    enum: dateOrders,
    description:
      'Order of day and month in dates such as 3/4/2026. Unset: as the dates of the file prove; if they do not, each ' +
      'such date is an error that asks for it.',
    example: 'mdy',
  },
  Encoding: {
    named: encodings,
    description:
      'Encoding of a CSV file: one of these, or another one that browsers know. Unset: as the Content-Type of the ' +
      'file names it, or else as its bytes show.',
    example: 'windows-1252',
  },
  Decimal: { enum: decimalSigns, description: 'Decimal sign. Unset: as the numbers of the file prove.', example: '.' },
  Blank: {
    enum: blanks,
    description: 'What an empty cell does: `keep` (default) changes nothing, `clear` makes the field unset.',
    example: 'keep',
  },
  Match: {
    enum: matches,
    description:
      'How contacts without ContactId are found: `key` (default) adds them; `email` and `phone` find the contact ' +
      'with the same e-mail address or telephone number.',
    example: 'key',
  },
  Zeros: {
    enum: zeros,
    description:
      'What becomes of the zeros that a spreadsheet removed at the beginning of ZIP codes and telephone numbers: ' +
      '`ask` (default) makes their lines doubtful, `restore` puts the zeros back.',
    example: 'ask',
  },
} as const;

/** How the columns of the file are read. */
export class ImportSettings {
  @TextMap({
    description: 'Fields by the titles of columns, for columns that are not recognised; "" leaves a column alone.',
    example: { 'E-mail': 'EmailWork' },
  })
  Map!: Record<string, string>;
  @Text(3, { ...settings.Dates, nullable: true }) Dates!: DateOrder | null;
  @Text(1, { ...settings.Decimal, nullable: true }) Decimal!: DecimalSign | null;
  @Text(40, { ...settings.Encoding, nullable: true }) Encoding!: string | null;
  @Text(5, { ...settings.Blank, default: 'keep' }) Blank!: Blank;
  @Text(5, { ...settings.Match, default: 'key' }) Match!: Match;
  @Text(7, { ...settings.Zeros, default: 'ask' }) Zeros!: Zeros;
}

/** A column of the file. */
export class ImportColumn {
  @Text(200, {
    description:
      'The title. A second column of this title has a number behind it, by which Map can name it: `Phone (2)`.',
    example: 'E-mail',
  })
  Column!: string;
  @Text(100, {
    description:
      'The field that gets the values, or whose id the names stand for. Empty: the column is left alone, because no ' +
      'field has this name, or because the service derives its values.',
    example: 'EmailWork',
  })
  Field!: string;
  @Text(200, {
    description: 'The first value of the column. Empty if it is left alone, `***` if the field is stored encrypted.',
    example: 'ada@example.com',
  })
  Example!: string;
  @Text(20, {
    description:
      'The option that the column asks for: `Dates` or `Decimal`, because its values can mean two things; `Map`, ' +
      'because another column has its title or fills its field; else empty.',
    example: '',
  })
  Asks!: string;
}

/** The fields of an import that responses show. */
export class ListedImport {
  @Guid({ key: true, example: '6f0f6a3b0c1d4e5f8a9b0c1d2e3f4a5b' }) ImportId!: Guid;
  @Text(50, { description: 'The record set that gets the records.', example: 'contacts' }) Into!: string;
  @Text(255, { example: 'contacts.csv' }) FileName!: string;
  @Text(10, { enum: states, example: 'Previewed' }) State!: State;
  @Int32({ description: 'Number of records in the file.', example: 2 }) Rows!: number;
  @Int32({ example: 1 }) Inserted!: number;
  @Int32({ example: 1 }) Updated!: number;
  @Int32({ description: 'Records that equal the stored ones.', example: 0 }) Unchanged!: number;
  @Int32({
    description: 'Records that may be wrong, which a run leaves out unless it takes them.',
    example: 0,
  })
  Doubtful!: number;
  @Int32({ description: 'Records with errors. The file is not imported before it has none.', example: 0 })
  Invalid!: number;
  @Flag({
    description:
      'true: the preview lists only the first 200,000 changes, doubts and errors (of 32 MiB). The counts are those ' +
      'of all lines. The import cannot be run: divide the file.',
    example: false,
  })
  Shortened!: boolean;
  @ListOf(() => ImportColumn) Columns!: readonly ImportColumn[];
  @Nested(() => ImportSettings) Options!: ImportSettings;
  @Text(300, {
    computed: true,
    description: 'Why the import cannot be undone; empty if it can.',
    example: '',
  })
  CannotUndo!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  @Guid({ required: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  @Text(200, { computed: true, description: 'The user who sent the file.', example: 'admin@demo.test' })
  UserName!: string;
}

/** A file that a user imports, with its latest preview or its result. */
@Table('imports', {
  audited: false,
  indexes: [['UserId', 'CreatedAt'], ['Sha256'], ['AttachmentId'], ['CreatedAt'], ['LogId']],
})
export class Import extends ListedImport {
  @Guid() AttachmentId!: Guid | null;
  @Text(64, { required: true }) Sha256!: string;
  /** The encoding that the Content-Type of the file named; '' for none. */
  @Text(40) Charset!: string;
  /** Whether the user was an Administrator, so that the rows show all records. It is hidden once the role is lost. */
  @Flag() ByAdministrator!: boolean;
  /** What the latest preview or run has logged. Null once it is removed. */
  @Guid({ nullable: true, references: 'ImportLog.LogId' }) LogId!: Guid | null;
}

/** What a preview or a run has logged. It is removed if no import names it. */
@Table('import_logs', { audited: false, indexes: [['CreatedAt']] })
export class ImportLog {
  @Guid({ key: true }) LogId!: Guid;
  @DateTime({ required: true }) CreatedAt!: DateTime;
}

/** A change, a doubt or an error of a line. */
export class ListedRow {
  @Int32({ description: 'Line of the file, or row of the sheet.', example: 2 }) Line!: number;
  @Text(10, { enum: actions, description: 'What the import does with the record of the line.', example: 'Update' })
  Action!: Action;
  @Text(200, { description: 'Key of the record; empty for one that a run will add.', example: '42' }) Key!: string;
  @Text(200, { description: 'Field, or column of the file; empty for the whole line.', example: 'EmailWork' })
  Field!: string;
  @Text(100_000, { cell: jsonInWords, example: 'ada@example.com' }) From!: string;
  @Text(100_000, { cell: jsonInWords, example: 'ada.lovelace@example.com' }) To!: string;
  @Text(20, { description: 'Set for an error or a doubt.', example: '' }) ErrorCode!: string;
  @Text(1000, { description: 'The error or the doubt.', example: '' }) Message!: string;
}

/** A line of a file, with the number of its changes, doubts and errors. */
export class ListedLine {
  @Int32({ key: true, description: 'Line of the file, or row of the sheet.', example: 2 }) Line!: number;
  @Text(10, { enum: actions, description: 'What the import does with the record of the line.', example: 'Update' })
  Action!: Action;
  @Text(200, { description: 'Key of the record; empty for one that a run will add.', example: '42' }) Key!: string;
  @Int32({ description: 'Number of the rows of the line.', example: 3 }) Rows!: number;
  @Int32({ description: 'Number of its doubts and errors.', example: 0 }) Problems!: number;
}

@Table('import_rows', { audited: false, indexes: [['LogId', 'Line', 'RowId']] })
export class ImportRow extends ListedRow {
  @Int64({ key: 'generated' }) RowId!: Int64;
  @Guid({ required: true, references: 'ImportLog.LogId', onDelete: 'CASCADE' }) LogId!: Guid;
  /** From and To of an encrypted field. The list shows `***` instead. */
  @Text(20_000, { encrypted: true }) StoredFrom!: string;
  @Text(20_000, { encrypted: true }) StoredTo!: string;
  /** The digest, after the import, of the fields that belong together with the field; '' if there are none. */
  @Text(64) GroupAfter!: string;
}
