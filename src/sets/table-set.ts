import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from '../database/db.js';
import type { Upserted } from '../database/rows/upsert.js';
import { columns, keyNames, storedFields } from '../database/schema/columns.js';
import { tableOf } from '../database/schema/table.js';
import { quotedList } from '../database/sql/quoted.js';
import type { Class } from '../record/field-types.js';
import type { Field } from '../record/metadata.js';
import { RecordSet, type Added } from './record-set.js';
import type { SetName } from './set-names.js';

export function rowsOf(entity: Class): { fields: readonly Field[]; key: readonly string[]; rows: Sql } {
  const fields = storedFields(entity);
  const key = keyNames(entity);
  const rows = sql`SELECT ${columns(entity, 't')} FROM ${raw(tableOf(entity).name)} t ORDER BY ${quotedList(key, 't')}`;
  return { fields, key, rows };
}

/** The base for a table whose rows a module imports by rules of its own. */
export abstract class TableSet<E extends object> extends RecordSet {
  override readonly fields: readonly Field[];
  readonly key: readonly string[];
  readonly rows: Sql;

  constructor(
    readonly name: SetName,
    readonly record: Class<E>,
  ) {
    super();
    const { fields, key, rows } = rowsOf(record);
    this.fields = fields;
    this.key = key;
    this.rows = rows;
  }
}

/** The base for a table with generated keys, whose rows an import writes and then checks together. */
export abstract class CheckedSet<E extends object> extends TableSet<E> {
  constructor(
    protected readonly db: Db,
    name: SetName,
    record: Class<E>,
  ) {
    super(name, record);
  }

  protected abstract check(rows: readonly Partial<E>[]): Promise<void>;

  override async save(rows: readonly Partial<E>[]): Promise<Upserted> {
    const done = await this.db.upsertAll(this.record, rows, { audited: true });
    await this.check(rows);
    return done;
  }

  override async add(rows: readonly Partial<E>[]): Promise<Added> {
    const records = await this.db.insertAll(this.record, rows);
    await this.check(records);
    return { inserted: records.length, records };
  }
}
