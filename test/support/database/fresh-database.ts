import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { release, taken } from '../run/lock.js';

export interface FreshDatabase {
  /** DATABASE_URL of the database. */
  url: string;
  drop(): Promise<void>;
}

/** An empty database: a new SQLite file, or a new schema on that server. */
export async function freshDatabase(server = process.env.TEST_MYSQL_URL): Promise<FreshDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  if (!server) {
    const folder = mkdtempSync(join(tmpdir(), 'agency-'));
    return {
      url: `sqlite:${join(folder, 'agency.sqlite')}`,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const run = async (statement: string): Promise<void> => {
    const connection = await createConnection(server);
    await connection.query(statement).finally(() => connection.end());
  };
  await run(`CREATE DATABASE ${name}`);
  return { url: new URL(`/${name}`, server).toString(), drop: () => run(`DROP DATABASE ${name}`) };
}

/** The setting FILES_URL of tests for a database on a server; files of a SQLite database are beside it. */
export function filesSettings(DATABASE_URL: string): Record<string, string> {
  if (DATABASE_URL.startsWith('sqlite:')) return {};
  const { port, pathname } = new URL(DATABASE_URL);
  const FILES_URL = join(tmpdir(), `files-${port}-${pathname.slice(1)}`);
  mkdirSync(FILES_URL, { recursive: true });
  return { FILES_URL };
}

/** A database with the rows that `fill` writes, which runs once per run and name; later calls copy its database. */
export async function filledDatabase(name: string, fill: (url: string) => Promise<unknown>): Promise<FreshDatabase> {
  const database = await freshDatabase();
  const { url } = database;
  const isFile = url.startsWith('sqlite:');
  const file = url.slice('sqlite:'.length);
  const filled = join(tmpdir(), `${name}.${isFile ? 'sqlite' : 'sql'}`);
  const files = isFile ? `${file}.files` : filesSettings(url).FILES_URL;
  const copy = async (): Promise<void> => {
    if (isFile) copyFileSync(filled, file);
    else await execute(url, readFileSync(filled, 'utf8'));
    if (existsSync(`${filled}.files`)) cpSync(`${filled}.files`, files, { recursive: true });
  };
  const make = async (): Promise<void> => {
    await fill(url);
    if (existsSync(files)) cpSync(files, `${filled}.files`, { recursive: true });
    // Rename the file in one step, because another worker may look for it.
    const part = `${filled}.${process.pid}`;
    if (isFile) copyFileSync(file, part);
    else writeFileSync(part, await statementsOf(url));
    renameSync(part, filled);
  };
  // The workers begin with the same database, and the others wait until one of them has filled it.
  const lock = `${filled}.lock`;
  while (!existsSync(filled)) {
    if (taken(lock)) {
      try {
        if (existsSync(filled)) break;
        await make();
        return database;
      } finally {
        release(lock);
      }
    }
    await sleep(50);
  }
  await copy();
  return database;
}

async function execute(url: string, statements: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  await connection.query(statements).finally(() => connection.end());
}

/** The statements that give another database on the server the collation, tables and rows of this one. */
async function statementsOf(url: string): Promise<string> {
  const exact = { supportBigNumbers: true, bigNumberStrings: true, dateStrings: true };
  const connection = await createConnection({ uri: url, ...exact });
  const rows = async (statement: string): Promise<unknown[][]> =>
    (await connection.query<RowDataPacket[][]>({ sql: statement, rowsAsArray: true }))[0];
  try {
    const [[collation]] = await rows('SELECT @@collation_database');
    const statements = [`ALTER DATABASE COLLATE ${String(collation)}`, 'SET foreign_key_checks = 0'];
    for (const [table] of await rows('SHOW TABLES')) {
      const [[, create]] = await rows(`SHOW CREATE TABLE ${String(table)}`);
      const values = await rows(`SELECT * FROM ${String(table)}`);
      statements.push(String(create));
      if (values.length > 0) statements.push(connection.format('INSERT INTO ?? VALUES ?', [table, values]));
    }
    return statements.join(';\n');
  } finally {
    await connection.end();
  }
}
