import { setTimeout as sleep } from 'node:timers/promises';
import { ExactDatabase } from '../database/sqlite/sqlite-database.js';
import { startApp, type TestApp } from '../../test/support/app/app.js';

describe('a SQLite database on a full disk', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  it('answers 503 to writes and /health/ready from a full disk until a write succeeds again', async () => {
    const headers = await app.as('Administrator');
    const cached = Reflect.get<ExactDatabase, 'cached'>(ExactDatabase.prototype, 'cached');
    jest.spyOn(ExactDatabase.prototype, 'cached').mockImplementation(function (this: ExactDatabase, text) {
      if (text === 'COMMIT') throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      return cached.call(this, text);
    });
    const body = { EventTypeName: 'Full', EventCategory: 'Internal' };
    const failed = await app.http.post('/v1/EventType').set(headers).send(body).expect(503);
    expect(failed.body.ResponseStatus.Message).toMatch(/^The disk of the database is full: nothing can be changed/);
    // Health caches an answer for a second.
    await sleep(1100);
    const notReady = await app.http.get('/health/ready').expect(503);
    expect(notReady.body.ResponseStatus.Message).toMatch(/^The disk of the database is full/);
    await app.http.get('/v1/EventType').set(headers).expect(200);
    jest.restoreAllMocks();
    await sleep(1100);
    await app.http.get('/health/ready').expect(200);
  });
});
