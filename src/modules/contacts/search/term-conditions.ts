import sql, { type Sql } from 'sql-template-tag';
import { quoted } from '../../../database/sql/quoted.js';
import { isOneTerm, type LookUp } from './search-terms.js';

/** The condition that a row of contact_terms, given by its alias, matches a word. */
export function rangeOf(word: LookUp, alias: string): Sql {
  const term = quoted('Term', alias);
  return isOneTerm(word) ? sql`${term} = ${word.from}` : sql`${term} >= ${word.from} AND ${term} < ${word.to}`;
}

/**
 * The condition that a contact matches a word, checked for each contact. Not EXISTS, because the database could
 * evaluate that for all contacts first. The search for one term uses the whole primary key, in which contacts with
 * similar names are adjacent.
 */
export function has(word: LookUp, name: Sql, contactId: Sql): Sql {
  const named = isOneTerm(word) ? sql`u.Name = ${name} AND ` : sql``;
  return sql`(SELECT 1 FROM contact_terms u WHERE ${named}u.ContactId = ${contactId} AND ${rangeOf(word, 'u')}
    LIMIT 1) = 1`;
}
