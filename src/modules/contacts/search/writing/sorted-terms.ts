import sql, { Sql } from 'sql-template-tag';
import { quotedList } from '../../../../database/sql/quoted.js';
import type { StoredContact } from '../../contact.entity.js';
import type { ContactTerm } from '../contact-term.entity.js';
import { termsOf } from '../search-terms.js';
import { TermPlaces } from './term-places.js';
import { TermRuns } from './term-runs.js';

/** Number of rows that one statement inserts. */
const rowsAtOnce = 2000;
/** Number of runs that have as many terms as a part of the alphabet: each part is looked for in all runs. */
const runsOfPart = 4;
const columns = ['Term', 'Name', 'ContactId', 'Shared'] as const satisfies readonly (keyof ContactTerm)[];
/** A number greater than every possible `Shared` of a term. */
const mostShared = 64;

/**
 * Collects the search terms of many contacts, and inserts them in the order of the table's key. In this order, each
 * page of the table is written once; contact by contact, every term would be on another page. This needs about 50 bytes
 * per contact, and a temporary file for more than `most` terms.
 */
export class SortedTerms {
  /** Number of terms that were added but not yet inserted. */
  size = 0;
  private readonly names: string[] = [];
  private readonly ids: number[] = [];
  /** A place stands for a contact of a term: the contact's index in `ids`, times mostShared, plus `Shared`. */
  private readonly places = new TermPlaces();
  private runs: TermRuns | undefined;

  /** `most` is the number of terms that are kept in memory. */
  constructor(private readonly most: number) {}

  get contacts(): number {
    return this.ids.length;
  }

  /** Adds the terms of a contact. Add the contacts in the order of names. */
  async add(contact: StoredContact): Promise<void> {
    const number = this.ids.push(contact.ContactId) - 1;
    this.names.push(contact.NameKey ?? '');
    for (const { Term, Shared } of termsOf(contact)) {
      this.places.add(Term, number * mostShared + Shared);
      this.size++;
    }
    if (this.places.size < this.most) return;
    this.runs ??= await TermRuns.open(runsOfPart * this.most);
    await this.runs.add(this.places);
    this.places.clear();
  }

  /**
   * Yields the statements that insert the terms in the order of the table's key, each with its number of `rows`. All
   * added terms are removed afterwards.
   */
  async *inserts(): AsyncGenerator<{ rows: number; statement: Sql }> {
    let values: unknown[] = [];
    for await (const part of this.parts())
      for (const [term, places] of part.sorted())
        for (const place of places) {
          const number = Math.floor(place / mostShared);
          values.push(term, this.names[number], this.ids[number], place % mostShared);
          if (values.length < rowsAtOnce * columns.length) continue;
          yield insertOf(values);
          values = [];
        }
    if (values.length > 0) yield insertOf(values);
    this.names.length = this.ids.length = this.size = 0;
  }

  async close(): Promise<void> {
    await this.runs?.close();
  }

  private async *parts(): AsyncGenerator<TermPlaces> {
    const { runs, places } = this;
    this.runs = undefined;
    if (!runs) {
      yield places;
      places.clear();
      return;
    }
    try {
      await runs.add(places);
      places.clear();
      yield* runs.parts();
    } finally {
      await runs.close();
    }
  }
}

const head = sql`INSERT INTO contact_terms (${quotedList([...columns])}) VALUES `.sql;
let full: readonly string[] | undefined;

/**
 * The INSERT of `values`: the values of all rows in one flat list, because making the statement from one object per row
 * would take twice as long.
 */
function insertOf(values: readonly unknown[]): { rows: number; statement: Sql } {
  const rows = values.length / columns.length;
  const texts = rows < rowsAtOnce ? textsOf(rows) : (full ??= textsOf(rowsAtOnce));
  return { rows, statement: new Sql(texts, values) };
}

/** The SQL text of an INSERT of `rows` rows, cut at each value. */
function textsOf(rows: number): string[] {
  const texts = Array.from({ length: rows * columns.length }, (_, at): string =>
    at % columns.length === 0 ? '),(' : ',',
  );
  texts[0] = `${head}(`;
  return [...texts, ')'];
}
