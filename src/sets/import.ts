import type { Db } from '../database/db.js';
import type { FieldCipher } from '../database/encryption/field-cipher.js';
import type { Field } from '../record/metadata.js';
import type { FirstRecord, ImportOptions, ImportResult } from './import-options.js';
import { ImportPlan, type Checked, type Terms } from './import-plan.js';
import { ImportTally } from './import-tally.js';
import { needsWholeFile, type ImportedSet } from './record-set.js';
import { RowChecks } from './row-checks.js';
import { readRows } from './row-reader.js';
import { RowRules } from './row-rules.js';
import { RowSaver } from './row-saver.js';
import { OutOfOrder } from './seen-keys.js';
import type { Source } from './source.js';
import { StoredRows } from './stored-rows.js';
import { versionField } from './version.js';

/** The read rows are saved together when there are `mostRows`, or when they have `largestBatch` characters in total. */
const mostRows = 100;
const largestBatch = 1_048_576;
/** Number of records that a dry run shows. */
const mostShown = 3;
/** Thrown to roll the transaction back. */
class TakenBack extends Error {}

/**
 * Imports one file into one set: all or nothing, in constant memory. Each row passes the checks, and with its batch the
 * rules; then it is saved.
 */
export class Import {
  private readonly plan: ImportPlan;
  private readonly tally: ImportTally;
  private readonly stored: StoredRows;
  private readonly checks: RowChecks;
  private readonly rules: RowRules;
  private readonly saver: RowSaver;
  private records = 0;
  private leftOut: readonly string[] = [];
  /** The first records of a dry run; undefined until they are saved. */
  private first: readonly FirstRecord[] | undefined;

  constructor(
    private readonly db: Db,
    cipher: FieldCipher,
    private readonly set: ImportedSet,
    private readonly source: Source,
    terms: Terms,
    private readonly options: ImportOptions,
  ) {
    this.plan = new ImportPlan(set, terms, options);
    this.tally = new ImportTally(this.plan);
    this.stored = new StoredRows(db, this.plan);
    this.checks = new RowChecks(this.plan, this.tally);
    this.rules = new RowRules(this.plan, this.tally, this.stored);
    this.saver = new RowSaver(cipher, this.plan, this.tally, this.stored);
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
    else await this.writeAtOnce(keepAllKeys);
  }

  /** Imports the file in one transaction, which is rolled back after a dry run and for a file with bad rows. */
  private async writeAtOnce(keepAllKeys: boolean): Promise<void> {
    const work = async (): Promise<readonly Checked[]> => {
      this.begin(keepAllKeys);
      let first: readonly Checked[] = [];
      await this.read((rows) => {
        if (first.length === 0) first = rows.slice(0, mostShown);
        return this.take(rows);
      });
      if (this.tally.counts.problems === 0) await this.set.finish?.();
      return first;
    };
    await this.inTransaction(work, this.options.within);
  }

  /**
   * Saves each batch of rows in a transaction of its own, which is rolled back, so that a dry run of many rows holds no
   * lock for long. Only rows of a set that `needsWholeFile` depend on earlier rows of the file.
   */
  private async tryInParts(keepAllKeys: boolean): Promise<void> {
    this.begin(keepAllKeys);
    await this.read((checked) => {
      const before = this.tally.counts;
      return this.inTransaction(async () => {
        this.tally.counts = before.copy();
        this.options.watch?.begin(checked[0].line);
        // Saving changes the rows, and a repeated transaction needs them unchanged.
        const rows = checked.map((each) => ({ ...each, row: { ...each.row } }));
        await this.take(rows);
        return rows.slice(0, mostShown);
      });
    });
  }

  /** Runs work that saves rows and returns the first of them. Rolls it back after a dry run, and if rows are bad. */
  private async inTransaction(
    work: () => Promise<readonly Checked[]>,
    within: ImportOptions['within'] = async (inner) => {
      await inner();
    },
  ): Promise<void> {
    const { dryRun, progress, alone } = this.options;
    const onDone = (done: number, all: number): void => progress?.at('search index', done, all);
    const saving = async (): Promise<void> => {
      const first = await work();
      if (dryRun) this.first ??= await this.recordsOf(first);
      if (dryRun || this.tally.counts.problems > 0) throw new TakenBack();
    };
    const whole = async (): Promise<ImportResult> => {
      await (this.set.together ? this.set.together(saving, { onDone, alone }) : saving());
      this.db.audited({ Record: this.set.name, Id: '', Action: 'Import', Count: this.records });
      return this.result();
    };
    try {
      await within(() => this.db.tx(whole));
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
  }

  /** Writes the audit entry of a dry run in a transaction of its own, because the dry run rolls its changes back. */
  private async auditDryRun(): Promise<void> {
    await this.db.tx(() => {
      this.db.audited({ Record: this.set.name, Id: '', Action: 'DryRun', Count: this.records });
      return Promise.resolve();
    });
  }

  private result(): ImportResult {
    const { problems, erased, given, outdated, done } = this.tally.counts;
    const first = problems === 0 ? (this.first ?? []) : [];
    return { records: this.records, problems, erased, given, outdated, leftOut: this.leftOut, first, ...done };
  }

  private begin(keepAllKeys: boolean): void {
    this.records = 0;
    this.first = undefined;
    this.tally.startAnew();
    this.checks.startAnew(keepAllKeys);
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
    const key = this.plan.maker ? [] : this.set.key;
    const { format, map } = this.options;
    const onLeftOut = (names: readonly string[]): void => void (this.leftOut = names);
    const fields = this.plan.terms.hasVersion ? [...this.plan.fields, versionField] : this.plan.fields;
    await readRows(text, format, { fields, key, map, onLeftOut }, (row) => {
      this.records++;
      const checked = this.checks.check(row);
      if (!checked) return undefined;
      rows.push(checked);
      size += row.size;
      return rows.length < mostRows && size < largestBatch ? undefined : flush();
    });
    if (rows.length > 0) await flush();
  }

  /** Reads the rows as they are stored now, before the dry run is rolled back. */
  private async recordsOf(rows: readonly Checked[]): Promise<FirstRecord[]> {
    const fields = this.plan.fields.filter(({ options }) => !options.encrypted);
    const stored = await this.stored.of(
      rows,
      fields.map(({ name }) => name),
    );
    const byId = new Map(stored.map((row) => [this.plan.idOf(row), row]));
    return rows.map(({ line, row }) => {
      const values = byId.get(this.plan.idOf(row)) ?? {};
      const isSet = ({ name }: Field): boolean =>
        values[name] !== null && values[name] !== undefined && values[name] !== '';
      return { line, fields: fields.filter(isSet).map(({ name, type }) => ({ name, json: type.json(values[name]) })) };
    });
  }

  private async take(checked: readonly Checked[]): Promise<void> {
    const rows = await this.rules.allowed(checked);
    if (!this.tally.isFull && rows.length > 0) await this.saver.saveRows(rows);
  }
}
