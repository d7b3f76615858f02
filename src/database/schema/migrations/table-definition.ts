import { Table, TableColumn, TableForeignKey, TableIndex, type QueryRunner } from 'typeorm';
import { text, type ColumnKind } from './column-kinds.js';

// Released migrations depend on this file: never change the columns that it makes from a definition.

interface ColumnOptions {
  key?: true | 'generated';
  required?: boolean;
  nullable?: boolean;
  unique?: boolean;
  references?: string;
  onDelete?: 'RESTRICT' | 'CASCADE' | 'SET NULL';
}

interface ColumnDefinition {
  kind: ColumnKind;
  options: ColumnOptions;
}

/**
 * `options.references` names the column to which a foreign key of this column refers, as `table.Column`. This column
 * also gets an index.
 */
export function column(kind: ColumnKind, options: ColumnOptions): ColumnDefinition {
  return { kind, options };
}

type Columns = Readonly<Record<string, ColumnKind | ColumnDefinition>>;

/** The columns of a field `@Name(maxLength)`: the name, and its key, by which lists sort and compare it. */
export function name(field: string, maxLength: number, options: ColumnOptions = {}): Columns {
  return {
    [field]: column(text(maxLength), options),
    [`${field}Key`]: column(text(maxLength), { nullable: true }),
  };
}

interface Keys {
  indexes?: readonly (readonly string[])[];
  unique?: readonly (readonly string[])[];
  /** SQLite stores the rows in the order of the primary key, as MySQL and MariaDB always do, and not a second time. */
  clustered?: boolean;
}

interface TableDefinition {
  readonly name: string;
  readonly columns: Columns;
  readonly keys: Keys;
}

/** `keys.unique` has the columns of each unique key, `keys.indexes` the columns of each other index. */
export function table(name: string, columns: Columns, keys: Keys = {}): TableDefinition {
  return { name, columns, keys };
}

/** Creates a table unless it exists: a migration that was killed can be run again. */
export async function createTable(runner: QueryRunner, { name, columns, keys }: TableDefinition): Promise<void> {
  const single = Object.entries(columns).flatMap(([columnName, definition]) => {
    const { unique, references } = optionsOf(definition);
    return unique || references !== undefined ? [{ columns: [columnName], isUnique: unique === true }] : [];
  });
  const composite = [
    ...(keys.unique ?? []).map((names) => ({ columns: names, isUnique: true })),
    ...(keys.indexes ?? []).map((names) => ({ columns: names, isUnique: false })),
  ];
  const stated = new Set(composite.filter((index) => index.columns.length === 1).map((index) => index.columns[0]));
  const indexes = [...composite, ...single.filter((index) => !stated.has(index.columns[0]))];
  await runner.createTable(
    new Table({
      name,
      withoutRowid: keys.clustered,
      columns: Object.entries(columns).map(([columnName, definition]) => columnOf(runner, columnName, definition)),
      indices: indexes.map((index) => ({ columnNames: [...index.columns], isUnique: index.isUnique })),
      foreignKeys: Object.entries(columns).flatMap(([columnName, definition]) => foreignKeyOf(columnName, definition)),
    }),
    true,
  );
}

/** Adds the columns that the table lacks. If the table has rows, SQLite permits only new columns that allow NULL. */
export async function addColumns(runner: QueryRunner, table: string, columns: Columns): Promise<void> {
  for (const [name, definition] of Object.entries(columns)) {
    if (!(await runner.hasColumn(table, name))) await runner.addColumn(table, columnOf(runner, name, definition));
    const known = await runner.getTable(table);
    const { unique, references } = optionsOf(definition);
    const has = (list: { columnNames: string[] }[] | undefined): boolean =>
      list?.some(({ columnNames }) => columnNames.length === 1 && columnNames[0] === name) ?? false;
    if ((unique || references !== undefined) && !has(known?.indices))
      await runner.createIndex(table, new TableIndex({ columnNames: [name], isUnique: unique === true }));
    for (const key of foreignKeyOf(name, definition))
      if (!has(known?.foreignKeys)) await runner.createForeignKey(table, new TableForeignKey(key));
  }
}

/** Adds the text columns that the table lacks. Their value in existing rows is ''. */
export async function addTexts(runner: QueryRunner, table: string, columns: Record<string, ColumnKind>): Promise<void> {
  if (!isSqlite(runner)) {
    // MySQL and MariaDB give existing rows the text ''.
    await addColumns(runner, table, columns);
    return;
  }
  const nullable = Object.entries(columns).map(([name, kind]) => [name, { ...kind, nullable: true }]);
  await addColumns(runner, table, Object.fromEntries(nullable) as Columns);
  for (const [name, kind] of Object.entries(columns)) {
    await runner.query(`UPDATE ${table} SET ${name} = '' WHERE ${name} IS NULL`);
    await requireColumn(runner, table, name, kind);
  }
}

/** Changes a column, which must have no NULL, so that it never stores NULL. */
async function requireColumn(runner: QueryRunner, table: string, name: string, kind: ColumnKind): Promise<void> {
  await runner.changeColumn(table, name, columnOf(runner, name, kind));
}

/**
 * Sets the default collation of the database, so that new tables sort and compare text by code point, trailing spaces
 * included. SQLite does so by default.
 */
export async function setDefaultCollation(runner: QueryRunner): Promise<void> {
  if (isSqlite(runner)) return;
  const [{ version, current }] = (await runner.query(
    'SELECT VERSION() AS version, @@collation_database AS current',
  )) as { version: string; current: string }[];
  const collation = /mariadb/i.test(version) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  if (current !== collation) await runner.query(`ALTER DATABASE CHARACTER SET utf8mb4 COLLATE ${collation}`);
}

/**
 * Adds a row unless a row with the same value in the first column of `row` exists: a migration that was killed can be
 * run again.
 */
export async function addRow(
  runner: QueryRunner,
  table: string,
  row: Readonly<Record<string, string | number>>,
): Promise<void> {
  const names = Object.keys(row);
  const values = Object.values(row);
  const found = (await runner.query(`SELECT 1 FROM ${table} WHERE ${names[0]} = ?`, [values[0]])) as unknown[];
  if (found.length > 0) return;
  const marks = names.map(() => '?').join(', ');
  await runner.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, values);
}

export async function addIndex(runner: QueryRunner, table: string, columnNames: readonly string[]): Promise<void> {
  if (!(await indexOf(runner, table, columnNames)))
    await runner.createIndex(table, new TableIndex({ columnNames: [...columnNames] }));
}

export async function dropIndex(runner: QueryRunner, table: string, columnNames: readonly string[]): Promise<void> {
  const index = await indexOf(runner, table, columnNames);
  if (index) await runner.dropIndex(table, index);
}

async function indexOf(runner: QueryRunner, table: string, columnNames: readonly string[]) {
  const known = await runner.getTable(table);
  return known?.indices.find((index) => index.columnNames.join() === columnNames.join());
}

export async function dropTable(runner: QueryRunner, name: string): Promise<void> {
  await runner.dropTable(name, true);
}

function optionsOf(definition: ColumnKind | ColumnDefinition): ColumnOptions {
  return 'kind' in definition ? definition.options : {};
}

function columnOf(runner: QueryRunner, name: string, definition: ColumnKind | ColumnDefinition): TableColumn {
  const { kind, options } = 'kind' in definition ? definition : { kind: definition, options: {} };
  const { key, required, nullable, references } = options;
  const isGenerated = key === 'generated';
  const unsetIsNull = kind.nullable === true || references !== undefined;
  return new TableColumn({
    name,
    type: typeOf(runner, kind, isGenerated),
    ...(kind.length !== undefined && { length: kind.length }),
    isNullable: key === undefined && (nullable === true || (unsetIsNull && required !== true)),
    isPrimary: key !== undefined,
    isGenerated,
    ...(isGenerated && { generationStrategy: 'increment' as const }),
  });
}

function typeOf(runner: QueryRunner, kind: ColumnKind, isGenerated: boolean): string {
  if (!isSqlite(runner)) return kind.mysql;
  // SQLite generates keys only for columns of the type integer.
  return isGenerated ? 'integer' : kind.sqlite;
}

function isSqlite(runner: QueryRunner): boolean {
  return runner.dataSource.options.type === 'better-sqlite3';
}

function foreignKeyOf(name: string, definition: ColumnKind | ColumnDefinition) {
  const { references, onDelete = 'RESTRICT' } = optionsOf(definition);
  if (references === undefined) return [];
  const [referencedTableName, referencedColumn] = references.split('.');
  return [
    {
      columnNames: [name],
      referencedTableName,
      referencedColumnNames: [referencedColumn],
      onDelete,
      onUpdate: 'NO ACTION',
    },
  ];
}
