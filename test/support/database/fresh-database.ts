import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

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

/** A database with the rows that `fill` writes. On SQLite, it runs once per run and name; later calls copy the file. */
export async function filledDatabase(name: string, fill: (url: string) => Promise<unknown>): Promise<FreshDatabase> {
  const database = await freshDatabase();
  if (process.env.TEST_MYSQL_URL) {
    await fill(database.url);
    return database;
  }
  const file = database.url.slice('sqlite:'.length);
  const filled = join(tmpdir(), `${name}.sqlite`);
  if (existsSync(filled)) {
    copyFileSync(filled, file);
    if (existsSync(`${filled}.files`)) cpSync(`${filled}.files`, `${file}.files`, { recursive: true });
  } else {
    await fill(database.url);
    if (existsSync(`${file}.files`)) cpSync(`${file}.files`, `${filled}.files`, { recursive: true });
    // Rename the file in one step, because another worker may look for it.
    copyFileSync(file, `${filled}.${process.pid}`);
    renameSync(`${filled}.${process.pid}`, filled);
  }
  return database;
}
