import sql from 'sql-template-tag';
import { startApp } from '../../test/support/app.js';
import { freshDatabase } from '../../test/support/fresh-database.js';
import { Line } from '../../test/support/line.js';
import { onServer } from '../../test/support/scratch-db.js';

const onMysql = onServer ? it : it.skip;

describe('/health/ready', () => {
  it('knows the database and its migrations', async () => {
    const database = await freshDatabase();
    const first = await startApp({ DATABASE_URL: database.url });
    const ready = await first.http.get('/health/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ready', database: 'up', pendingMigrations: 0 });
    await first.db.tx(() => first.db.execute(sql`DELETE FROM migrations WHERE name LIKE 'Documents%'`));
    const second = await startApp({ DATABASE_URL: database.url, MIGRATE_ON_START: 'false' });
    const old = await second.http.get('/health/ready').expect(503);
    expect(old.body.ResponseStatus.Message).toBe('1 migrations are pending: run agency migrate.');
    await second.http.get('/health/live').expect(200);
    await second.close();
    await first.close();
    await database.drop();
  });

  onMysql('is 503 within the deadline while the server does not answer, and recovers', async () => {
    const database = await freshDatabase();
    const url = new URL(database.url);
    const line = await Line.to({ host: url.hostname, port: Number(url.port) });
    url.port = String(line.port);
    const app = await startApp({ DATABASE_URL: url.toString(), REQUEST_DEADLINE: '1' });
    await app.http.get('/health/ready').expect(200);
    line.fallSilent();
    const from = Date.now();
    const down = await app.http.get('/health/ready').expect(503);
    expect(Date.now() - from).toBeLessThan(1000);
    expect(down.headers['retry-after']).toBeDefined();
    await app.http.get('/health/live').expect(200);
    line.silent = false;
    line.cut();
    await app.http.get('/health/ready').expect(200);
    await app.close();
    await line.close();
    await database.drop();
  });
});
