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

/**
 * The position of a contact in the list of contacts sorted by name. Name is the key of the name. Contacts without a
 * name have a list of their own.
 */
export interface Place {
  Name: string | null;
  ContactId: number;
}

export const beforeAll: Place = { Name: '', ContactId: 0 };
export const beforeUnnamed: Place = { Name: null, ContactId: 0 };

/** The condition that a row comes after a place in the order of names. */
export function isBehind({ Name, ContactId }: Place, alias: string, column = 'Name'): Sql {
  const [name, id] = [quoted(column, alias), quoted('ContactId', alias)];
  if (Name === null) return sql`${name} IS NULL AND ${id} > ${ContactId}`;
  return sql`${name} >= ${Name} AND (${name} > ${Name} OR ${id} > ${ContactId})`;
}

/** The condition that a row comes before a place in the order of names, or is that place. */
export function isUpTo({ Name, ContactId }: Place, alias: string, column = 'Name'): Sql {
  const [name, id] = [quoted(column, alias), quoted('ContactId', alias)];
  if (Name === null) return sql`${name} IS NULL AND ${id} <= ${ContactId}`;
  return sql`${name} <= ${Name} AND (${name} < ${Name} OR ${id} <= ${ContactId})`;
}
