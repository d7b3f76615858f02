import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { storedFields } from '../../../database/schema/columns.js';
import type { Link } from '../../../database/schema/schema.js';
import { tableOf } from '../../../database/schema/table.js';
import { anyKey } from '../../../database/sql/conditions.js';
import { quoted, quotedList } from '../../../database/sql/quoted.js';
import { ImportRule, type ImportedRow, type RuledRow } from '../../../sets/import-rule.js';
import type { RecordSet } from '../../../sets/record-set.js';
import { Contact } from '../contact.entity.js';
import { ofPerson, PersonTables, type PersonTable } from './person-tables.js';

/**
 * Keeps imports from bringing an erased person back. A row about an erased person is left out if it is stored already,
 * or if an erasure removes such rows. Another row, as in a copy of all sets to a new database, is added without
 * personal values.
 */
@Injectable()
export class ErasedRowsRule extends ImportRule {
  constructor(
    private readonly db: Db,
    private readonly tables: PersonTables,
  ) {
    super();
  }

  async apply(set: RecordSet, rows: readonly ImportedRow[]): Promise<readonly RuledRow[]> {
    const table = this.tables.all.find(({ entity }) => entity === set.record);
    if (!table || rows.length === 0 || !(await this.db.exists(sql`contact_erasures`)))
      return rows.map((row) => ({ row }));
    const idOf = (row: ImportedRow): string => set.key.map((name) => String(row[name])).join(',');
    const keyed = rows.filter((row) => set.key.every((name) => row[name] !== undefined));
    const stored = new Map((await this.stored(table, set.key, keyed)).map((row) => [idOf(row), row.IsErased === 1]));
    const isNamed = await this.naming(table, rows);
    const held = await this.heldGuids(table, rows);
    return rows.map((row) => {
      const isStored = stored.has(idOf(row)) || held.has(String(row.ContactGUID));
      if (!stored.get(idOf(row)) && !isNamed(row)) return { row };
      // A stored row of another person must not move to an erased person either.
      const cleared = isStored ? undefined : withoutPerson(table, row);
      return cleared ? { row: cleared } : { erased: true };
    });
  }

  /** The ContactGUIDs of the imported contacts that are stored, whichever ContactId the file gives them. */
  private heldGuids({ entity }: PersonTable, rows: readonly ImportedRow[]): Promise<ReadonlySet<string>> {
    if (entity !== Contact) return Promise.resolve(new Set());
    return this.values(
      rows,
      'ContactGUID',
      (isOne) => sql`SELECT c.ContactGUID AS Value FROM contacts c
      WHERE ${isOne(sql`c.ContactGUID`)}`,
    );
  }

  /** The keys of stored rows, and whether they are about an erased person. */
  private async stored(table: PersonTable, key: readonly string[], rows: readonly ImportedRow[]) {
    if (rows.length === 0) return [];
    const isOne = anyKey(
      key.map((name) => quoted(name, 't')),
      rows.map((row) => key.map((name) => row[name])),
    );
    return this.db.all<ImportedRow & { IsErased: number }>(sql`SELECT ${quotedList([...key], 't')},
      CASE WHEN ${this.isErased(table, 't')} THEN 1 ELSE 0 END AS IsErased
      FROM ${raw(tableOf(table.entity).name)} t WHERE ${isOne}`);
  }

  /** Returns the function that says whether a row refers to an erased person. */
  private async naming({ entity, links }: PersonTable, rows: readonly ImportedRow[]) {
    if (entity === Contact) {
      const erased = await this.values(
        rows,
        'ContactGUID',
        (isOne) => sql`SELECT e.ContactGUID AS Value
        FROM contact_erasures e WHERE ${isOne(sql`e.ContactGUID`)}`,
      );
      return ({ ContactGUID }: ImportedRow): boolean => erased.has(String(ContactGUID));
    }
    const found: { link: Link; erased: ReadonlySet<string> }[] = [];
    for (const link of links) {
      const field = quoted(link.field, 'p');
      const erased = await this.values(
        rows,
        link.column,
        (isOne) => sql`SELECT ${field} AS Value
        FROM ${raw(tableOf(link.of).name)} p WHERE ${isOne(field)} AND ${this.isErased(this.tableOf(link), 'p')}`,
      );
      found.push({ link, erased });
    }
    return (row: ImportedRow): boolean =>
      found.some(
        ({ link: { column, where = {} }, erased }) =>
          erased.has(String(row[column])) && Object.entries(where).every(([name, value]) => row[name] === value),
      );
  }

  private async values(
    rows: readonly ImportedRow[],
    column: string,
    query: (isOne: (column: Sql) => Sql) => Sql,
  ): Promise<ReadonlySet<string>> {
    const sent = [...new Set(rows.flatMap((row) => (row[column] as string | number | null | undefined) ?? []))];
    if (sent.length === 0) return new Set();
    const found = await this.db.all<{ Value: unknown }>(query((name) => sql`${name} IN (${join(sent)})`));
    return new Set(found.map(({ Value }) => String(Value)));
  }

  /** The condition that a row, which SQL calls `alias`, is about an erased person. */
  private isErased({ entity, links }: PersonTable, alias: string): Sql {
    if (entity === Contact)
      return sql`${quoted('ContactGUID', alias)} IN (SELECT e.ContactGUID FROM contact_erasures e)`;
    const each = links.map((link) => {
      const { column, of, field, where = {} } = link;
      const inner = `${alias}p`;
      const more = Object.entries(where).map(([name, value]) => sql` AND ${quoted(name, alias)} = ${value}`);
      return sql`(${quoted(column, alias)} IN (SELECT ${quoted(field, inner)}
        FROM ${raw(tableOf(of).name)} ${raw(inner)}
        WHERE ${this.isErased(this.tableOf(link), inner)})${join([...more, sql``], '')})`;
    });
    return sql`(${join(each, ' OR ')})`;
  }

  private tableOf({ of }: Link): PersonTable {
    return this.tables.all.find(({ entity }) => entity === of)!;
  }
}

/** A new row about an erased person as an erasure leaves it; undefined if an erasure removes it. */
function withoutPerson({ entity }: PersonTable, row: ImportedRow): ImportedRow | undefined {
  const stated = ofPerson(entity);
  if (stated === 'remove') return undefined;
  const personal = storedFields(entity).filter(({ options }) => options.personal);
  const kept = Object.entries(row).filter(([name]) => !personal.some((field) => field.name === name));
  const ends = (stated.ends ?? []).filter(({ field, from }) => row[field] === from);
  const ended = Object.fromEntries(ends.map(({ field, to }) => [field, to]));
  return { ...Object.fromEntries(kept), ...ended, ...stated.becomes };
}
