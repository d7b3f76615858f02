import { storedFields } from '../../../database/schema/columns.js';
import { tableOf } from '../../../database/schema/table.js';
import { Tables } from '../../../database/schema/tables.module.js';
import type { Class } from '../../../record/field-types.js';
import { Contact } from '../contact.entity.js';

/** That a column has the value of a field of rows found before, in rows that meet `where`. */
interface Link {
  readonly column: string;
  readonly of: Class;
  readonly field: string;
  readonly where?: Readonly<Record<string, string>>;
}

/** A table with rows of a person, and how they are found. */
export interface PersonTable {
  readonly entity: Class;
  readonly links: readonly Link[];
}

/** Contacts first, and then each table that refers to one before it: found by what the tables themselves state. */
export function personTables(): readonly PersonTable[] {
  const found: PersonTable[] = [{ entity: Contact, links: [] }];
  for (const { entity: of } of found)
    for (const entity of Tables.all()) {
      const links = linksOf(entity).filter((link) => link.of === of);
      if (links.length > 0 && !found.some((table) => table.entity === entity)) found.push({ entity, links });
    }
  return found;
}

function linksOf(entity: Class): Link[] {
  return storedFields(entity).flatMap(({ name: column, options: { references, names } }) => {
    const [of, field] = (references ?? names?.field ?? '').split('.');
    const referred = Tables.all().find(({ name }) => name === of);
    return referred ? [{ column, of: referred, field, where: names?.where }] : [];
  });
}

/** What becomes of the table's rows when their person is erased. Throws for a table that does not state it. */
export function ofPerson(entity: Class) {
  const { name, ofPerson: stated } = tableOf(entity);
  if (stated === undefined) throw new Error(`${name} has rows of persons and no \`ofPerson\`.`);
  return stated;
}
