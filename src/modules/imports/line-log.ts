import { hash } from 'node:crypto';
import { BadRequest } from '../../errors/errors.js';
import type { FieldError } from '../../record/field-error.js';
import type { Field } from '../../record/metadata.js';
import { valueWriter } from '../../record/writers/json.js';
import {
  mostNamed,
  type ImportWatch,
  type RowProblem,
  type SentRow,
  type WatchedRow,
} from '../../sets/import-options.js';
import { exportedFields, type ImportedSet } from '../../sets/record-set.js';
import type { Action, ImportRow } from './import.entity.js';
import { hidden, longestShown, type PreparedFile } from './reading/prepared.js';
import { inWords } from './reading/words.js';

/** A row of the log. Its empty texts are left out, because a log in memory has up to 200,000 rows. */
export type LoggedRow = Pick<ImportRow, 'Line' | 'Action'> & Partial<Omit<ImportRow, 'RowId' | 'LogId'>>;

/** The counts of an import, as `Import` has them. */
export interface LineCounts {
  Inserted: number;
  Updated: number;
  Unchanged: number;
  Doubtful: number;
  Invalid: number;
}

/** Returns the errors of rows that the caller may not write. It may complete new rows. */
export type Admit = (rows: readonly SentRow[]) => Promise<readonly (readonly FieldError[])[]>;

/** Returns the doubts about rows that an import is about to save. A person decides about them. */
export type Judge = (rows: readonly WatchedRow[]) => Promise<readonly (readonly FieldError[])[]>;

export interface LineLogOptions {
  /** Whether the keys of new records stay out, because a dry run takes them back. */
  readonly isDryRun: boolean;
  /** Whether the import takes a line with these doubts. */
  readonly takes: (line: number, doubts: readonly FieldError[]) => boolean;
  readonly admit: Admit;
  readonly judge: Judge;
  /** The agent with whom the import ends the share of a contact, by the line that makes this agent the owner. */
  readonly endedShares: (rows: readonly WatchedRow[]) => Promise<ReadonlyMap<number, number>>;
  /** Decrypts a field of a stored row; '' for an unset one, and for one that no key decrypts. */
  readonly open: (field: Field, row: Readonly<Record<string, unknown>>) => string;
}

/** Number of changes, doubts and errors together that a log lists, and of characters in them. */
export const mostLogged = { rows: 200_000, characters: 32 * 1024 ** 2 };
/** Why an import cannot be run, after its subject. */
export const tooLong = `has more changes, doubts and errors than the ${mostLogged.rows} (of ${
  mostLogged.characters / 1024 ** 2
} MiB) that are listed: divide the file, or import it as a record set.`;
/** The field of a logged row about an agent with whom the contact was shared. */
export const sharedWith = 'AgentIds';

/** Records what an import does with each line of its file. */
export class LineLog implements ImportWatch {
  private rows: LoggedRow[] = [];
  private listed = { rows: 0, characters: 0 };
  private isShortened = false;
  private done: { line: number; action: Action | 'Unchanged' }[] = [];
  private readonly problems = new Map<number, readonly FieldError[]>();
  private readonly fields: readonly Field[];
  private readonly groups: ReadonlyMap<string, readonly Field[]>;
  private doubts = new Map<number, readonly FieldError[]>();
  /** The doubts about lines that the import leaves out. */
  private readonly left: readonly LoggedRow[];
  private shares = new Map<number, number>();
  /** The doubtful lines that a run has left out. The log of a preview has their changes. */
  readonly skipped = new Set<number>();

  constructor(
    private readonly set: ImportedSet,
    private readonly file: PreparedFile,
    private readonly options: LineLogOptions,
  ) {
    this.fields = exportedFields(set, true);
    this.groups = groupsOf(this.fields);
    const left = [...file.leftOut].flatMap(([line, doubts]) =>
      doubts.map((doubt) => this.doubtOf(line, 'Doubtful', '', doubt, undefined)),
    );
    this.left = left.filter((row) => this.isListed(lengthOf(row)));
  }

  /** The counts of the lines whose result is known. */
  get counts(): LineCounts {
    const done = this.done.filter(({ line }) => !this.problems.has(line));
    const count = (...actions: (Action | 'Unchanged')[]): number =>
      done.filter(({ action }) => actions.includes(action)).length;
    return {
      Inserted: count('Insert'),
      Updated: count('Update'),
      Unchanged: count('Unchanged', 'Erased'),
      Doubtful: count('Doubtful') + this.file.leftOut.size,
      Invalid: this.problems.size,
    };
  }

  /** Bad lines stay recorded, because the importer reports each once. */
  begin(line: number): void {
    while ((this.rows.at(-1)?.Line ?? 0) >= line && this.rows.length > 0) {
      this.listed.rows--;
      this.listed.characters -= lengthOf(this.rows.pop()!);
    }
    while ((this.done.at(-1)?.line ?? 0) >= line && this.done.length > 0) this.done.pop();
    this.doubts = new Map();
    this.shares = new Map();
  }

  errorsOf(line: number): readonly FieldError[] {
    return this.file.errors.get(line) ?? [];
  }

  problem({ line, errors }: RowProblem): void {
    this.problems.set(
      line,
      errors
        .map((error) => this.titled(error))
        .filter(({ Message, FieldName }) => this.isListed(Message.length + this.file.cellOf(line, FieldName).length)),
    );
  }

  /** The key is that of the erased record, which says nothing about the person. */
  erased(line: number, row: Readonly<Record<string, unknown>>): void {
    const Message = 'is about an erased person, and is left out.';
    this.add({ Line: line, Action: 'Erased', Key: this.textOfKey(row), Message });
    this.done.push({ line, action: 'Erased' });
  }

  admit(rows: readonly SentRow[]): Promise<readonly (readonly FieldError[])[]> {
    return this.options.admit(rows);
  }

  async takes(rows: readonly WatchedRow[]): Promise<boolean[]> {
    const judged = await this.options.judge(rows);
    for (const [line, agentId] of await this.options.endedShares(rows)) this.shares.set(line, agentId);
    return rows.map((row, at) => {
      const doubts = [...(this.file.doubts.get(row.line) ?? []), ...judged[at]];
      if (doubts.length === 0) return true;
      this.doubts.set(row.line, doubts);
      if (this.options.isDryRun || this.options.takes(row.line, doubts)) return true;
      for (const doubt of doubts) this.add(this.doubtOf(row.line, 'Doubtful', this.keyOf(row), doubt, row.before));
      this.done.push({ line: row.line, action: 'Doubtful' });
      this.skipped.add(row.line);
      return false;
    });
  }

  saved(rows: readonly WatchedRow[]): void {
    for (const row of rows) {
      const { line, before, after = {}, given } = row;
      const doubts = this.doubts.get(line);
      const isDoubtful = doubts !== undefined && !this.options.takes(line, doubts);
      const changed = this.fields.filter(
        (field) => textOf(field, before?.[field.name]) !== textOf(field, after[field.name]),
      );
      const action = isDoubtful ? 'Doubtful' : before ? (given ? 'Merged' : 'Update') : 'Insert';
      for (const doubt of doubts ?? []) this.add(this.doubtOf(line, action, this.keyOf(row), doubt, before));
      if (given) {
        const Message = `names contact ${given.from}, which was merged: the changes go to contact ${given.to}.`;
        this.add({ Line: line, Action: action, Key: this.keyOf(row), Message });
      }
      for (const field of changed) this.addChange(row, action, field);
      const share = this.shares.get(line);
      if (share !== undefined)
        this.add({ Line: line, Action: action, Key: this.keyOf(row), Field: sharedWith, From: String(share) });
      if (isDoubtful) this.done.push({ line, action });
      else
        this.done.push({ line, action: before && changed.length === 0 ? 'Unchanged' : before ? 'Update' : 'Insert' });
    }
  }

  /** All rows in the order of their lines, with the errors of bad lines. */
  result(): { rows: readonly LoggedRow[]; counts: LineCounts; isShortened: boolean } {
    const bad = [...this.problems].flatMap(([line, errors]) =>
      errors.map(({ FieldName, ErrorCode, Message }) => ({
        Line: line,
        Action: 'Invalid' as const,
        Field: FieldName.slice(0, 200),
        To: this.file.cellOf(line, FieldName),
        ErrorCode,
        Message: Message.slice(0, 1000),
      })),
    );
    const good = this.rows
      .filter(({ Line }) => !this.problems.has(Line))
      // The run of a file with errors adds no record.
      .map((row) => (bad.length > 0 && row.Action === 'Insert' ? { ...row, Key: '' } : row));
    const { left, counts, isShortened } = this;
    return { rows: [...good, ...left, ...bad].sort((one, other) => one.Line - other.Line), counts, isShortened };
  }

  /** The first hundred errors, named like those of a record set: `line 12.EventTypeName`. */
  errors(): FieldError[] {
    const lines = [...this.problems].sort(([one], [other]) => one - other);
    const all = lines.flatMap(([line, errors]) => errors.map((error) => ({ line, error })));
    return all.slice(0, mostNamed).map(({ line, error }) => ({
      ...error,
      FieldName: error.FieldName === '' ? `line ${line}` : `line ${line}.${error.FieldName}`,
      Message: `line ${line}: ${error.Message}`,
    }));
  }

  /** A doubt has the stored value, and that of the file. */
  private doubtOf(
    line: number,
    action: Action,
    key: string,
    doubt: FieldError,
    before: WatchedRow['before'],
  ): LoggedRow {
    const { FieldName, ErrorCode, Message } = this.titled(doubt);
    const field = this.fields.find(({ name }) => name === FieldName);
    const stored = field && before ? textOf(field, before[field.name]) : '';
    const From = stored !== '' && field?.options.encrypted ? hidden : stored;
    const To = this.file.cellOf(line, FieldName);
    return { Line: line, Action: action, Key: key, Field: FieldName.slice(0, 200), From, To, ErrorCode, Message };
  }

  /** The error with a message that names the column as people see it in their file. */
  private titled(error: FieldError): FieldError {
    const { FieldName } = error;
    const field = this.fields.find(({ name }) => name === FieldName);
    // The items of a list are in one column.
    const title = this.file.titles.get(FieldName.replace(/\[\d+\]$/, ''));
    return inWords(error, title ?? FieldName, field);
  }

  private addChange(row: WatchedRow, action: Action, field: Field): void {
    const { name, options, type } = field;
    const [from, to] = [row.before, row.after].map((stored) => stored?.[name]);
    // Leave out defaults of a new record, and numbers and GUIDs that the run generates again.
    const isMade = options.key === 'generated' || (type.name === 'guid' && this.options.isDryRun);
    if (!row.before && (isMade || to === false || to === 0)) return;
    const GroupAfter = digestOf(this.groups.get(name), row.after);
    const [Line, Key] = [row.line, this.keyOf(row)];
    if (options.encrypted) {
      const [StoredFrom, StoredTo] = [row.before, row.after].map((stored = {}) => this.options.open(field, stored));
      const show = (stored: string): string => (stored === '' ? '' : hidden);
      const [From, To] = [show(StoredFrom), show(StoredTo)];
      this.add({ Line, Action: action, Key, Field: name, From, To, StoredFrom, StoredTo, GroupAfter });
    } else {
      const [From, To] = [textOf(field, from), textOf(field, to)];
      this.add({ Line, Action: action, Key, Field: name, From, To, GroupAfter });
    }
  }

  /** Lists a change or a doubt. Throws BadRequest if a run makes more than the log lists, because an undo needs all. */
  private add(row: LoggedRow): void {
    if (this.isListed(lengthOf(row))) this.rows.push(row);
    else if (!this.options.isDryRun) throw new BadRequest(`The import ${tooLong}`);
  }

  /** Whether the log has room for a row with so many characters. */
  private isListed(characters: number): boolean {
    const { listed } = this;
    if (listed.rows === mostLogged.rows || listed.characters + characters > mostLogged.characters) {
      this.isShortened = true;
      return false;
    }
    listed.rows++;
    listed.characters += characters;
    return true;
  }

  private keyOf({ row, before, after }: WatchedRow): string {
    return before || (after && !this.options.isDryRun) ? this.textOfKey(before ?? after ?? row) : '';
  }

  private textOfKey(row: Readonly<Record<string, unknown>>): string {
    const values = this.set.key.map((name) => row[name] as string | number | undefined);
    return values.map((value) => (value === undefined ? '' : String(value))).join(',');
  }
}

/**
 * The fields that belong together, by the name of each: a consent with its telephone numbers, a text with its id. An
 * undo gives all of them their former values, or none.
 */
export function groupsOf(fields: readonly Field[]): ReadonlyMap<string, readonly Field[]> {
  const groups = new Map<string, readonly Field[]>();
  for (const field of fields) {
    const { belongsTo = [], follows } = field.options;
    const names = [...belongsTo, ...(follows === undefined ? [] : [follows])];
    if (names.length === 0) continue;
    const others = fields.filter(({ name }) => names.includes(name));
    const all = [...new Set([field, ...others].flatMap((each) => [each, ...(groups.get(each.name) ?? [])]))];
    for (const { name } of all) groups.set(name, all);
  }
  return groups;
}

/** The digest of the values that a record has in fields that belong together; '' without such fields. */
export function digestOf(group: readonly Field[] | undefined, row: Readonly<Record<string, unknown>> = {}): string {
  return group ? hash('sha256', JSON.stringify(group.map((field) => textOf(field, row[field.name])))) : '';
}

function lengthOf({ From = '', To = '', StoredFrom = '', StoredTo = '', Message = '' }: LoggedRow): number {
  return From.length + To.length + StoredFrom.length + StoredTo.length + Message.length;
}

/** The value as a file has it; '' for an unset one. */
export function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  const json = valueWriter(field)(value);
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return text.slice(0, longestShown);
}
