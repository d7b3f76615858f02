import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../../database/db.js';
import { limitOf } from '../../../database/lists/list-query.js';
import { quoted } from '../../../database/sql/quoted.js';
import { isOneTerm, type LookUp } from './search-terms.js';
import { beforeAll, beforeUnnamed, isBehind, isUpTo, rangeOf, type Place } from './term-conditions.js';

/** Rows that an index finds in the order of names. `where` finds them, `alias` is that of their table. */
interface ByName {
  readonly from: Sql;
  readonly where: Sql;
  readonly alias: string;
  /** The column of the key of the name. */
  readonly name: string;
  /** Whether the key of the name may be unset. These rows are parts of their own, before the others. */
  readonly hasUnnamed?: boolean;
}

/**
 * Conditions that divide the terms of a word, which are the rows `t` of contact_terms, into parts of at most `size`
 * terms. The parts of a single term follow each other in the order of names.
 */
export async function* partsOf(db: Db, word: LookUp, size: number): AsyncGenerator<Sql> {
  const from = sql`contact_terms t`;
  if (isOneTerm(word)) {
    yield* partsByName(db, { from, where: rangeOf(word, 't'), alias: 't', name: 'Name' }, size);
    return;
  }
  for (let above = sql`t.Term >= ${word.from}`; ;) {
    const end = await db.one<{ Term: string }>(sql`SELECT t.Term AS Term FROM ${from}
      WHERE ${above} AND t.Term < ${word.to} ORDER BY t.Term, t.Name, t.ContactId${limitOf(1, size)}`);
    yield sql`${above} AND t.Term < ${end?.Term ?? word.to}`;
    if (!end) return;
    // Many contacts may have this term, so it is divided by their names.
    yield* partsOf(db, { from: end.Term, shared: 1 }, size);
    above = sql`t.Term > ${end.Term}`;
  }
}

/** Conditions that divide rows into parts of at most `size` rows in the order of names. */
export async function* partsByName(db: Db, rows: ByName, size: number): AsyncGenerator<Sql> {
  const { from, where, alias, name } = rows;
  const [nameOf, id] = [quoted(name, alias), quoted('ContactId', alias)];
  for (const first of rows.hasUnnamed ? [beforeUnnamed, beforeAll] : [beforeAll])
    for (let after: Place | undefined = first; after;) {
      const rest: Sql = sql`${where} AND ${isBehind(after, alias, name)}`;
      const end: Place | undefined = await db.one<Place>(sql`SELECT ${nameOf} AS Name, ${id} AS ContactId FROM ${from}
        WHERE ${rest} ORDER BY ${nameOf}, ${id}${limitOf(1, size - 1)}`);
      yield end ? sql`${rest} AND ${isUpTo(end, alias, name)}` : rest;
      after = end;
    }
}
