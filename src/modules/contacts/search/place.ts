import sql, { type Sql } from 'sql-template-tag';
import { quoted } from '../../../database/sql/quoted.js';

/** Position of a contact in the order by name. */
export interface Place {
  Name: string;
  ContactId: number;
}

export const beforeAll: Place = { Name: '', ContactId: 0 };

/** The condition that a row comes after a place. */
export function isBehind({ Name, ContactId }: Place, alias: string): Sql {
  const [name, id] = [quoted('Name', alias), quoted('ContactId', alias)];
  return sql`${name} >= ${Name} AND (${name} > ${Name} OR ${id} > ${ContactId})`;
}

/** The condition that a row does not come after a place. */
export function isUpTo({ Name, ContactId }: Place, alias: string): Sql {
  const [name, id] = [quoted('Name', alias), quoted('ContactId', alias)];
  return sql`${name} <= ${Name} AND (${name} < ${Name} OR ${id} <= ${ContactId})`;
}
