import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type Connection } from 'mysql2/promise';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { freshDatabase } from '../../test/support/database/fresh-database.js';

describe('a MariaDB server that is read-only', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let root: Connection;
  let app: TestApp;
  /** A user without root's privilege to write to a read-only server. */
  const user = 'operations';

  beforeAll(async () => {
    database = await freshDatabase();
    const made = await startApp({ DATABASE_URL: database.url });
    await made.close();
    const url = new URL(database.url);
    root = await createConnection(database.url);
    await root.query(`CREATE USER ${user} IDENTIFIED BY 'for a test'`);
    await root.query(`GRANT ALL ON ${url.pathname.slice(1)}.* TO ${user}`);
    url.username = user;
    url.password = 'for a test';
    app = await startApp({ DATABASE_URL: url.toString(), MIGRATE_ON_START: 'false' });
  });
  afterAll(async () => {
    await root.query('SET GLOBAL read_only = 0');
    await app.close();
    await root.query(`DROP USER ${user}`);
    await root.end();
    await database.drop();
  });

  it('answers 503 to /health/ready and to writes while MariaDB is read-only, and still answers reads', async () => {
    const headers = await app.as('Administrator');
    await app.http.get('/health/ready').expect(200);
    await root.query('SET GLOBAL read_only = 1');
    // Health caches an answer for a second.
    await sleep(1100);
    const notReady = await app.http.get('/health/ready').expect(503);
    expect(notReady.body.ResponseStatus.Message).toMatch(/^The database is read-only now: nothing can be changed/);
    const body = { EventTypeName: 'Unwritten', EventCategory: 'Internal' };
    const failed = await app.http.post('/v1/EventType').set(headers).send(body).expect(503);
    expect(failed.body.ResponseStatus.Message).toMatch(/^The database is read-only now/);
    await app.http.get('/v1/EventType').set(headers).expect(200);
    const { text } = await app.http.get('/metrics').expect(200);
    expect(text).toContain('http_requests_total{route="/v1/EventType",verb="POST",status="503"} 1\n');
    await root.query('SET GLOBAL read_only = 0');
    await sleep(1100);
    await app.http.get('/health/ready').expect(200);
  });
});
