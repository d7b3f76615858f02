import sql, { type Sql } from 'sql-template-tag';
import { quoted } from '../../../database/quoted.js';
import { isOneTerm, type LookUp } from './search-terms.js';

/** The condition that a row of terms, under that alias, is what is looked for. */
export function rangeOf(word: LookUp, alias: string): Sql {
  const term = quoted('Term', alias);
  return isOneTerm(word) ? sql`${term} = ${word.from}` : sql`${term} >= ${word.from} AND ${term} < ${word.to}`;
}

/**
 * The condition that a contact has it, asked for each one by itself: as EXISTS it could be read for all of them first.
 * One term is looked for by the whole primary key, where those of contacts of like names stand side by side.
 */
export function has(word: LookUp, name: Sql, contactId: Sql): Sql {
  const named = isOneTerm(word) ? sql`u.Name = ${name} AND ` : sql``;
  return sql`(SELECT 1 FROM contact_terms u WHERE ${named}u.ContactId = ${contactId} AND ${rangeOf(word, 'u')}
    LIMIT 1) = 1`;
}
