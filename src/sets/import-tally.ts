import type { Upserted } from '../database/rows/upsert.js';
import type { FieldError } from '../record/field-error.js';
import type { GivenRow } from './import-options.js';
import type { ImportPlan } from './import-plan.js';

/** What an import has counted in the rows that it has read and saved. */
class Counts {
  done: Upserted = { inserted: 0, updated: 0 };
  problems = 0;
  erased = 0;
  given: GivenRow[] = [];
  /** The lines that replace changes which were made since the export. */
  outdated: number[] = [];
  /** The first and the last key that the database gave to rows without a key. */
  numbered = { first: Infinity, last: -Infinity };

  copy(): Counts {
    const { done, given, outdated } = this;
    return Object.assign(new Counts(), this, { done: { ...done }, given: [...given], outdated: [...outdated] });
  }
}

/** Counts the rows of an import, and reports the bad ones. */
export class ImportTally {
  counts = new Counts();
  /** Number of reported problems, which a repeated transaction does not report again. */
  private named = 0;

  constructor(private readonly plan: ImportPlan) {}

  /** Whether no rows are saved any more: that would only find further problems, which are not reported. */
  get isFull(): boolean {
    return this.counts.problems >= this.plan.mostProblems;
  }

  startAnew(): void {
    this.counts = new Counts();
  }

  bad(line: number, errors: readonly FieldError[]): void {
    const problems = ++this.counts.problems;
    if (problems > this.plan.mostProblems || problems <= this.named) return;
    this.named = problems;
    this.plan.options.onProblem({ line, errors });
  }
}

/** An error about a whole record. */
export function ofRecord(Message: string): FieldError {
  return { ErrorCode: 'Invalid', FieldName: '', Message };
}
