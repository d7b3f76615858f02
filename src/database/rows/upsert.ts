import sql from 'sql-template-tag';
import { Conflict } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import type { Row } from '../driver/dialect.js';
import { chunksOf } from '../sql/chunks.js';
import type { Statements } from '../transactions/statements.js';
import { Retry } from '../transactions/transaction.js';
import { differs, mostKeys, same, type EntityRows } from './entity-rows.js';

/** `inserted` is the number of new rows, `updated` that of existing rows that changed. */
export interface Upserted {
  inserted: number;
  updated: number;
}

/** Receives each written row's column values. `before` is undefined for a new row. */
type OnChange = (after: Row, before?: Row) => void;

/** Another call added or removed records with these keys between the search for the keys and the save. */
export class ChangedMeanwhile extends Conflict {
  constructor(
    readonly ids: readonly string[],
    what: 'added' | 'removed',
    key: readonly string[],
    cause?: unknown,
  ) {
    const rest = `${ids[0]} belongs to a record that another call ${what} meanwhile: send it again`;
    const error = fieldError('Duplicate', key[key.length - 1], rest);
    super(error.Message, { errors: [error], retryAfter: 1, cause });
  }
}

/**
 * Inserts the rows whose keys are new. If a key exists, updates the columns that its row in `rows` gives. Existing rows
 * are locked and read first: a plain upsert of MySQL would update another row that has the same value in a unique
 * column. With this function, such a value is a Conflict on both databases. If a row with a new key lacks a required
 * value, another call has removed the stored row meanwhile, so the transaction restarts.
 */
export async function upsertRows(
  table: EntityRows,
  rows: readonly Row[],
  statements: Statements,
  onChange?: OnChange,
): Promise<Upserted> {
  const done: Upserted = { inserted: 0, updated: 0 };
  for (const chunk of chunksOf(rows, table.mostAtOnce)) {
    const { inserted, updated } = await upsertChunk(table, chunk, statements, onChange);
    done.inserted += inserted;
    done.updated += updated;
  }
  return done;
}

async function upsertChunk(
  table: EntityRows,
  rows: readonly Row[],
  statements: Statements,
  onChange: OnChange = () => undefined,
): Promise<Upserted> {
  const stored = await lockStored(table, rows, statements);
  const inserted: Row[] = [];
  const updated = new Map<string, Row>();
  const given = new Set<string>();
  for (const row of rows) {
    const id = table.idOf(row);
    const before = updated.get(id) ?? stored.get(id);
    if (!before) {
      if (table.lacks(row)) throw new Retry(new ChangedMeanwhile([id], 'removed', table.keys));
      inserted.push(table.encodeNew(row));
      continue;
    }
    const after = { ...before };
    for (const column of table.columns)
      if (row[column.name] !== undefined && !table.keys.includes(column.name)) {
        given.add(column.name);
        if (differs(column, before[column.name], row[column.name]))
          after[column.name] = column.encode(row[column.name]);
      }
    const changes = Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(before[name], value)));
    for (const [name, value] of Object.entries(table.parsed(changes))) {
      given.add(name);
      after[name] = value;
    }
    if (Object.keys(changes).length > 0 || updated.has(id)) updated.set(id, after);
  }
  if (inserted.length > 0) await insertMissing(table, inserted, statements);
  if (updated.size > 0) {
    const changed = [...updated.values()];
    const clause = statements.upsertClause(table.keys, [...given]);
    await statements.write(sql`${table.insert(changed, undefined)} ${clause}`, { table, rows: changed });
  }
  for (const row of inserted) onChange(row);
  for (const [id, after] of updated) onChange(after, stored.get(id));
  return { inserted: inserted.length, updated: updated.size };
}

async function lockStored(
  table: EntityRows,
  rows: readonly Row[],
  statements: Statements,
): Promise<ReadonlyMap<string, Row>> {
  const stored = new Map<string, Row>();
  for (const chunk of chunksOf(rows, mostKeys))
    for (const row of table.opened(await statements.lock(table.select(chunk)))) stored.set(table.idOf(row), row);
  return stored;
}

/**
 * Inserts rows whose keys this transaction has looked up and not found. If another transaction has added one of the
 * keys since, this transaction restarts.
 */
export async function insertMissing(table: EntityRows, rows: readonly Row[], statements: Statements): Promise<void> {
  try {
    await statements.write(table.insert(rows, undefined), { table, rows });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const others = await lockStored(table, rows, statements);
    throw others.size > 0 ? new Retry(new ChangedMeanwhile([...others.keys()], 'added', table.keys, error)) : error;
  }
}
