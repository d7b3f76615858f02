import sql, { join, type Sql } from 'sql-template-tag';
import { quoted } from '../../../database/sql/quoted.js';
import { isOneTerm, searchedFields, searchedNumbers, type LookUp } from './search-terms.js';

/** The columns of a contact from which its search terms are made, as a select list. */
export function searchedColumns(alias: string): Sql {
  const names = ['ContactId', 'NameKey', ...searchedFields, ...searchedNumbers];
  return join(names.map((name) => sql`${quoted(name, alias)} AS ${quoted(name)}`));
}

/** The condition that a term matches a word of a search. `alias` names the row of contact_terms. */
export function rangeOf(word: LookUp, alias: string): Sql {
  const term = quoted('Term', alias);
  return isOneTerm(word) ? sql`${term} = ${word.from}` : sql`${term} >= ${word.from} AND ${term} < ${word.to}`;
}

/**
 * The condition that a contact has a term that matches a word. `name` and `contactId` are the SQL of the key of the
 * contact's Name and of the ContactId. It is a scalar subquery and not EXISTS, so that the database checks it contact
 * by contact: it could evaluate EXISTS for all contacts first. For a OneTerm it uses the whole primary key, in which
 * contacts with similar names are adjacent.
 */
export function has(word: LookUp, name: Sql, contactId: Sql): Sql {
  const named = isOneTerm(word) ? sql`u.Name = ${name} AND ` : sql``;
  return sql`(SELECT 1 FROM contact_terms u WHERE ${named}u.ContactId = ${contactId} AND ${rangeOf(word, 'u')}
    LIMIT 1) = 1`;
}
