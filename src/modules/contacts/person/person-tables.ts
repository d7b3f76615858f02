import type { Row } from '../../../database/driver/dialect.js';
import { keyNames, storedFields } from '../../../database/schema/columns.js';
import { tableOf } from '../../../database/schema/table.js';
import { referredBy, Tables } from '../../../database/schema/tables.module.js';
import type { Class } from '../../../record/field-types.js';
import { Contact } from '../contact.entity.js';

/**
 * Finds the rows of a table whose `column` equals `field` of a row already found in the table of the entity `of`. If
 * `where` is present, only rows whose columns have the values in `where`.
 */
export interface Link {
  readonly column: string;
  readonly of: Class;
  readonly field: string;
  readonly where?: Readonly<Record<string, string>>;
}

/** A table with rows about a person, and the links that find these rows. */
export interface PersonTable {
  readonly entity: Class;
  readonly links: readonly Link[];
}

/** The table of contacts, then each table that refers to an earlier table of this list. */
export function personTables(): readonly PersonTable[] {
  const tables = Tables.all().map((entity) => ({ entity, all: linksOf(entity) }));
  const found: PersonTable[] = [{ entity: Contact, links: [] }];
  for (const { entity: of } of found)
    for (const { entity, all } of tables) {
      const links = all.filter((link) => link.of === of);
      if (links.length > 0 && !found.some((table) => table.entity === entity)) found.push({ entity, links });
    }
  return found;
}

/** The columns of an entity that refer to other entities. */
export function linksOf(entity: Class): Link[] {
  return storedFields(entity).flatMap(({ name: column, options: { references, names } }) => {
    const reference = references ?? names?.field;
    if (reference === undefined) return [];
    const { of, key: field } = referredBy(`${entity.name}.${column}`, reference);
    return [{ column, of, field, where: names?.where }];
  });
}

/** Throws if a table refers to a person and does not declare `ofPerson`. */
export function checkPersonTables(): void {
  for (const { entity } of personTables()) ofPerson(entity);
}

/** What an erasure does with the rows of an entity's table. Throws if the table does not declare it. */
export function ofPerson(entity: Class) {
  const { name, ofPerson: stated } = tableOf(entity);
  if (stated === undefined)
    throw new Error(`The table ${name} refers to a contact: state \`ofPerson\` in the @Table of ${entity.name}.`);
  return stated;
}

/** The function that gives the key of a row. */
export function keyOf(entity: Class): (row: object) => Row {
  const names = keyNames(entity);
  return (row) => Object.fromEntries(names.map((name) => [name, (row as Row)[name]]));
}
