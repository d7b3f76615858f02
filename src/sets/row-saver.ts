import { ChangedMeanwhile } from '../database/rows/upsert.js';
import { Retry } from '../database/transactions/transaction.js';
import type { FieldCipher } from '../database/encryption/field-cipher.js';
import { Conflict, ServiceError } from '../errors/errors.js';
import type { Field } from '../record/metadata.js';
import { saysMoment } from '../record/values/datetime-text.js';
import { valueWriter } from '../record/writers/json.js';
import type { ImportWatch } from './import-options.js';
import type { Checked, ImportPlan, Row } from './import-plan.js';
import { ofRecord, type ImportTally } from './import-tally.js';
import { encryptionContext } from './record-set.js';
import type { StoredRows } from './stored-rows.js';
import { versionWriter } from './version.js';

/** Saves rows that have passed the checks and the rules. */
export class RowSaver {
  private readonly versionOf: ReturnType<typeof versionWriter>;

  constructor(
    private readonly cipher: FieldCipher,
    private readonly plan: ImportPlan,
    private readonly tally: ImportTally,
    private readonly stored: StoredRows,
  ) {
    this.versionOf = versionWriter(plan.set);
  }

  /** Saves the rows, or with a watcher only those that it takes. */
  async saveRows(checked: readonly Checked[]): Promise<void> {
    const { watch } = this.plan.options;
    if (watch) await this.saveWatched(watch, checked);
    else {
      await this.findOutdated(checked);
      await this.saveAll(checked);
    }
  }

  /**
   * Finds the rows that change a record which has changed since its export. They are saved too, because an older file
   * may be imported to restore the records that it has.
   */
  private async findOutdated(checked: readonly Checked[]): Promise<void> {
    const versioned = checked.filter(({ version, given }) => version !== '' && !given);
    if (versioned.length === 0) return;
    const stored = await this.stored.whole(versioned);
    for (const each of versioned) {
      const now = this.plan.hasKey(each.row) ? stored.get(this.plan.idOf(each.row)) : undefined;
      if (!now || this.versionOf(now) === each.version) continue;
      if (Object.keys(this.changed(each, now)).length > this.plan.key.length)
        this.tally.counts.outdated.push(each.line);
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
    const before = await this.stored.whole(checked);
    const rows = checked.map((each) => {
      const stored = this.plan.hasKey(each.row) ? before.get(this.plan.idOf(each.row)) : undefined;
      const row = stored ? this.changed(each, stored) : each.row;
      return { ...each, row, before: stored };
    });
    const takes = await watch.takes(rows);
    const kept = rows.filter((_, at) => takes[at]);
    await this.saveAll(
      kept.filter(({ row, before: stored }) => !stored || Object.keys(row).length > this.plan.key.length),
    );
    const after = await this.stored.whole(kept);
    const storedOf = ({ row }: Checked) => (this.plan.hasKey(row) ? after.get(this.plan.idOf(row)) : undefined);
    watch.saved(kept.map((each) => ({ ...each, after: storedOf(each) })));
  }

  /** The key of a row, and its values that differ from the stored ones. A secret value may differ. */
  private changed({ row, json }: Checked, stored: Row): Row {
    return Object.fromEntries(
      Object.entries(row).filter(([name, value]) => {
        const field = this.plan.fields.find((each) => each.name === name);
        if (!field || this.plan.set.key.includes(name) || field.options.encrypted) return true;
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
    const { timeZone = 'UTC', localTimes } = this.plan.terms.reading;
    const isTime = field.type.name === 'datetime' && field.type.isDay !== true;
    return isTime && saysMoment(json, stored, localTimes ? timeZone : 'UTC');
  }

  private async encrypt(rows: readonly Checked[]): Promise<void> {
    const checked = rows.filter(({ row }) => this.plan.hasKey(row));
    for (const { row } of checked)
      for (const field of this.plan.encrypted) {
        const plain = row[field.name];
        if (typeof plain === 'string' && plain !== '')
          row[field.name] = this.cipher.encrypt(plain, encryptionContext(this.plan.set, field, row));
      }
    await this.keepUnreadable(checked);
  }

  /**
   * Keeps stored values that no encryption key decrypts: an export shows them as unset, and importing it must not empty
   * them.
   */
  private async keepUnreadable(checked: readonly Checked[]): Promise<void> {
    const isEmpty = (row: Row, { name }: Field): boolean => row[name] === null || row[name] === '';
    const emptied = checked.filter(({ row }) => this.plan.encrypted.some((field) => isEmpty(row, field)));
    const found = await this.stored.of(emptied, [...this.plan.set.key, ...this.plan.encrypted.map(({ name }) => name)]);
    const stored = new Map(found.map((row) => [this.plan.idOf(row), row]));
    for (const { row } of emptied)
      for (const field of this.plan.encrypted.filter((encrypted) => isEmpty(row, encrypted))) {
        const before = stored.get(this.plan.idOf(row))?.[field.name] as string | null | undefined;
        if (before && this.cipher.open(before, encryptionContext(this.plan.set, field, row)) === undefined)
          row[field.name] = before;
      }
  }

  /** Saves the rows. If they are rejected, saves each half of them, and so on until each rejected row is found. */
  private async save(checked: readonly Checked[]): Promise<void> {
    try {
      for (const isEncrypted of [true, false]) {
        const part = checked
          .filter(({ row }) => this.plan.hasKey(row) && this.plan.bringsEncrypted(row) === isEncrypted)
          .map(({ row }) => row);
        if (part.length === 0) continue;
        const { inserted, updated } = await this.plan.set.save(part);
        this.mustFitMode(part, inserted);
        this.tally.counts.done.inserted += inserted;
        // Count every row with an encrypted value as updated. The real count would show clients whether a guessed value
        // is the stored one.
        this.tally.counts.done.updated += isEncrypted ? part.length - inserted : updated;
      }
      await this.add(checked.filter(({ row }) => !this.plan.hasKey(row)).map(({ row }) => row));
    } catch (error) {
      if (error instanceof Retry && error.error instanceof ChangedMeanwhile)
        throw new Retry(this.withLine(error.error, checked));
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      if (checked.length === 1) {
        this.tally.bad(checked[0].line, error.errors.length > 0 ? error.errors : [ofRecord(error.message)]);
        return;
      }
      const half = Math.ceil(checked.length / 2);
      await this.save(checked.slice(0, half));
      if (!this.tally.isFull) await this.save(checked.slice(half));
    }
  }

  /** Adds rows without a key, and then their encrypted fields, because the encryption needs the key. */
  private async add(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const [{ name: key }] = this.plan.key;
    const isEncrypted = (name: string): boolean => this.plan.encrypted.some((field) => field.name === name);
    const plain = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isEncrypted(name))));
    const { inserted, records } = await this.plan.set.add!(plain);
    const encrypted = rows.flatMap((row, at) => {
      if (!this.plan.bringsEncrypted(row)) return [];
      const stored: Row = { [key]: (records[at] as Row)[key] };
      for (const { name } of this.plan.encrypted) stored[name] = row[name];
      return [{ line: 0, row: stored, json: {}, version: '' }];
    });
    await this.encrypt(encrypted);
    if (encrypted.length > 0) await this.plan.set.save(encrypted.map(({ row }) => row));
    for (const [at, row] of rows.entries()) row[key] = (records[at] as Row)[key];
    const numbers = records.map((record) => Number((record as Row)[key]));
    const { first, last } = this.tally.counts.numbered;
    this.tally.counts.numbered = { first: Math.min(first, ...numbers), last: Math.max(last, ...numbers) };
    this.tally.counts.done.inserted += inserted;
  }

  /** Restarts the import if another call has added or removed a record since `allowedByMode` read the keys. */
  private mustFitMode(rows: readonly Row[], inserted: number): void {
    if (this.plan.mode === 'upsert' || inserted === (this.plan.mode === 'insert' ? rows.length : 0)) return;
    const ids = rows.map((row) => this.plan.idOf(row));
    throw new Retry(new ChangedMeanwhile(ids, this.plan.mode === 'insert' ? 'added' : 'removed', this.plan.set.key));
  }

  private withLine(conflict: ChangedMeanwhile, checked: readonly Checked[]): Conflict {
    const found = checked.find(({ row }) => conflict.ids.includes(this.plan.idOf(row)));
    if (!found) return conflict;
    const errors = conflict.errors.map((error) => ({
      ...error,
      FieldName: `line ${found.line}.${error.FieldName}`,
      Message: `line ${found.line}: ${error.Message}`,
    }));
    return new Conflict(errors[0].Message, { errors, retryAfter: 1, cause: conflict });
  }
}
