import type { DataSource, Table, TableColumn } from 'typeorm';
import { loadConfig, type Config } from '../../src/config/config.js';
import type { DatabaseAdapter } from '../../src/database/adapter.js';
import { adapterOf } from '../../src/database/adapter-of.js';
import { SilentLogger } from '../../src/database/connection/silent.logger.js';
import { migrations } from '../../src/database/schema/migrations/index.js';
import { cliSettings } from '../support/cli.js';

/** The last migration of the first release. */
const firstRelease = 1764000016000;
/** Tables that the migrations themselves fill, or that are none of a release's data. */
const own = new Set(['migrations', 'migration_lock', 'sign_in_gates', 'gantt_turns']);
/** Of each table: in the first row all is set, in the second only what has to be. */
const rows = [1, 2] as const;

/** Column by column, what is more than a number, a name or a moment of its own; in the first row and in the second. */
const stated: Readonly<Partial<Record<string, readonly [unknown, unknown?]>>> = {
  'roles.RoleId': [11, 12],
  // 'a pass phrase for tests' and '123-45-6789', as the first release kept them.
  'users.PasswordHash': [
    '$argon2id$v=19$m=8,t=1,p=1$F5/NwBTRaLuTpOe3SU2tow$gir//LuHWUV1VQmEE6iEcjeGebERX+emB2c2wsIFReM',
  ],
  'contacts.SSN': ['33aed2ac.OCFqoC4vNdsC0wWEL7DSRcNjYkc1iS6fpkjF5IzYemyFzW7KbzC9'],
  'agents.SSN': ['33aed2ac.RIKlzbYvpQJR5ZV6zeJNW9TVNzpZdmNtO1ahDpbvqwW18yHOp7pE', ''],
  'users.UserName': ['one@example.test', 'two@example.test'],
  'users.UserNameKey': ['one@example.test', 'two@example.test'],
  'users.Disabled': [0, 0],
  'users.RequireMFA': [0, 0],
  'users.MfaActive': [0, 0],
  'users.MfaSecret': [null],
  'users.MfaOffered': [null],
  'users.MfaUsedSteps': [null],
  'user_roles.RoleCode': ['Administrator', 'Agent'],
  'agents.AgentStatus': ['Active', 'Active'],
  'agents.UserId': [null],
  'agents.Upline1': [2],
  'contacts.ContactGUID': ['1'.padStart(32, 'b'), '2'.padStart(32, 'b')],
  'contacts.Deleted': [0],
  'contacts.LockedByAgentId': [null],
  'contacts.Locked': [0],
  'contacts.EmailWork': ['contact@example.test'],
  'gantt_tasks.parent': [0, 0],
  'gantt_tasks.position': [0, 1],
  'checkins.Status': [0, 0],
};
for (let upline = 2; upline <= 4; upline++) Object.assign(stated, { [`agents.Upline${upline}`]: [null] });

type Row = Record<string, unknown>;
/** By table, in the order of their keys. */
export type Rows = Record<string, Row[]>;

interface Opened {
  adapter: DatabaseAdapter;
  dataSource: DataSource;
}

/** A data source with a part of the migrations, on the database of that DATABASE_URL. */
async function opened(url: string, upTo = Infinity): Promise<Opened> {
  const adapter = adapterOf(configOf(url));
  const dataSource = adapter.createDataSource({
    entities: [],
    migrations: migrations.filter(({ name }) => Number(name.slice(-13)) <= upTo),
    migrationsTransactionMode: 'each',
    logger: new SilentLogger(),
  });
  return { adapter, dataSource: await dataSource.initialize() };
}

function configOf(url: string): Config {
  return loadConfig(cliSettings(url));
}

/** Runs what is pending, and leaves: as `agency migrate` does. */
export async function migrateAll(url: string): Promise<void> {
  const { adapter, dataSource } = await opened(url);
  try {
    await adapter.migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The schema of the first release with rows in every table, which it gives back. */
export async function fillFirstSchema(url: string): Promise<Rows> {
  const database = await opened(url, firstRelease);
  const { adapter, dataSource } = database;
  try {
    await adapter.migrate(dataSource);
    const tables = inOrder(await readTables(database)).filter(({ name }) => !own.has(name));
    for (const table of tables)
      for (const row of rows) {
        const values = table.columns.map((column) => valueOf(tables, table, column, row));
        const names = table.columns.map(({ name }) => `\`${name}\``).join(', ');
        const marks = values.map(() => '?').join(', ');
        await dataSource.query(`INSERT INTO ${table.name} (${names}) VALUES (${marks})`, values);
      }
    return await rowsOf(dataSource, tables);
  } finally {
    await dataSource.destroy();
  }
}

/** The rows now, in those columns that they had then. */
export async function sameColumns(url: string, before: Rows): Promise<Rows> {
  const database = await opened(url);
  const { dataSource } = database;
  try {
    const tables = await readTables(database);
    const kept = Object.entries(before).map(([name, [row]]) => {
      const table = tables.find((one) => one.name === name)!;
      return { name, columns: table.columns.filter((column) => column.name in row) };
    });
    return await rowsOf(dataSource, kept);
  } finally {
    await dataSource.destroy();
  }
}

/** Every table, as the server itself would make it, by name; on MariaDB. */
export async function schemaOf(url: string): Promise<Record<string, string>> {
  const { adapter, dataSource } = await opened(url);
  try {
    const names = (await adapter.tables(dataSource)).sort();
    const definitions = await Promise.all(
      names.map(async (name) => {
        const [made] = await dataSource.query<Record<string, string>[]>(`SHOW CREATE TABLE ${name}`);
        return [name, made['Create Table'].replace(/ AUTO_INCREMENT=\d+/, '')] as const;
      }),
    );
    return Object.fromEntries(definitions);
  } finally {
    await dataSource.destroy();
  }
}

async function readTables({ adapter, dataSource }: Opened): Promise<Table[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const tables = await runner.getTables(await adapter.tables(dataSource));
    for (const table of tables) table.name = table.name.split('.').at(-1)!;
    return tables;
  } finally {
    await runner.release();
  }
}

/** Each table after those that it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered = new Set<Table>();
  const add = (table: Table): void => {
    if (ordered.has(table)) return;
    for (const { referencedTableName } of table.foreignKeys) {
      const referred = tables.find(({ name }) => name === referencedTableName.split('.').at(-1))!;
      if (referred !== table) add(referred);
    }
    ordered.add(table);
  };
  tables.forEach(add);
  return [...ordered];
}

function valueOf(tables: readonly Table[], table: Table, column: TableColumn, row: 1 | 2): unknown {
  const values = stated[`${table.name}.${column.name}`];
  if (values && row <= values.length) return values[row - 1];
  if (row === 2 && column.isNullable) return null;
  const key = table.foreignKeys.find(({ columnNames }) => columnNames[0] === column.name);
  if (key) {
    const referred = tables.find(({ name }) => name === key.referencedTableName.split('.').at(-1))!;
    const [name] = key.referencedColumnNames;
    return valueOf(
      tables,
      referred,
      referred.columns.find((one) => one.name === name)!,
      row,
    );
  }
  const length = Number(column.length);
  if (column.type === 'mediumtext') return '[]';
  if (/boolean|tinyint/.test(column.type)) return row === 1 ? 1 : 0;
  if (column.type === 'double') return row + 0.5;
  if (/int/.test(column.type)) return row;
  if (length === 27) return `2026-0${row}-15T08:30:00.0000000`;
  if (length === 32) return String(row).padStart(32, 'a');
  return `${column.name} ${row}`.slice(-length || undefined);
}

async function rowsOf(dataSource: DataSource, tables: readonly Pick<Table, 'name' | 'columns'>[]): Promise<Rows> {
  const found = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const list = columns.map((column) => `\`${column.name}\``).join(', ');
      const keys = columns.filter(({ isPrimary }) => isPrimary).map((column) => `\`${column.name}\``);
      const order = keys.length > 0 ? ` ORDER BY ${keys.join(', ')}` : '';
      return [name, await dataSource.query<Row[]>(`SELECT ${list} FROM ${name}${order}`)] as const;
    }),
  );
  return Object.fromEntries(found);
}
