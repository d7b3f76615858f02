import { startApp, type TestApp } from '../support/app/app.js';
import { sheetsOf } from '../support/clients/workbook.js';
import { EventType } from '../../src/modules/eventtypes/event-type.entity.js';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.db.tx(() =>
    app.db.insertAll(EventType, [
      { EventTypeId: 1, EventTypeName: '=1+1', EventCategory: 'Service' },
      { EventTypeId: 2, EventTypeName: '007', EventCategory: 'Outreach' },
      { EventTypeId: 3, EventTypeName: 'Text', EventCategory: 'Outreach' },
    ]),
  );
});
afterAll(() => app.close());

async function call(path: string, request: RequestInit = {}, role: 'Worker' | 'Administrator' = 'Worker') {
  const headers = { ...(request.headers as Record<string, string> | undefined), ...(await app.as(role)) };
  return fetch(app.url + path, { ...request, headers });
}
const sheetOf = async (answer: Response) => sheetsOf(Buffer.from(await answer.arrayBuffer()))[0];

it('a workbook has the rows of the list, and supports list options', async () => {
  const answer = await call('/v1/EventType.xlsx?EventTypeIdIn=1,2,3');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'content-disposition': 'attachment; filename="listEventTypes.xlsx"',
    'cache-control': 'private, no-cache',
  });
  expect(await sheetOf(answer)).toEqual([
    ['EventTypeId', 'EventTypeName', 'EventCategory', 'IsActive'],
    [2, '007', 'Outreach', true],
    [3, 'Text', 'Outreach', true],
    [1, '=1+1', 'Service', true],
  ]);
  const part = 'EventCategory=Outreach&orderByDesc=EventTypeId&fields=EventTypeName,EventTypeId&skip=1&take=5';
  expect(await sheetOf(await call(`/v1/EventType?format=xlsx&${part}`))).toEqual([
    ['EventTypeId', 'EventTypeName'],
    [2, '007'],
  ]);
  expect(await sheetOf(await call('/v1/EventType.xlsx?EventTypeId=9'))).toHaveLength(1);
});

it('a workbook has one row for a single record', async () => {
  const [names, ...rows] = await sheetOf(await call('/v1/Roles/1', { headers: { Accept: type } }));
  expect(names.slice(0, 4)).toEqual(['RoleId', 'TenantId', 'Code', 'Name']);
  expect(rows.map((cells) => cells.slice(0, 4))).toEqual([[1, undefined, 'Worker', 'Worker']]);
});

it('a workbook has an ETag, and HEAD answers only its headers', async () => {
  const { headers } = await call('/v1/EventType.xlsx', { method: 'HEAD' });
  expect(headers.get('content-type')).toBe(type);
  const known = { 'If-None-Match': headers.get('etag')! };
  expect((await call('/v1/EventType.xlsx', { headers: known })).status).toBe(304);
  expect((await call('/v1/EventType.csv', { headers: known })).status).toBe(200);
});

it('a write and its replay can answer with a workbook', async () => {
  const add = (EventTypeName: string) =>
    call(
      '/v1/EventType?format=xlsx',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'workbook' },
        body: JSON.stringify({ EventTypeName, EventCategory: 'Service' }),
      },
      'Administrator',
    );
  const first = await sheetOf(await add('Visit'));
  expect(first[1].slice(1)).toEqual(['Visit', 'Service', true]);
  expect(await sheetOf(await add('Visit'))).toEqual(first);
  const refused = await add('Fax');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([422, 'application/json; charset=utf-8']);
  expect(refused.headers.get('content-disposition')).toBeNull();
});
