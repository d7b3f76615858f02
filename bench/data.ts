import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { branchOfAgent } from '../src/cli/demo/agents.js';
import { own } from '../src/cli/demo/filling.js';
import { built, run, settings } from './servers.js';

/** The percentage of contacts in the branch of agent@demo.test. */
const wide = 28;

/** Fills an empty database with demo data. contacts: their number. */
export async function fill(databaseUrl: string, contacts: number): Promise<void> {
  const environment = { ...settings, DATABASE_URL: databaseUrl, MIGRATE_ON_START: 'true' };
  await run('src/cli/main.js', ['demo', '--contacts', String(contacts)], environment);
  const branch = branchOfAgent.join(', ');
  const turns = branchOfAgent.map((agent, index) => `WHEN ${index} THEN ${agent}`).join(' ');
  await execute(databaseUrl, [
    `UPDATE contacts SET AgentId = ${own.other} WHERE AgentId IN (${branch})`,
    `UPDATE contacts SET AgentId = CASE ContactId % ${branchOfAgent.length} ${turns} END
      WHERE ContactId % 100 < ${wide}`,
    // Update the statistics of the planner now, because MariaDB would do it later. SQLite plans without statistics.
    ...(databaseUrl.startsWith('sqlite:') ? [] : ['ANALYZE TABLE contacts, activities']),
  ]);
}

export async function execute(databaseUrl: string, statements: string[]): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new Database(databaseUrl.slice('sqlite:'.length));
    for (const statement of statements) database.exec(statement);
    database.close();
    return;
  }
  const connection = await createConnection(databaseUrl);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

export async function select<T>(databaseUrl: string, statement: string): Promise<T[]> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new Database(databaseUrl.slice('sqlite:'.length));
    try {
      return database.prepare<[], T>(statement).all();
    } finally {
      database.close();
    }
  }
  const connection = await createConnection(databaseUrl);
  const [rows] = await connection.query(statement);
  await connection.end();
  return rows as T[];
}

/** Starts a private MariaDB; the returned function stops it. undefined: MariaDB is not installed. */
export async function startMariaDb(): Promise<{ url: string; stop: () => void } | undefined> {
  const script = join(built('..'), 'test/support/mariadb.sh');
  const installed = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'mariadbd')));
  if (!installed || !existsSync(script)) return undefined;
  const server = spawn('bash', [script, 'sh', '-c', 'echo "$TEST_MYSQL_URL"; cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    server.once('exit', (code) => reject(new Error(`mariadb.sh ended with ${code}`)));
  });
  await execute(url, ['CREATE DATABASE bench']);
  return { url: `${url}bench`, stop: () => server.stdin.end() };
}
