import { Injectable } from '@nestjs/common';
import type { Row } from '../../../database/driver/dialect.js';
import { keyNames, storedFields } from '../../../database/schema/columns.js';
import { Schema, type Link } from '../../../database/schema/schema.js';
import { tableOf } from '../../../database/schema/table.js';
import type { Class } from '../../../record/field-types.js';
import { Contact } from '../contact.entity.js';

/** A table with rows about a person, and the links that find these rows. */
export interface PersonTable {
  readonly entity: Class;
  readonly links: readonly Link[];
}

/** The fields of contacts besides their key by which an export and an erasure find further rows. */
const ofContacts = ['ContactGUID', 'Name', 'FirstName', 'LastName', 'BusinessName', 'SSN'] satisfies (keyof Contact)[];

@Injectable()
export class PersonTables {
  /** The table of contacts, then each table that refers to an earlier table of this list. */
  readonly all: readonly PersonTable[];
  /** The tables that name persons as text, without a reference, and their fields with names. */
  readonly naming: readonly { readonly entity: Class; readonly fields: readonly string[] }[];

  private readonly linked: readonly Link[];

  /** Throws if a table refers to a person and does not declare what an erasure does with its rows. */
  constructor(schema: Schema) {
    const tables = schema.entities.map((entity) => ({ entity, all: schema.linksOf(entity) }));
    const found: PersonTable[] = [{ entity: Contact, links: [] }];
    for (const { entity: of } of found)
      for (const { entity, all } of tables) {
        const links = all.filter((link) => link.of === of);
        if (links.length > 0 && !found.some((table) => table.entity === entity)) found.push({ entity, links });
      }
    for (const { entity } of found) ofPerson(entity);
    this.all = found;
    this.linked = found.flatMap(({ links }) => links);
    this.naming = schema.entities.flatMap((entity) => {
      const fields = storedFields(entity).filter(({ options }) => options.namesPerson);
      return fields.length > 0 ? [{ entity, fields: fields.map(({ name }) => name) }] : [];
    });
  }

  /** The fields of an entity through which other tables refer to its rows. */
  linkedFields(entity: Class): readonly string[] {
    return [...new Set(this.linked.filter(({ of }) => of === entity).map(({ field }) => field))];
  }

  /** The fields that are read of each row of a person: its key, and those by which further rows and files are found. */
  readFields(entity: Class): readonly string[] {
    const { ofPerson: stated } = tableOf(entity);
    const ends = typeof stated === 'object' ? (stated.ends ?? []) : [];
    const more = [...this.linkedFields(entity), ...ends.map(({ field }) => field), 'AttachmentId'];
    const wanted = new Set([...keyNames(entity), ...more, ...(entity === Contact ? ofContacts : [])]);
    return storedFields(entity).flatMap(({ name }) => (wanted.has(name) ? [name] : []));
  }
}

/** What an erasure does with the rows of an entity's table. Throws if the table does not declare it. */
export function ofPerson(entity: Class) {
  const { name, record, ofPerson: stated } = tableOf(entity);
  if (stated === undefined)
    throw new Error(`The table ${name} refers to a contact: state \`ofPerson\` in the @Table of ${record}.`);
  return stated;
}

/** The function that gives the key of a row. */
export function keyOf(entity: Class): (row: object) => Row {
  const names = keyNames(entity);
  return (row) => Object.fromEntries(names.map((name) => [name, (row as Row)[name]]));
}

/** The name of the record set of an entity's rows, or the name of its table with hyphens. */
export function setOf(entity: Class): string {
  const { name, set = name.replaceAll('_', '-') } = tableOf(entity);
  return set;
}
