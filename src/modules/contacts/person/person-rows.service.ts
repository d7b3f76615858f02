import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import type { Row } from '../../../database/driver/dialect.js';
import { keyNames } from '../../../database/schema/columns.js';
import { tableOf } from '../../../database/schema/table.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { quoted, quotedList } from '../../../database/sql/quoted.js';
import { Conflict, noSuch } from '../../../errors/errors.js';
import type { Class } from '../../../record/field-types.js';
import type { Guid, Int64 } from '../../../record/fields.js';
import type { RowSource } from '../../../record/lists/list-options.js';
import { FilesService, type StoredFile } from '../../files/files.service.js';
import { Contact } from '../contact.entity.js';
import { ContactsService } from '../contacts.service.js';
import { keyOf, PersonTables, type PersonTable } from './person-tables.js';

/** The rows of one table that are about a person, with the fields in `PersonTables.readFields`, by their keys. */
export interface PersonRows {
  readonly entity: Class;
  readonly rows: ReadonlyMap<string, Row>;
}

/** Runs the query of rows: `Db.rows`, or `Db.lock` to lock them. */
type ReadRows = (query: Sql) => RowSource<Row> | Promise<Row[]>;

/** Maximum number of values in one SQL condition with IN. */
const mostValues = 400;

/** Finds the rows about a person. It reads only their keys and the fields by which it finds further rows. */
@Injectable()
export class PersonRowsService {
  constructor(
    private readonly db: Db,
    private readonly files: FilesService,
    private readonly tables: PersonTables,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * The rows about the person, grouped by table; each table comes after the tables through which its rows are found.
   * Throws NotFound, and Conflict like `mergedInto`.
   */
  async find(contactId: number, read: ReadRows = (query) => this.db.rows<Row>(query)): Promise<PersonRows[]> {
    const contactIds = await this.mergedInto(contactId);
    const found = new Map<Class, Map<string, Row>>();
    for (const table of this.tables.all) {
      // Collect the rows by key, because a row can refer to the person through several columns.
      const rows = new Map<string, Row>();
      for (const condition of conditionsOf(table, contactIds, found))
        for await (const row of await read(this.rowsOf(table.entity, condition))) {
          rows.set(idOf(table.entity, row), row);
          if (isTurnOver()) await nextTurn();
        }
      if (table.entity === Contact && rows.size === 0) throw noSuch('contact', contactId);
      found.set(table.entity, rows);
    }
    return [...found].map(([entity, rows]) => ({ entity, rows }));
  }

  /** The rows that have a name of the contact as text, in tables that refer to no contact. */
  async named([contacts]: readonly PersonRows[]): Promise<PersonRows[]> {
    const names = namesOf([...contacts.rows.values()]);
    const found: PersonRows[] = [];
    for (const { entity, fields } of names.length > 0 ? this.tables.naming : []) {
      const isNamed = fields.map((field) => sql`${quoted(field, 't')} IN (${join(names)})`);
      const rows = new Map<string, Row>();
      for await (const row of this.db.rows<Row>(this.rowsOf(entity, join(isNamed, ' OR '))))
        rows.set(idOf(entity, row), row);
      found.push({ entity, rows });
    }
    return found;
  }

  /** The AuditIds of the entries about the rows, in ascending order. */
  async auditIds(held: readonly PersonRows[]): Promise<Int64[]> {
    const found = new Map<string, Int64>();
    for (const { entity, rows } of held) {
      const { record } = tableOf(entity);
      for (const ids of chunksOf(rows.keys(), mostValues)) {
        const [first, others] = ['audit', 'audit_records'].map(
          (table) => sql`SELECT a.AuditId AS AuditId FROM ${raw(table)} a
            WHERE a.Record = ${record} AND a.RecordId IN (${join(ids)})`,
        );
        for await (const { AuditId } of this.db.rows<{ AuditId: Int64 }>(sql`${first} UNION ALL ${others}`)) {
          found.set(String(AuditId), AuditId);
          if (isTurnOver()) await nextTurn();
        }
      }
    }
    return [...found.values()].sort((one, other) => Number(one) - Number(other));
  }

  /** The files to which the rows refer. */
  async filesOf(held: readonly PersonRows[]): Promise<StoredFile[]> {
    return this.files.all([...new Set(held.flatMap(attachmentsOf))].sort());
  }

  private rowsOf(entity: Class, condition: Sql): Sql {
    const read = this.tables.readFields(entity).map((name) => sql`${quoted(name, 't')} AS ${quoted(name)}`);
    return sql`SELECT ${join(read)} FROM ${raw(tableOf(entity).name)} t
      WHERE ${condition} ORDER BY ${quotedList(keyNames(entity), 't')}`;
  }

  /**
   * The ContactIds of the contact and of all contacts that were merged into it, directly or through others. Throws
   * Conflict if the contact itself was merged into another one.
   */
  private async mergedInto(contactId: number): Promise<number[]> {
    const into = await this.db.one<{ ContactId: number }>(sql`SELECT m.ContactId AS ContactId FROM contact_merges m
      JOIN contacts c ON c.ContactId = m.MergedContactId AND c.Deleted = 1 WHERE c.ContactId = ${contactId}`);
    if (into)
      throw new Conflict(`Contact ${contactId} was merged into contact ${into.ContactId}: name that contact instead.`);
    return [contactId, ...(await this.contacts.formerOf(contactId)).map(({ ContactId }) => ContactId)];
  }
}

/**
 * The conditions, each of which selects some of the person's rows in a table with the alias `t`. The table of contacts
 * has one condition; another table has one for each link, or several if its values exceed `mostValues`, the limit of
 * one IN list.
 */
function* conditionsOf(
  { links }: PersonTable,
  contactIds: readonly number[],
  found: ReadonlyMap<Class, ReadonlyMap<string, Row>>,
): Generator<Sql> {
  if (links.length === 0) yield sql`t.ContactId IN (${join([...contactIds])})`;
  for (const { column, of, field, where = {} } of links) {
    const values = [...found.get(of)!.values()].flatMap((row) => (row[field] as string | number | null) ?? []);
    const more = Object.entries(where).map(([name, value]) => sql` AND ${quoted(name, 't')} = ${value}`);
    for (const part of chunksOf(values, mostValues))
      yield sql`${quoted(column, 't')} IN (${join(part)})${join([...more, sql``], '')}`;
  }
}

/** The names of the contacts, as other systems write them. */
function namesOf(contacts: readonly Row[]): string[] {
  const names = contacts.flatMap((row) => {
    const { Name, FirstName, LastName, BusinessName } = row as Partial<Contact>;
    const both =
      FirstName && LastName
        ? [`${FirstName} ${LastName}`, `${LastName} ${FirstName}`, `${LastName}, ${FirstName}`]
        : [];
    return [Name, BusinessName, ...both].flatMap((name) => name || []);
  });
  return [...new Set(names.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]))];
}

/** The ids of the files to which the rows refer. */
export function attachmentsOf({ rows }: PersonRows): Guid[] {
  return [...rows.values()].flatMap(({ AttachmentId }) => (AttachmentId as Guid | null | undefined) ?? []);
}

/** The key of a row, in the form of the audit. */
export function idOf(entity: Class, row: Row): string {
  return Object.values(keyOf(entity)(row)).join(',');
}
