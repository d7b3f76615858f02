import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { startApp } from '../../../test/support/app.js';
import { agency, cliSettings } from '../../../test/support/cli.js';
import { freshDatabase } from '../../../test/support/fresh-database.js';
import { QueryError } from '../db-errors.js';

/** The documented statements for a database and users of this name, one list for each place. */
function documented(name: string): string[][] {
  const text = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
  return [...text.matchAll(/^```sql\n(.+?)^```/gms)].map(([, block]) =>
    block
      .replaceAll('…', 'secret')
      .replaceAll('CREATE DATABASE agency', `ALTER DATABASE ${name}`)
      .replace(/\bagency(_owner)?\b/g, `${name}$1`)
      .split(/;\n/)
      .filter((statement) => statement.trim() !== ''),
  );
}

describe('the documented rights', () => {
  it('let the service work, and change nothing in the audit', async () => {
    const database = await freshDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const urlOf = (user: string): string => {
      const url = new URL(database.url);
      [url.username, url.password] = [user, 'secret'];
      return url.toString();
    };
    const connection = await createConnection(database.url);
    const [users, rights] = documented(name);
    for (const statement of users) await connection.query(statement);
    const early = await agency(['migrate'], { ...cliSettings(urlOf(name)), MIGRATE_ON_START: 'false' });
    expect(early).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: Access denied .* may its user do/) });
    expect(early.stderr).not.toContain('    at ');
    const migrated = await agency(['migrate'], { ...cliSettings(urlOf(`${name}_owner`)), MIGRATE_ON_START: 'false' });
    expect(migrated).toMatchObject({ code: 0, stderr: expect.stringContaining('up to date') });
    for (const query of rights)
      for (const { statement } of (await connection.query<RowDataPacket[]>(query))[0])
        await connection.query(String(statement));

    const service = urlOf(name);
    const app = await startApp({ DATABASE_URL: service, MIGRATE_ON_START: 'false' });
    await app.http.get('/health/ready').expect(200);
    const administrator = await app.as('Administrator');
    await app.http.get('/v1/EventType').set(administrator).expect(200);
    expect(await app.db.one(sql`SELECT 1 AS One FROM audit a LIMIT 1`)).toBeDefined();
    for (const change of [
      ...[sql`UPDATE audit SET Operation = 'x'`, sql`DELETE FROM audit`],
      ...[sql`UPDATE audit_seals SET Hash = 'x'`, sql`DELETE FROM audit_seals`],
    ])
      await expect(app.db.tx(() => app.db.execute(change))).rejects.toBeInstanceOf(QueryError);
    await app.close();
    const sealed = await agency(['audit', 'verify'], cliSettings(service));
    expect(sealed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^[1-9]\d* rows are as/) });
    const pruned = await agency(['audit', 'prune'], { ...cliSettings(service), RETAIN_AUDIT: '31d' });
    expect(pruned).toMatchObject({ code: 1, stderr: expect.stringContaining('its owner may') });

    const told = async (url: string): Promise<string> => (await agency(['doctor'], cliSettings(url))).stdout;
    expect(await told(service)).toMatch(/^ok {4}The user of DATABASE_URL can add to the audit/m);
    expect(await told(urlOf(`${name}_owner`))).toMatch(/^warn {2}The user of DATABASE_URL could change or delete/m);
    for (const user of [name, `${name}_owner`]) await connection.query(`DROP USER ${user}`);
    await connection.end();
    await database.drop();
  });
});
