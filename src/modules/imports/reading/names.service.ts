import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { Schema } from '../../../database/schema/schema.js';
import { tableOf } from '../../../database/schema/table.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { quoted } from '../../../database/sql/quoted.js';
import { fieldsOf, type Field } from '../../../record/metadata.js';

type Id = number | string;

/** Maximum number of names or ids in one query. */
const mostAtOnce = 400;

/** The records whose names a file may have, as a condition on the rows `t` that a field refers to. */
export type Nameable = (field: Field) => Sql;

/** Finds records by the names that people use for them, and names by ids. */
@Injectable()
export class NamesService {
  constructor(
    private readonly db: Db,
    private readonly schema: Schema,
  ) {}

  /** The ids of the nameable records with each of the names, in any of their fields for names. */
  async idsOf(
    field: Field,
    names: ReadonlySet<string>,
    nameable: Nameable,
  ): Promise<ReadonlyMap<string, readonly Id[]>> {
    const { table, key, named } = this.referred(field);
    const found = new Map<string, Id[]>();
    for (const column of named)
      for (const some of chunksOf(names, mostAtOnce)) {
        const rows = await this.db.all<{ Id: Id; Name: string }>(sql`SELECT t.${quoted(key)} AS Id,
          t.${quoted(column)} AS Name FROM ${raw(table)} t
          WHERE t.${quoted(column)} IN (${join(some)}) AND ${nameable(field)}`);
        for (const { Id, Name } of rows)
          if (!found.get(Name)?.includes(Id)) found.set(Name, [...(found.get(Name) ?? []), Id]);
      }
    return found;
  }

  /** The names of the nameable records with these ids, as texts. */
  async namesOf(
    field: Field,
    ids: ReadonlySet<string>,
    nameable: Nameable,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const { table, key, named } = this.referred(field);
    const found = new Map<string, string[]>();
    for (const some of chunksOf(ids, mostAtOnce))
      for (const column of named) {
        const rows = await this.db.all<{ Id: Id; Name: string | null }>(sql`SELECT t.${quoted(key)} AS Id,
          t.${quoted(column)} AS Name FROM ${raw(table)} t
          WHERE t.${quoted(key)} IN (${join(some)}) AND ${nameable(field)}`);
        for (const { Id, Name } of rows) found.set(String(Id), [...(found.get(String(Id)) ?? []), Name ?? '']);
      }
    return found;
  }

  private referred({ options }: Field): { table: string; key: string; named: readonly string[] } {
    const [record, key] = options.references!.split('.');
    const entity = this.schema.entities.find((each) => tableOf(each).record === record)!;
    const names = [`${record}Name`, record, 'Name'];
    const named = fieldsOf(entity).filter(({ name, options: { computed } }) => names.includes(name) && !computed);
    return { table: tableOf(entity).name, key, named: named.map(({ name }) => name) };
  }
}
