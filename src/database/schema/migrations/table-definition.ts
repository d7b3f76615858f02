import { Table, TableColumn, TableForeignKey, TableIndex, type QueryRunner } from 'typeorm';
import type { FieldType } from '../../../record/field-types.js';
import { storageOf, type ColumnOptions } from '../columns.js';

interface ColumnDefinition {
  kind: FieldType;
  options: ColumnOptions;
}

/** A column that is more than a plain value. references: `table.Column`, with the index that it needs. */
export function column(kind: FieldType, options: ColumnOptions): ColumnDefinition {
  return { kind, options };
}

type Columns = Readonly<Record<string, FieldType | ColumnDefinition | TableColumn>>;

interface Keys {
  indexes?: readonly (readonly string[])[];
  unique?: readonly (readonly string[])[];
}

/** Creates a table unless it exists: a migration that was killed can be run again. */
export async function createTable(runner: QueryRunner, name: string, columns: Columns, keys: Keys = {}): Promise<void> {
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
      columns: Object.entries(columns).map(([columnName, definition]) => columnOf(runner, columnName, definition)),
      indices: indexes.map((index) => ({ columnNames: [...index.columns], isUnique: index.isUnique })),
      foreignKeys: Object.entries(columns).flatMap(([columnName, definition]) => foreignKeyOf(columnName, definition)),
    }),
    true,
  );
}

/** Adds columns that the table does not have yet; existing rows need a default or a nullable column. */
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

export async function dropTable(runner: QueryRunner, name: string): Promise<void> {
  await runner.dropTable(name, true);
}

function optionsOf(definition: FieldType | ColumnDefinition | TableColumn): ColumnOptions {
  return 'kind' in definition ? definition.options : {};
}

function columnOf(
  runner: QueryRunner,
  name: string,
  definition: FieldType | ColumnDefinition | TableColumn,
): TableColumn {
  if (definition instanceof TableColumn) return definition;
  const { kind, options } = 'kind' in definition ? definition : { kind: definition, options: {} };
  const { type, length, nullable, primary, generated } = storageOf(kind, options);
  const { driver } = runner.dataSource;
  return new TableColumn({
    name,
    type: driver.normalizeType({ type, isGenerated: generated } as { type: string }),
    ...(length !== undefined && { length }),
    isNullable: nullable,
    isPrimary: primary,
    isGenerated: generated,
    ...(generated && { generationStrategy: 'increment' as const }),
  });
}

function foreignKeyOf(name: string, definition: FieldType | ColumnDefinition | TableColumn) {
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
