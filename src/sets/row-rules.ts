import { missing } from '../record/bind.js';
import { fieldError, type FieldError } from '../record/field-error.js';
import type { Checked, ImportPlan, Row } from './import-plan.js';
import type { ImportTally } from './import-tally.js';
import type { StoredRows } from './stored-rows.js';

/** Applies the rules that compare rows with stored ones: those of the mode, of the modules and of the set. */
export class RowRules {
  constructor(
    private readonly plan: ImportPlan,
    private readonly tally: ImportTally,
    private readonly stored: StoredRows,
  ) {}

  /** Returns the rows to save, as the rules have changed them. */
  async allowed(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const rows = await this.afterRules(await this.allowedByMode(checked));
    return this.withoutOverwritten(await this.withoutIncomplete(rows));
  }

  /** Applies the rules of the modules, which may leave rows out or give them to another record. */
  private async afterRules(checked: readonly Checked[]): Promise<readonly Checked[]> {
    if (!this.plan.options.dryRun) {
      const read = checked.map(({ row }) => row);
      for (const rule of this.plan.terms.rules) await rule.hold?.(this.plan.set, read);
    }
    let rows = await this.admitted(checked);
    for (const rule of this.plan.terms.rules) {
      const found = await rule.apply(
        this.plan.set,
        rows.map(({ row }) => row),
      );
      rows = rows.flatMap((each, at) => {
        const { row, erased, merged } = found[at];
        if (erased) {
          this.tally.counts.erased++;
          this.plan.options.watch?.erased(each.line, each.row);
        }
        if (merged) this.tally.counts.given.push({ line: each.line, ...merged });
        return row ? [{ ...each, row, given: each.given ?? merged }] : [];
      });
    }
    return rows;
  }

  /** Drops rows that the watcher refuses, before the rules and checks that compare rows with stored ones. */
  private async admitted(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const { watch } = this.plan.options;
    if (!watch || checked.length === 0) return checked;
    const errors = await watch.admit(checked);
    return checked.filter(({ line }, at) => {
      if (errors[at].length > 0) this.tally.bad(line, errors[at]);
      return errors[at].length === 0;
    });
  }

  /** Drops new records that lack a required field. An existing record keeps its stored value. */
  private async withoutIncomplete(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const lacking = checked.filter(({ row }) => this.plan.needed.some(({ name }) => row[name] === undefined));
    const known = await this.stored.ids(lacking);
    const bad = new Set(lacking.filter(({ row }) => !known.has(this.plan.idOf(row))));
    for (const { line, row } of bad)
      this.tally.bad(
        line,
        missing(this.plan.set.record, row).filter(({ FieldName }) => !this.plan.set.key.includes(FieldName)),
      );
    return checked.filter((row) => !bad.has(row));
  }

  /** Drops rows with two values in a cell if the second one would replace another stored value. */
  private async withoutOverwritten(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const bad = new Set<Checked>();
    for (const each of checked.filter(({ placed }) => placed !== undefined)) {
      const name = each.placed!;
      const before = (await this.stored.of([each], [name])).at(0)?.[name];
      if (!before || before === each.row[name]) continue;
      bad.add(each);
      const rest = 'has another value already, so that the second of two values in a cell has no place';
      this.tally.bad(each.line, [fieldError('Invalid', name, rest)]);
    }
    return checked.filter((each) => !bad.has(each));
  }

  /** Drops rows that the mode refuses, and rows with a key that the database gave to an earlier row of this file. */
  private async allowedByMode(checked: readonly Checked[]): Promise<readonly Checked[]> {
    const name = this.plan.set.key.at(-1)!;
    const known = this.plan.mode === 'upsert' ? new Set() : await this.stored.ids(checked);
    const { first, last } = this.tally.counts.numbered;
    const problemOf = (row: Row): FieldError | undefined => {
      const key = row[name] as number;
      const exists = known.has(this.plan.idOf(row));
      if (this.plan.mode === 'insert' && exists)
        return fieldError('Duplicate', name, 'exists already, and mode insert changes no record');
      if (this.plan.mode === 'update' && !exists)
        return fieldError('Unknown', name, 'does not exist, and mode update adds no record');
      if (!(key >= first && key <= last)) return undefined;
      return fieldError('Duplicate', name, 'was assigned to an earlier row without a key: put rows with a key first');
    };
    return checked.filter(({ line, row }) => {
      const problem = problemOf(row);
      if (problem) this.tally.bad(line, [problem]);
      return !problem;
    });
  }
}
