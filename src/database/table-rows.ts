import { Inject } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { noSuch, refuse } from '../errors/errors.js';
import { unfitAsNew, type Bound } from '../record/bind.js';
import type { Class } from '../record/field-types.js';
import type { ListOptions, ListResult } from '../record/lists/list-options.js';
import { memoized } from '../record/memoized.js';
import type { Db } from './db.js';
import { columnsOf, keyNames } from './schema/columns.js';
import { keyOf } from './schema/name-keys.js';
import { tableOf } from './schema/table.js';
import { quoted } from './sql/quoted.js';

/** The token of a table's rows among the providers. */
export const rowsToken = memoized((entity: Class): symbol => Symbol(`rows of ${tableOf(entity).name}`));

/** Injects the rows of a table with a `noun`: `@InjectRows(EventType) private readonly rows: TableRows<EventType>`. */
export function InjectRows(entity: Class): ParameterDecorator {
  return Inject(rowsToken(entity));
}

/** Lists, reads and changes the rows of one table, whose key must be one field. */
export class TableRows<E extends object> {
  private readonly key: string;
  private readonly noun: string;

  /** Errors call a row by the `noun` of its table. A list is sorted by `order` of the table and then by the key. */
  constructor(
    private readonly db: Db,
    private readonly entity: Class<E>,
  ) {
    const { name, noun } = tableOf(entity);
    const [key, ...more] = keyNames(entity);
    if (noun === undefined || more.length > 0)
      throw new Error(`The rows of ${name} can be injected if its @Table has a noun and its key is one field.`);
    this.key = key;
    this.noun = noun;
  }

  /** `where` is a condition on the table, whose alias is `t`; `computed` has the columns of computed fields. */
  list(options: ListOptions, where?: Sql, computed: Partial<Record<keyof E, Sql>> = {}): ListResult<E> {
    const key = quoted(this.key, 't');
    const { name, order: fields } = tableOf(this.entity);
    const columns = { ...columnsOf(this.entity, 't'), ...computed };
    const order = [...fields.map((field) => keyOf(columns[field as keyof E]) ?? columns[field as keyof E]), key];
    const from = sql`${raw(name)} t`;
    return this.db.list(this.entity, { columns, from, where, order, key: [key] }, options);
  }

  /** Throws NotFound. */
  async read(id: number | string): Promise<E> {
    return this.required(await this.db.read(this.entity, this.keyOf(id)), id);
  }

  /** The row, locked until the end of the transaction. Throws NotFound. */
  async lock(id: number | string): Promise<E> {
    return this.required(await this.db.lockRow(this.entity, this.keyOf(id)), id);
  }

  /** Throws Invalid for wrong fields, and Conflict for a key that exists. */
  add(sent: Bound<E> & Partial<E>): Promise<E> {
    refuse(unfitAsNew(this.entity, sent));
    return this.db.insert(this.entity, sent);
  }

  /** Adds a row like `add`, and with a generated key that the caller sends: other rows may already have it. */
  addKeyed(sent: Bound<E> & Partial<E>): Promise<E> {
    refuse(unfitAsNew(this.entity, { ...sent, [this.key]: undefined }));
    return this.db.insert(this.entity, sent);
  }

  /** Returns the changed row. Throws NotFound. */
  async change(id: number | string, changes: Partial<E>): Promise<E> {
    return this.required(await this.db.update(this.entity, this.keyOf(id), changes), id);
  }

  /** Returns the removed row. Throws NotFound. */
  async remove(id: number | string): Promise<E> {
    return this.required(await this.db.remove(this.entity, this.keyOf(id)), id);
  }

  private keyOf(id: number | string): Partial<E> {
    return { [this.key]: id } as Partial<E>;
  }

  /** Returns the row. Throws NotFound if there is none; the message contains a numeric key, but no GUID. */
  private required(row: E | undefined, id: number | string): E {
    if (!row) throw noSuch(this.noun, typeof id === 'number' ? id : undefined);
    return row;
  }
}
