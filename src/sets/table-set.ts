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
    protected readonly db: Db,
    readonly name: SetName,
    readonly record: Class<E>,
  ) {
    super();
    const { fields, key, rows } = rowsOf(record);
    this.fields = fields;
    this.key = key;
    this.rows = rows;
  }

  override save(rows: readonly Partial<E>[]): Promise<Upserted> {
    return this.db.upsertAll(this.record, rows, { audited: true });
  }

  /** The `add` of a table with generated keys. */
  protected async insert(rows: readonly Partial<E>[]): Promise<Added<E>> {
    const records = await this.db.insertAll(this.record, rows);
    return { inserted: records.length, records };
  }
}

/** The base for a table with generated keys, whose rows an import writes and then checks together. */
export abstract class CheckedSet<E extends object> extends TableSet<E> {
  /** Locks what the check reads, before the rows are written. */
  protected async lock(): Promise<void> {}

  protected abstract check(rows: readonly Partial<E>[]): Promise<void>;

  override async save(rows: readonly Partial<E>[]): Promise<Upserted> {
    await this.lock();
    const done = await super.save(rows);
    await this.check(rows);
    return done;
  }

  override async add(rows: readonly Partial<E>[]): Promise<Added> {
    await this.lock();
    const added = await this.insert(rows);
    await this.check(added.records);
    return added;
  }
}
