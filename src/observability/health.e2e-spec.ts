import sql from 'sql-template-tag';
import { startApp } from '../../test/support/app/app.js';
import { version } from '../config/project.js';
import { freshDatabase } from '../../test/support/database/fresh-database.js';
import { Health } from './health.js';

it('shows the version of package.json in /health/live and in the OpenAPI document', async () => {
  const app = await startApp();
  expect((await app.http.get('/health/live').expect(200)).body).toEqual({ status: 'alive', version });
  expect((await app.http.get('/openapi.json').expect(200)).body.info.version).toBe(version);
  await app.close();
});

describe('/health/ready', () => {
  it('reports the database and its migrations in /health/ready', async () => {
    const database = await freshDatabase();
    const first = await startApp({ DATABASE_URL: database.url });
    const ready = await first.http.get('/health/ready').expect(200);
    expect(ready.body).toEqual({ status: 'ready', database: 'up', pendingMigrations: 0 });
    await first.db.tx(() => first.db.execute(sql`DELETE FROM migrations`));
    const second = await startApp({ DATABASE_URL: database.url, MIGRATE_ON_START: 'false' });
    const old = await second.http.get('/health/ready').expect(503);
    expect(old.body.ResponseStatus.Message).toBe('Migrations are pending: run agency migrate.');
    await second.http.get('/health/live').expect(200);
    await second.close();
    await first.close();
    await database.drop();
  });

  it('queries the database for /health/ready at most once a second', async () => {
    const app = await startApp();
    const pings = jest.spyOn(app.db, 'ping');
    const clock = jest.spyOn(performance, 'now');
    clock.mockReturnValue(1e9);
    const ask = () => app.http.get('/health/ready').expect(200);
    const health = app.get(Health);
    // The second call comes before the database has answered the first.
    await Promise.all([health.ready(), health.ready()]);
    await Promise.all([ask(), ask(), ask()]);
    expect(pings).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(1e9 + 1000);
    await ask();
    expect(pings).toHaveBeenCalledTimes(2);
    jest.restoreAllMocks();
    await app.close();
  });
});
