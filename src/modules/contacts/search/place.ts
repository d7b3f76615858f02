import sql, { type Sql } from 'sql-template-tag';
import { quoted } from '../../../database/quoted.js';

/** Where a contact stands in the order of names. */
export interface Place {
  Name: string;
  ContactId: number;
}

export const beforeAll: Place = { Name: '', ContactId: 0 };

/** The condition that a row, under that alias, stands behind a place. */
export function isBehind({ Name, ContactId }: Place, alias: string): Sql {
  const [name, id] = [quoted('Name', alias), quoted('ContactId', alias)];
  return sql`${name} >= ${Name} AND (${name} > ${Name} OR ${id} > ${ContactId})`;
}

/** The condition that a row, under that alias, does not stand behind a place. */
export function isUpTo({ Name, ContactId }: Place, alias: string): Sql {
  const [name, id] = [quoted('Name', alias), quoted('ContactId', alias)];
  return sql`${name} <= ${Name} AND (${name} < ${Name} OR ${id} <= ${ContactId})`;
}
