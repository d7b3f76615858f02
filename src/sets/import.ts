import sql from 'sql-template-tag';
import { ChangedMeanwhile, type Upserted } from '../database/rows/upsert.js';
import { Retry } from '../database/transactions/transaction.js';
import { anyKey } from '../database/any-key.js';
import type { Db } from '../database/db.js';
import type { FieldCipher } from '../database/sealed/field-cipher.js';
import { Conflict, ServiceError } from '../errors/errors.js';
import { bind, madeUnset, missing } from '../record/bind.js';
import { fieldError, mostListed, type FieldError } from '../record/field-error.js';
import { fieldOf, fieldsOf, type Field } from '../record/metadata.js';
import { exportedFields, sealContext, type FileFormat, type ImportedSet } from './record-set.js';
import { longestShown, readRows, type SourceRow } from './row-reader.js';
import { OutOfOrder, SeenKeys } from './seen-keys.js';
import type { Source } from './source.js';
import { quoted, quotedList } from '../database/quoted.js';

type Row = Record<string, unknown>;

interface Checked {
  line: number;
  row: Row;
}

export interface ImportOptions {
  format: FileFormat;
  /** Everything is done, and taken back. */
  dryRun: boolean;
  /** Told how many bytes of the source have been read, and that no more will be. */
  progress?: { at(read: number): void; end(): void };
  /** Runs the transaction that writes, within one of the caller's where it has one. */
  within?: (work: () => Promise<ImportResult>) => Promise<void>;
  /** Told what is wrong with each of the first hundred bad rows. */
  onProblem: (problem: RowProblem) => void;
}

/** What is wrong with the record that begins at a line; the FieldName '' is the record itself. */
export interface RowProblem {
  line: number;
  errors: readonly FieldError[];
}

export interface ImportResult extends Upserted {
  records: number;
  /** How many of them are not valid: then nothing was imported. */
  problems: number;
}

/** Rows that are saved together, and characters of the file that they may come from. */
const mostRows = 500;
const largestBatch = 1_048_576;
/** Bad rows that are named; the others are counted. */
export const mostNamed = 100;

/** Ends the transaction without keeping anything. */
class TakenBack extends Error {}

/** One file into one set: all or nothing, in flat memory. */
export class Import {
  private readonly fields: readonly Field[];
  private readonly sealed: readonly Field[];
  private readonly needed: readonly Field[];
  private records = 0;
  private done: Upserted = { inserted: 0, updated: 0 };
  private problems = 0;
  /** Problems that have been named: another attempt finds the same ones again. */
  private named = 0;
  private keys: SeenKeys;
  private readonly key: readonly Field[];
  private readonly names: ReadonlySet<string>;

  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly set: ImportedSet,
    private readonly source: Source,
    private readonly timeZone: string,
    private readonly options: ImportOptions,
  ) {
    this.fields = exportedFields(set, true);
    this.names = new Set(this.fields.map(({ name }) => name));
    this.sealed = this.fields.filter(({ options }) => options.sealed);
    this.key = set.key.map((name) => fieldOf(set.record, name)!);
    this.keys = new SeenKeys(this.key, false);
    this.needed = fieldsOf(set.record).filter(({ options }) => options.required && options.default === undefined);
  }

  async run(): Promise<ImportResult> {
    try {
      await this.write(false).catch((error: unknown) => {
        if (!(error instanceof OutOfOrder)) throw error;
        return this.write(true);
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    } finally {
      this.options.progress?.end();
    }
    if (this.options.dryRun) await this.auditDryRun();
    return this.result();
  }

  private write(keepAllKeys: boolean): Promise<void> {
    const {
      within = async (work) => {
        await work();
      },
    } = this.options;
    return within(() =>
      this.db.tx(async () => {
        await this.attempt(keepAllKeys);
        return this.result();
      }),
    );
  }

  /** What a dry run found is gone, but that somebody asked is not. */
  private async auditDryRun(): Promise<void> {
    await this.db.tx(() => {
      this.db.audited({ Record: this.set.name, Id: '', Action: 'DryRun', Count: this.records });
      return Promise.resolve();
    });
  }

  private result(): ImportResult {
    return { records: this.records, problems: this.problems, ...this.done };
  }

  private async attempt(keepAllKeys: boolean): Promise<void> {
    this.records = this.problems = 0;
    this.done = { inserted: 0, updated: 0 };
    this.keys = new SeenKeys(this.key, keepAllKeys);
    const text = this.source.text((read) => this.options.progress?.at(read));
    let rows: Checked[] = [];
    let size = 0;
    const flush = (): Promise<void> => {
      const batch = rows;
      rows = [];
      size = 0;
      return this.take(batch);
    };
    await readRows(text, this.options.format, { fields: this.fields, key: this.set.key }, (row) => {
      this.records++;
      const checked = this.check(row);
      if (!checked) return undefined;
      rows.push(checked);
      size += row.size;
      return rows.length < mostRows && size < largestBatch ? undefined : flush();
    });
    await flush();
    if (this.options.dryRun || this.problems > 0) throw new TakenBack();
    this.db.audited({ Record: this.set.name, Id: '', Action: 'Import', Count: this.records });
  }

  private async take(checked: readonly Checked[]): Promise<void> {
    const complete = await this.withoutIncomplete(checked);
    // Once no more problems are named, nothing needs to be tried.
    if (this.problems >= mostNamed || complete.length === 0) return;
    await this.seal(complete);
    await this.save(complete);
  }

  /** The row by the record's own rules; undefined when it broke one. */
  private check({ line, json, problem }: SourceRow): Checked | undefined {
    if (!json) {
      this.bad(line, [ofRecord(`${problem!}.`)]);
      return undefined;
    }
    const unknown = Object.keys(json).filter((name) => !this.names.has(name));
    const { value, errors } = bind(this.set.record, json, { timeZone: this.timeZone });
    const row = value as Row;
    const told = new Set(errors.map(({ FieldName }) => FieldName));
    const all = [
      ...unknown
        .filter((name) => !told.has(name))
        .slice(0, mostListed)
        .map((name) => fieldError('Unknown', name.slice(0, longestShown), 'is no field of the set')),
      ...[...errors, ...madeUnset(this.set.record, value), ...this.keyErrors(json, row)],
    ];
    if (all.length > 0) {
      this.bad(line, all.slice(0, mostListed));
      return undefined;
    }
    return { line, row };
  }

  private keyErrors(json: Readonly<Row>, row: Row): FieldError[] {
    const unset = this.set.key.filter(
      (name) => (json[name] ?? null) === null || (row[name] === 0 && this.isGenerated(name)),
    );
    if (unset.length > 0) return unset.map((name) => fieldError('NotEmpty', name, 'is required: it is the key'));
    // A key that could not be read is an error of its own.
    if (this.set.key.some((name) => row[name] === undefined) || !this.keys.repeats(row)) return [];
    return [fieldError('Duplicate', this.set.key.at(-1)!, 'appears more than once in the file')];
  }

  private isGenerated(name: string): boolean {
    return this.fields.find((field) => field.name === name)?.options.key === 'generated';
  }

  /** A column that is missing leaves what is there; a new record may need it. */
  private async withoutIncomplete(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const lacking = checked.filter(({ row }) => this.needed.some(({ name }) => row[name] === undefined));
    const known = await this.stored(lacking);
    const bad = new Set(lacking.filter(({ row }) => !known.has(this.idOf(row))));
    for (const { line, row } of bad) this.bad(line, missing(this.set.record, row));
    return checked.filter((one) => !bad.has(one));
  }

  /** Encrypts what is stored encrypted, always anew. */
  private async seal(checked: readonly Checked[]): Promise<void> {
    for (const { row } of checked)
      for (const field of this.sealed) {
        const plain = row[field.name];
        if (typeof plain === 'string' && plain !== '')
          row[field.name] = this.cipher.encrypt(plain, sealContext(this.set, field, row));
      }
    await this.keepUnreadable(checked);
  }

  /** A value that cannot be read was exported as unset: sent back like that, it stays for a FIELD_KEY that reads it. */
  private async keepUnreadable(checked: readonly Checked[]): Promise<void> {
    const isEmpty = (row: Row, { name }: Field): boolean => row[name] === null || row[name] === '';
    const emptied = checked.filter(({ row }) => this.sealed.some((field) => isEmpty(row, field)));
    const found = await this.rowsOf(emptied, [...this.set.key, ...this.sealed.map(({ name }) => name)]);
    const stored = new Map(found.map((row) => [this.idOf(row), row]));
    for (const { row } of emptied)
      for (const field of this.sealed.filter((one) => isEmpty(row, one))) {
        const before = stored.get(this.idOf(row))?.[field.name] as string | null | undefined;
        if (before && this.cipher.open(before, sealContext(this.set, field, row)) === undefined)
          row[field.name] = before;
      }
  }

  /** The keys of those of the records that exist. */
  private async stored(checked: readonly Checked[]): Promise<Set<string>> {
    return new Set((await this.rowsOf(checked, this.set.key)).map((row) => this.idOf(row)));
  }

  private async rowsOf(checked: readonly Checked[], names: readonly string[]): Promise<Row[]> {
    if (checked.length === 0) return [];
    const { key, rows } = this.set;
    const isOne = anyKey(
      key.map((name) => quoted(name, 's')),
      checked.map(({ row }) => key.map((name) => row[name])),
    );
    return this.db.all<Row>(sql`SELECT ${quotedList([...names], 's')} FROM (${rows}) s WHERE ${isOne}`);
  }

  private idOf(row: Row): string {
    return this.set.key.map((name) => String(row[name])).join(',');
  }

  /** What the database refuses is looked for in ever smaller parts, so that the row can be named. */
  private async save(checked: readonly Checked[]): Promise<void> {
    try {
      for (const isSealed of [true, false]) {
        const part = checked.filter(({ row }) => this.bringsSealed(row) === isSealed).map(({ row }) => row);
        if (part.length === 0) continue;
        const { inserted, updated } = await this.set.save(part);
        this.done.inserted += inserted;
        // Compared with what is stored, an encrypted value would be told to whoever guesses it.
        this.done.updated += isSealed ? part.length - inserted : updated;
      }
    } catch (error) {
      if (error instanceof Retry && error.error instanceof ChangedMeanwhile)
        throw new Retry(this.withLine(error.error, checked));
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      if (checked.length === 1) {
        this.bad(checked[0].line, error.errors.length > 0 ? error.errors : [ofRecord(error.message)]);
        return;
      }
      const half = Math.ceil(checked.length / 2);
      await this.save(checked.slice(0, half));
      if (this.problems < mostNamed) await this.save(checked.slice(half));
    }
  }

  /** The conflict with the line on which the record is. */
  private withLine(conflict: ChangedMeanwhile, checked: readonly Checked[]): Conflict {
    const found = checked.find(({ row }) => conflict.ids.includes(this.idOf(row)));
    if (!found) return conflict;
    const errors = conflict.errors.map((error) => ({
      ...error,
      FieldName: `line ${found.line}.${error.FieldName}`,
      Message: `line ${found.line}: ${error.Message}`,
    }));
    return new Conflict(errors[0].Message, { errors, retryAfter: 1, cause: conflict });
  }

  private bringsSealed(row: Row): boolean {
    return this.sealed.some(({ name }) => row[name] !== undefined);
  }

  private bad(line: number, errors: readonly FieldError[]): void {
    this.problems++;
    if (this.problems > mostNamed || this.problems <= this.named) return;
    this.named = this.problems;
    this.options.onProblem({ line, errors });
  }
}

function ofRecord(Message: string): FieldError {
  return { ErrorCode: 'Invalid', FieldName: '', Message };
}
