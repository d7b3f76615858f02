import sql, { type Sql } from 'sql-template-tag';
import { quoted } from '../../../database/sql/quoted.js';

/** The position of a contact in the list of contacts sorted by name. */
export interface Place {
  Name: string;
  ContactId: number;
}

export const beforeAll: Place = { Name: '', ContactId: 0 };

/** The condition that a row comes after a place in the order of names. */
export function isBehind({ Name, ContactId }: Place, alias: string): Sql {
  const [name, id] = [quoted('Name', alias), quoted('ContactId', alias)];
  return sql`${name} >= ${Name} AND (${name} > ${Name} OR ${id} > ${ContactId})`;
}

/** The condition that a row comes before a place in the order of names, or is that place. */
export function isUpTo({ Name, ContactId }: Place, alias: string): Sql {
  const [name, id] = [quoted('Name', alias), quoted('ContactId', alias)];
  return sql`${name} <= ${Name} AND (${name} < ${Name} OR ${id} <= ${ContactId})`;
}
