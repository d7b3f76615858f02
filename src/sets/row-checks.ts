import { bind, madeUnset } from '../record/bind.js';
import { fieldError, mostListed, type FieldError } from '../record/field-error.js';
import { Problem } from '../record/field-types.js';
import { newGuid } from '../record/values/guid.js';
import type { Checked, ImportPlan, Row } from './import-plan.js';
import { ofRecord, type ImportTally } from './import-tally.js';
import { longestShown, type SourceRow } from './row-reader.js';
import { isEmptyKey, SeenKeys } from './seen-keys.js';
import { versionField } from './version.js';

/** Checks each row by itself: the form of its fields, and that its key is new in the file. */
export class RowChecks {
  private readonly names: ReadonlySet<string>;
  private keys: SeenKeys;

  constructor(
    private readonly plan: ImportPlan,
    private readonly tally: ImportTally,
  ) {
    this.names = new Set(plan.fields.map(({ name }) => name));
    this.keys = new SeenKeys(plan.key, false);
  }

  startAnew(keepAllKeys: boolean): void {
    this.keys = new SeenKeys(this.plan.key, keepAllKeys);
  }

  /** Checks a row by the rules of its record; returns undefined for a bad row. */
  check({ line, json: sent, problem }: SourceRow): Checked | undefined {
    if (!sent) {
      this.tally.bad(line, [ofRecord(`${problem!}.`)]);
      return undefined;
    }
    const { [versionField.name]: stated, ...values } = sent;
    const rest = this.plan.terms.hasVersion && stated !== undefined ? values : sent;
    const version = rest === sent ? '' : versionField.type.read(stated ?? '');
    const divided = this.plan.set.divide?.(rest, this.plan.terms.reading);
    const json = this.withKey(divided?.json ?? rest);
    const unknown = Object.keys(json).filter((name) => !this.names.has(name));
    const { value, errors } = bind(this.plan.set.record, json, this.plan.terms.reading);
    const row = value as Row;
    const reported = new Set(errors.map(({ FieldName }) => FieldName));
    const all = [
      ...(this.plan.options.watch?.errorsOf(line) ?? []),
      ...unknown
        .filter((name) => !reported.has(name))
        .slice(0, mostListed)
        .map((name) => fieldError('Unknown', name.slice(0, longestShown), 'is not a field of the set')),
      ...errors,
      ...(version instanceof Problem ? [fieldError(version.code, versionField.name, version.rest)] : []),
      // A field with an error is undefined, which does not mean that the file makes it unset.
      ...madeUnset(this.plan.set.record, value).filter(({ FieldName }) => !reported.has(FieldName)),
      ...this.keyErrors(json, row),
      ...(this.plan.set.problems?.(row) ?? []),
    ];
    if (all.length > 0) {
      this.tally.bad(line, all.slice(0, mostListed));
      return undefined;
    }
    return { line, row, json, version: String(version), placed: divided?.placed };
  }

  /** Gives the row a new GUID for a missing or empty key, or drops the key if the database assigns it. */
  private withKey(json: Readonly<Row>): Readonly<Row> {
    const [{ name }] = this.plan.key;
    if (!this.plan.maker || !isEmptyKey(json[name])) return json;
    const { [name]: _empty, ...rest } = json;
    return this.plan.maker === 'service' ? { ...rest, [name]: newGuid() } : rest;
  }

  private keyErrors(json: Readonly<Row>, row: Row): FieldError[] {
    if (this.plan.maker === 'database' && isEmptyKey(json[this.plan.key[0].name])) return [];
    const unset = this.plan.set.key.filter(
      (name) => (json[name] ?? null) === null || (row[name] === 0 && this.isGenerated(name)),
    );
    if (unset.length > 0) return unset.map((name) => fieldError('NotEmpty', name, 'is required: it is the key'));
    // A key of the wrong type has an error already.
    if (this.plan.set.key.some((name) => row[name] === undefined) || !this.keys.repeats(row)) return [];
    return [fieldError('Duplicate', this.plan.set.key.at(-1)!, 'appears more than once in the file')];
  }

  private isGenerated(name: string): boolean {
    return this.plan.fields.find((field) => field.name === name)?.options.key === 'generated';
  }
}
