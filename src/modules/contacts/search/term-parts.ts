import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../../database/db.js';
import { limitOf } from '../../../database/lists/list-query.js';
import { partsInOrder } from '../../../database/lists/parts-in-order.js';
import { isOneTerm, type LookUp } from './search-terms.js';
import { rangeOf } from './term-conditions.js';

/**
 * Conditions that divide the terms of a word, which are the rows `t` of contact_terms, into parts of at most `size`
 * terms. The parts of a single term follow each other in the order of names.
 */
export async function* partsOf(db: Db, word: LookUp, size: number): AsyncGenerator<Sql> {
  const from = sql`contact_terms t`;
  if (isOneTerm(word)) {
    yield* partsInOrder(db, { from, where: rangeOf(word, 't'), column: sql`t.Name`, key: sql`t.ContactId` }, size);
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
