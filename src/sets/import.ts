import sql from 'sql-template-tag';
import { ChangedMeanwhile, type Upserted } from '../database/rows/upsert.js';
import { Retry } from '../database/transactions/transaction.js';
import { anyKey } from '../database/sql/conditions.js';
import type { Db } from '../database/db.js';
import type { FieldCipher } from '../database/encryption/field-cipher.js';
import { Conflict, ServiceError } from '../errors/errors.js';
import { bind, madeUnset, missing } from '../record/bind.js';
import { newGuid } from '../record/values/guid.js';
import { fieldError, mostListed, type FieldError } from '../record/field-error.js';
import { Problem, type Reading } from '../record/field-types.js';
import { fieldOf, fieldsOf, type Field } from '../record/metadata.js';
import { saysMoment } from '../record/values/datetime-text.js';
import { valueWriter } from '../record/writers/json.js';
import type { ImportRule, MergedKey } from './import-rule.js';
import {
  mostNamed,
  type FirstRecord,
  type GivenRow,
  type ImportMode,
  type ImportOptions,
  type ImportResult,
  type ImportWatch,
} from './import-options.js';
import { exportedFields, encryptionContext, needsWholeFile, type ImportedSet } from './record-set.js';
import { longestShown, readRows, type SourceRow } from './row-reader.js';
import { isEmptyKey, OutOfOrder, SeenKeys } from './seen-keys.js';
import type { Source } from './source.js';
import { versionField, versionWriter } from './version.js';
import { quoted, quotedList } from '../database/sql/quoted.js';

type Row = Record<string, unknown>;

/** The form of the file, and the rules of the set. */
interface Terms {
  readonly reading: Reading;
  readonly rules: readonly ImportRule[];
  /** Whether the file may have the column Version. */
  readonly hasVersion: boolean;
}

interface Checked {
  line: number;
  row: Row;
  /** The JSON values of the row. */
  json: Readonly<Row>;
  /** The Version of the record at its export; '' if the file does not say it. */
  version: string;
  /** The field that a second value of a cell was placed in. */
  placed?: string;
  /** The merged contact that the line names, if the row is given to the remaining one. */
  given?: MergedKey;
}

/** The read rows are saved together when there are `mostRows`, or when they have `largestBatch` characters in total. */
const mostRows = 500;
const largestBatch = 1_048_576;
/** Number of records that a dry run shows. */
const mostShown = 3;
/** Thrown to roll the transaction back. */
class TakenBack extends Error {}

/** What an import has counted in the rows that it has read and saved. */
class Tally {
  done: Upserted = { inserted: 0, updated: 0 };
  problems = 0;
  erased = 0;
  given: GivenRow[] = [];
  /** The lines that replace changes which were made since the export. */
  outdated: number[] = [];
  /** The first and the last key that the database gave to rows without a key. */
  numbered = { first: Infinity, last: -Infinity };

  copy(): Tally {
    const { done, given, outdated } = this;
    return Object.assign(new Tally(), this, { done: { ...done }, given: [...given], outdated: [...outdated] });
  }
}

/** Imports one file into one set: all or nothing, in constant memory. */
export class Import {
  private readonly fields: readonly Field[];
  private readonly encrypted: readonly Field[];
  private readonly needed: readonly Field[];
  private records = 0;
  private tally = new Tally();
  /** Number of reported problems, which a repeated transaction does not report again. */
  private named = 0;
  private keys: SeenKeys;
  private readonly key: readonly Field[];
  /** Who gives a key to a row without one. If it is undefined, every row must have a key. */
  private readonly maker: 'service' | 'database' | undefined;
  private readonly mode: ImportMode;
  private readonly mostProblems: number;
  private readonly names: ReadonlySet<string>;
  private readonly versionOf: ReturnType<typeof versionWriter>;
  private leftOut: readonly string[] = [];
  private first: readonly FirstRecord[] = [];

  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly set: ImportedSet,
    private readonly source: Source,
    private readonly terms: Terms,
    private readonly options: ImportOptions,
  ) {
    this.fields = exportedFields(set, true);
    this.versionOf = versionWriter(set);
    this.names = new Set(this.fields.map(({ name }) => name));
    // Db itself encrypts fields that are not secret.
    this.encrypted = this.fields.filter(({ options }) => options.encrypted && options.secret);
    this.key = set.key.map((name) => fieldOf(set.record, name)!);
    this.keys = new SeenKeys(this.key, false);
    this.needed = fieldsOf(set.record).filter(
      ({ name, options }) =>
        options.required && options.default === undefined && !set.key.includes(name) && !set.derived?.includes(name),
    );
    this.mode = options.mode ?? 'upsert';
    this.mostProblems = options.mostProblems ?? mostNamed;
    const isGuid = this.key.length === 1 && this.key[0].type.name === 'guid';
    if (this.mode !== 'update') this.maker = isGuid ? 'service' : set.add && 'database';
  }

  async run(): Promise<ImportResult> {
    try {
      await this.write(false).catch((error: unknown) => {
        if (!(error instanceof OutOfOrder)) throw error;
        return this.write(true);
      });
    } finally {
      this.options.progress?.end();
    }
    if (this.options.dryRun) await this.auditDryRun();
    return this.result();
  }

  private async write(keepAllKeys: boolean): Promise<void> {
    if (this.options.dryRun && !needsWholeFile(this.set)) await this.tryInParts(keepAllKeys);
    else await takenBack(() => this.writeAtOnce(keepAllKeys));
  }

  /** Imports the file in one transaction. Throws TakenBack if it must be rolled back. */
  private writeAtOnce(keepAllKeys: boolean): Promise<void> {
    const {
      dryRun,
      within = async (work) => {
        await work();
      },
    } = this.options;
    return within(() =>
      this.db.tx(async () => {
        this.begin(keepAllKeys);
        let first: readonly Checked[] = [];
        await this.together(async () => {
          await this.read((rows) => {
            if (first.length === 0) first = rows.slice(0, mostShown);
            return this.take(rows);
          });
          if (this.tally.problems === 0) await this.set.finish?.();
          if (dryRun) this.first = await this.recordsOf(first);
          if (dryRun || this.tally.problems > 0) throw new TakenBack();
        });
        this.db.audited({ Record: this.set.name, Id: '', Action: 'Import', Count: this.records });
        return this.result();
      }),
    );
  }

  /**
   * Saves each batch of rows in a transaction of its own, which is rolled back, so that a dry run of many rows holds no
   * lock for long. Only rows of a set that `needsWholeFile` depend on earlier rows of the file.
   */
  private async tryInParts(keepAllKeys: boolean): Promise<void> {
    this.begin(keepAllKeys);
    let isFirst = true;
    await this.read(async (checked) => {
      const before = this.tally.copy();
      await takenBack(() =>
        this.db.tx(async () => {
          this.tally = before.copy();
          this.options.watch?.begin(checked[0].line);
          // Saving changes the rows, and a repeated transaction needs them unchanged.
          const rows = checked.map((each) => ({ ...each, row: { ...each.row } }));
          await this.together(() => this.take(rows));
          if (isFirst) this.first = await this.recordsOf(rows.slice(0, mostShown));
          throw new TakenBack();
        }),
      );
      isFirst = false;
    });
  }

  private together(work: () => Promise<void>): Promise<void> {
    const { progress, alone } = this.options;
    const onDone = (done: number, all: number): void => progress?.at('search index', done, all);
    return this.set.together ? this.set.together(work, { onDone, alone }) : work();
  }

  /** Writes the audit entry of a dry run in a transaction of its own, because the dry run rolls its changes back. */
  private async auditDryRun(): Promise<void> {
    await this.db.tx(() => {
      this.db.audited({ Record: this.set.name, Id: '', Action: 'DryRun', Count: this.records });
      return Promise.resolve();
    });
  }

  private result(): ImportResult {
    const { records, leftOut, first, tally } = this;
    const { problems, erased, given, outdated, done } = tally;
    return { records, problems, erased, given, outdated, leftOut, first: problems === 0 ? first : [], ...done };
  }

  private begin(keepAllKeys: boolean): void {
    this.records = 0;
    this.tally = new Tally();
    this.keys = new SeenKeys(this.key, keepAllKeys);
    this.options.watch?.begin(0);
  }

  /** Reads the file, and gives its checked rows to `take` in batches, none of which is empty. */
  private async read(take: (rows: readonly Checked[]) => Promise<void>): Promise<void> {
    const { name } = this.set;
    const text = this.source.text((read) => this.options.progress?.at(name, read, this.source.size));
    let rows: Checked[] = [];
    let size = 0;
    const flush = (): Promise<void> => {
      const batch = rows;
      rows = [];
      size = 0;
      return take(batch);
    };
    const key = this.maker ? [] : this.set.key;
    const { format, map } = this.options;
    const onLeftOut = (names: readonly string[]): void => void (this.leftOut = names);
    const fields = this.terms.hasVersion ? [...this.fields, versionField] : this.fields;
    await readRows(text, format, { fields, key, map, onLeftOut }, (row) => {
      this.records++;
      const checked = this.check(row);
      if (!checked) return undefined;
      rows.push(checked);
      size += row.size;
      return rows.length < mostRows && size < largestBatch ? undefined : flush();
    });
    if (rows.length > 0) await flush();
  }

  /** Reads the rows as they are stored now, before the dry run is rolled back. */
  private async recordsOf(rows: readonly Checked[]): Promise<FirstRecord[]> {
    const fields = this.fields.filter(({ options }) => !options.encrypted);
    const stored = await this.rowsOf(
      rows,
      fields.map(({ name }) => name),
    );
    const byId = new Map(stored.map((row) => [this.idOf(row), row]));
    return rows.map(({ line, row }) => {
      const values = byId.get(this.idOf(row)) ?? {};
      const isSet = ({ name }: Field): boolean =>
        values[name] !== null && values[name] !== undefined && values[name] !== '';
      return { line, fields: fields.filter(isSet).map(({ name, type }) => ({ name, json: type.json(values[name]) })) };
    });
  }

  private async take(checked: readonly Checked[]): Promise<void> {
    const rows = await this.afterRules(await this.allowedByMode(checked));
    const complete = await this.withoutOverwritten(await this.withoutIncomplete(rows));
    // After `mostProblems`, do not save rows: that would only find further problems, which are not reported.
    if (this.tally.problems >= this.mostProblems || complete.length === 0) return;
    const { watch } = this.options;
    if (watch) await this.saveWatched(watch, complete);
    else {
      await this.findOutdated(complete);
      await this.saveAll(complete);
    }
  }

  /**
   * Finds the rows that change a record which has changed since its export. They are saved too, because an older file
   * may be imported to restore the records that it has.
   */
  private async findOutdated(checked: readonly Checked[]): Promise<void> {
    const versioned = checked.filter(({ version, given }) => version !== '' && !given);
    if (versioned.length === 0) return;
    const stored = await this.whole(versioned);
    for (const each of versioned) {
      const now = this.hasKey(each.row) ? stored.get(this.idOf(each.row)) : undefined;
      if (!now || this.versionOf(now) === each.version) continue;
      if (Object.keys(this.changed(each, now)).length > this.key.length) this.tally.outdated.push(each.line);
    }
  }

  private async saveAll(checked: readonly Checked[]): Promise<void> {
    await this.encrypt(checked);
    await this.save(checked.filter(({ given }) => !given));
    // Save these rows one by one, because two of them can have the same key.
    for (const each of checked.filter(({ given }) => given)) await this.save([each]);
  }

  /** Saves the values that differ from the stored ones, and shows the rows to the watcher before and after. */
  private async saveWatched(watch: ImportWatch, checked: readonly Checked[]): Promise<void> {
    const before = await this.whole(checked);
    const rows = checked.map((each) => {
      const stored = this.hasKey(each.row) ? before.get(this.idOf(each.row)) : undefined;
      const row = stored ? this.changed(each, stored) : each.row;
      return { ...each, row, before: stored };
    });
    const takes = await watch.takes(rows);
    const kept = rows.filter((_, at) => takes[at]);
    await this.saveAll(kept.filter(({ row, before: stored }) => !stored || Object.keys(row).length > this.key.length));
    const after = await this.whole(kept);
    const storedOf = ({ row }: Checked) => (this.hasKey(row) ? after.get(this.idOf(row)) : undefined);
    watch.saved(kept.map((each) => ({ ...each, after: storedOf(each) })));
  }

  private async whole(checked: readonly Checked[]): Promise<ReadonlyMap<string, Row>> {
    const stored = await this.rowsOf(
      checked,
      this.fields.map(({ name }) => name),
    );
    return new Map(stored.map((row) => [this.idOf(row), row]));
  }

  /** The key of a row, and its values that differ from the stored ones. A secret value may differ. */
  private changed({ row, json }: Checked, stored: Row): Row {
    return Object.fromEntries(
      Object.entries(row).filter(([name, value]) => {
        const field = this.fields.find((each) => each.name === name);
        if (!field || this.set.key.includes(name) || field.options.encrypted) return true;
        return value !== undefined && !this.isSame(field, [value, stored[name]], json[name]);
      }),
    );
  }

  /**
   * Whether a value equals the stored one. An empty text is unset. Of a time, only the digits in the file count: a
   * workbook has milliseconds, a person may write minutes. A local time that occurs twice equals either moment.
   */
  private isSame(field: Field, [value, stored]: readonly [unknown, unknown], json: unknown): boolean {
    const write = valueWriter(field);
    if (write(value === '' ? null : value) === write(stored === '' ? null : stored)) return true;
    if (typeof json !== 'string' || typeof stored !== 'string') return false;
    const { timeZone = 'UTC', localTimes } = this.terms.reading;
    const isTime = field.type.name === 'datetime' && field.type.isDay !== true;
    return isTime && saysMoment(json, stored, localTimes ? timeZone : 'UTC');
  }

  /** Checks a row by the rules of its record; returns undefined for a bad row. */
  private check({ line, json: sent, problem }: SourceRow): Checked | undefined {
    if (!sent) {
      this.bad(line, [ofRecord(`${problem!}.`)]);
      return undefined;
    }
    const { [versionField.name]: stated, ...values } = sent;
    const rest = this.terms.hasVersion && stated !== undefined ? values : sent;
    const version = rest === sent ? '' : versionField.type.read(stated ?? '');
    const divided = this.set.divide?.(rest, this.terms.reading);
    const json = this.withKey(divided?.json ?? rest);
    const unknown = Object.keys(json).filter((name) => !this.names.has(name));
    const { value, errors } = bind(this.set.record, json, this.terms.reading);
    const row = value as Row;
    const reported = new Set(errors.map(({ FieldName }) => FieldName));
    const all = [
      ...(this.options.watch?.errorsOf(line) ?? []),
      ...unknown
        .filter((name) => !reported.has(name))
        .slice(0, mostListed)
        .map((name) => fieldError('Unknown', name.slice(0, longestShown), 'is not a field of the set')),
      ...errors,
      ...(version instanceof Problem ? [fieldError(version.code, versionField.name, version.rest)] : []),
      // A field with an error is undefined, which does not mean that the file makes it unset.
      ...madeUnset(this.set.record, value).filter(({ FieldName }) => !reported.has(FieldName)),
      ...this.keyErrors(json, row),
      ...(this.set.problems?.(row) ?? []),
    ];
    if (all.length > 0) {
      this.bad(line, all.slice(0, mostListed));
      return undefined;
    }
    return { line, row, json, version: String(version), placed: divided?.placed };
  }

  /** Gives the row a new GUID for a missing or empty key, or drops the key if the database assigns it. */
  private withKey(json: Readonly<Row>): Readonly<Row> {
    const [{ name }] = this.key;
    if (!this.maker || !isEmptyKey(json[name])) return json;
    const { [name]: _empty, ...rest } = json;
    return this.maker === 'service' ? { ...rest, [name]: newGuid() } : rest;
  }

  private keyErrors(json: Readonly<Row>, row: Row): FieldError[] {
    if (this.maker === 'database' && isEmptyKey(json[this.key[0].name])) return [];
    const unset = this.set.key.filter(
      (name) => (json[name] ?? null) === null || (row[name] === 0 && this.isGenerated(name)),
    );
    if (unset.length > 0) return unset.map((name) => fieldError('NotEmpty', name, 'is required: it is the key'));
    // A key of the wrong type has an error already.
    if (this.set.key.some((name) => row[name] === undefined) || !this.keys.repeats(row)) return [];
    return [fieldError('Duplicate', this.set.key.at(-1)!, 'appears more than once in the file')];
  }

  private isGenerated(name: string): boolean {
    return this.fields.find((field) => field.name === name)?.options.key === 'generated';
  }

  /** Applies the rules of the modules, which may leave rows out or give them to another record. */
  private async afterRules(checked: readonly Checked[]): Promise<readonly Checked[]> {
    if (!this.options.dryRun) {
      const read = checked.map(({ row }) => row);
      for (const rule of this.terms.rules) await rule.hold?.(this.set, read);
    }
    let rows = await this.admitted(checked);
    for (const rule of this.terms.rules) {
      const found = await rule.apply(
        this.set,
        rows.map(({ row }) => row),
      );
      rows = rows.flatMap((each, at) => {
        const { row, erased, merged } = found[at];
        if (erased) {
          this.tally.erased++;
          this.options.watch?.erased(each.line, each.row);
        }
        if (merged) this.tally.given.push({ line: each.line, ...merged });
        return row ? [{ ...each, row, given: each.given ?? merged }] : [];
      });
    }
    return rows;
  }

  /** Drops rows that the watcher refuses, before the rules and checks that compare rows with stored ones. */
  private async admitted(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const { watch } = this.options;
    if (!watch || checked.length === 0) return checked;
    const errors = await watch.admit(checked);
    return checked.filter(({ line }, at) => {
      if (errors[at].length > 0) this.bad(line, errors[at]);
      return errors[at].length === 0;
    });
  }

  /** Drops new records that lack a required field. An existing record keeps its stored value. */
  private async withoutIncomplete(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const lacking = checked.filter(({ row }) => this.needed.some(({ name }) => row[name] === undefined));
    const known = await this.stored(lacking);
    const bad = new Set(lacking.filter(({ row }) => !known.has(this.idOf(row))));
    for (const { line, row } of bad)
      this.bad(
        line,
        missing(this.set.record, row).filter(({ FieldName }) => !this.set.key.includes(FieldName)),
      );
    return checked.filter((row) => !bad.has(row));
  }

  /** Drops rows with two values in a cell if the second one would replace another stored value. */
  private async withoutOverwritten(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const bad = new Set<Checked>();
    for (const each of checked.filter(({ placed }) => placed !== undefined)) {
      const name = each.placed!;
      const before = (await this.rowsOf([each], [name])).at(0)?.[name];
      if (!before || before === each.row[name]) continue;
      bad.add(each);
      const rest = 'has another value already, so that the second of two values in a cell has no place';
      this.bad(each.line, [fieldError('Invalid', name, rest)]);
    }
    return checked.filter((each) => !bad.has(each));
  }

  /** Drops rows that the mode refuses, and rows with a key that the database gave to an earlier row of this file. */
  private async allowedByMode(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const name = this.set.key.at(-1)!;
    const known = this.mode === 'upsert' ? new Set() : await this.stored(checked);
    const { first, last } = this.tally.numbered;
    const problemOf = (row: Row): FieldError | undefined => {
      const key = row[name] as number;
      const exists = known.has(this.idOf(row));
      if (this.mode === 'insert' && exists)
        return fieldError('Duplicate', name, 'exists already, and mode insert changes no record');
      if (this.mode === 'update' && !exists)
        return fieldError('Unknown', name, 'does not exist, and mode update adds no record');
      if (!(key >= first && key <= last)) return undefined;
      return fieldError('Duplicate', name, 'was assigned to an earlier row without a key: put rows with a key first');
    };
    return checked.filter(({ line, row }) => {
      const problem = problemOf(row);
      if (problem) this.bad(line, [problem]);
      return !problem;
    });
  }

  private async encrypt(rows: readonly Checked[]): Promise<void> {
    const checked = rows.filter(({ row }) => this.hasKey(row));
    for (const { row } of checked)
      for (const field of this.encrypted) {
        const plain = row[field.name];
        if (typeof plain === 'string' && plain !== '')
          row[field.name] = this.cipher.encrypt(plain, encryptionContext(this.set, field, row));
      }
    await this.keepUnreadable(checked);
  }

  /**
   * Keeps stored values that no encryption key decrypts: an export shows them as unset, and importing it must not empty
   * them.
   */
  private async keepUnreadable(checked: readonly Checked[]): Promise<void> {
    const isEmpty = (row: Row, { name }: Field): boolean => row[name] === null || row[name] === '';
    const emptied = checked.filter(({ row }) => this.encrypted.some((field) => isEmpty(row, field)));
    const found = await this.rowsOf(emptied, [...this.set.key, ...this.encrypted.map(({ name }) => name)]);
    const stored = new Map(found.map((row) => [this.idOf(row), row]));
    for (const { row } of emptied)
      for (const field of this.encrypted.filter((encrypted) => isEmpty(row, encrypted))) {
        const before = stored.get(this.idOf(row))?.[field.name] as string | null | undefined;
        if (before && this.cipher.open(before, encryptionContext(this.set, field, row)) === undefined)
          row[field.name] = before;
      }
  }

  private async stored(checked: readonly Checked[]): Promise<Set<string>> {
    return new Set((await this.rowsOf(checked, this.set.key)).map((row) => this.idOf(row)));
  }

  private async rowsOf(checked: readonly Checked[], names: readonly string[]): Promise<Row[]> {
    const keyed = checked.filter(({ row }) => this.hasKey(row));
    if (keyed.length === 0) return [];
    const { key, rows } = this.set;
    const isOne = anyKey(
      key.map((name) => quoted(name, 's')),
      keyed.map(({ row }) => key.map((name) => row[name])),
    );
    return this.db.all<Row>(sql`SELECT ${quotedList([...names], 's')} FROM (${rows}) s WHERE ${isOne}`);
  }

  private hasKey(row: Row): boolean {
    return this.maker !== 'database' || row[this.key[0].name] !== undefined;
  }

  private idOf(row: Row): string {
    return this.set.key.map((name) => String(row[name])).join(',');
  }

  /** Saves the rows. If they are rejected, saves each half of them, and so on until each rejected row is found. */
  private async save(checked: readonly Checked[]): Promise<void> {
    try {
      for (const isEncrypted of [true, false]) {
        const part = checked
          .filter(({ row }) => this.hasKey(row) && this.bringsEncrypted(row) === isEncrypted)
          .map(({ row }) => row);
        if (part.length === 0) continue;
        const { inserted, updated } = await this.set.save(part);
        this.mustFitMode(part, inserted);
        this.tally.done.inserted += inserted;
        // Count every row with an encrypted value as updated. The real count would show clients whether a guessed value
        // is the stored one.
        this.tally.done.updated += isEncrypted ? part.length - inserted : updated;
      }
      await this.add(checked.filter(({ row }) => !this.hasKey(row)).map(({ row }) => row));
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
      if (this.tally.problems < this.mostProblems) await this.save(checked.slice(half));
    }
  }

  /** Adds rows without a key, and then their encrypted fields, because the encryption needs the key. */
  private async add(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const [{ name: key }] = this.key;
    const isEncrypted = (name: string): boolean => this.encrypted.some((field) => field.name === name);
    const plain = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isEncrypted(name))));
    const { inserted, records } = await this.set.add!(plain);
    const encrypted = rows.flatMap((row, at) => {
      if (!this.bringsEncrypted(row)) return [];
      const stored: Row = { [key]: (records[at] as Row)[key] };
      for (const { name } of this.encrypted) stored[name] = row[name];
      return [{ line: 0, row: stored, json: {}, version: '' }];
    });
    await this.encrypt(encrypted);
    if (encrypted.length > 0) await this.set.save(encrypted.map(({ row }) => row));
    for (const [at, row] of rows.entries()) row[key] = (records[at] as Row)[key];
    const numbers = records.map((record) => Number((record as Row)[key]));
    const { first, last } = this.tally.numbered;
    this.tally.numbered = { first: Math.min(first, ...numbers), last: Math.max(last, ...numbers) };
    this.tally.done.inserted += inserted;
  }

  /** Restarts the import if another call has added or removed a record since `allowedByMode` read the keys. */
  private mustFitMode(rows: readonly Row[], inserted: number): void {
    if (this.mode === 'upsert' || inserted === (this.mode === 'insert' ? rows.length : 0)) return;
    const ids = rows.map((row) => this.idOf(row));
    throw new Retry(new ChangedMeanwhile(ids, this.mode === 'insert' ? 'added' : 'removed', this.set.key));
  }

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

  private bringsEncrypted(row: Row): boolean {
    return this.encrypted.some(({ name }) => row[name] !== undefined);
  }

  private bad(line: number, errors: readonly FieldError[]): void {
    const problems = ++this.tally.problems;
    if (problems > this.mostProblems || problems <= this.named) return;
    this.named = problems;
    this.options.onProblem({ line, errors });
  }
}

/** Runs work whose transaction TakenBack rolls back. */
async function takenBack(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

function ofRecord(Message: string): FieldError {
  return { ErrorCode: 'Invalid', FieldName: '', Message };
}
