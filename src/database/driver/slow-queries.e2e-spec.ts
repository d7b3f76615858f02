import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { SlowQueries, type SlowQuery } from './slow-queries.js';

let app: TestApp;
let reported: SlowQuery[] = [];

afterEach(() => app.close());

async function startWith(SLOW_QUERY: string): Promise<void> {
  app = await startApp({ SLOW_QUERY });
  app.get(SlowQueries).listener = (query) => reported.push(query);
  reported = [];
}

describe('slow statements', () => {
  it('logs slow statements with text, operation and request id, and without values', async () => {
    await startWith('0');
    const headers = await app.as('Administrator');
    reported = [];
    await app.http.get('/v1/EventType/4711').set(headers).set('X-Request-Id', 'request-4711').expect(404);
    const query = reported.find((line) => line.sql.includes('event_types'));
    expect(query).toMatchObject({ operation: 'readEventType', requestId: 'request-4711' });
    expect(query!.milliseconds).toBeGreaterThanOrEqual(0);
    expect(query!.sql).toContain('?');
    expect(query!.sql).not.toContain('4711');
    await app.http.get('/v1/EventType').set(headers).expect(200);
    expect(
      reported.filter((line) => line.operation === 'listEventTypes' && line.sql.includes('event_types')),
    ).toHaveLength(1);
    reported = [];
    const filters = { EventTypeNameContains: 'secret 4711', take: 1, _: 'later' };
    await app.http.get('/v1/EventType').query(filters).set(headers).expect(200);
    const filtered = reported.find((line) => line.operation === 'listEventTypes' && line.sql.includes('event_types'));
    expect(filtered).toMatchObject({ filters: ['EventTypeNameContains', 'take'] });
    expect(JSON.stringify(reported)).not.toContain('4711');
    await app.db.tx(() => app.db.execute(sql`DELETE FROM event_types WHERE EventTypeId = ${1}`));
    expect(reported.slice(-3).map((line) => line.sql)).toEqual([
      'BEGIN',
      'DELETE FROM event_types WHERE EventTypeId = ?',
      'COMMIT',
    ]);
  });

  it('logs no statement that took less than SLOW_QUERY', async () => {
    await startWith('60');
    await app.db.all(sql`SELECT 1 AS One`);
    expect(reported).toEqual([]);
  });
});
