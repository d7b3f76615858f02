import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

/** An empty database: a SQLite file of its own, or a schema on TEST_MYSQL_URL. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_MYSQL_URL;
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
