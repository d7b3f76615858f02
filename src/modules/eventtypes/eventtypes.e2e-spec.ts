import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { EventType } from './event-type.entity.js';

let app: TestApp;
let worker: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  worker = await app.as('Worker');
  admin = await app.as('Administrator');
  await app.db.tx(() =>
    app.db.insertAll(EventType, [
      { EventTypeId: 1, EventTypeName: 'Visit', EventCategory: 'Service' },
      { EventTypeId: 2, EventTypeName: 'call', EventCategory: 'Outreach' },
      { EventTypeId: 3, EventTypeName: 'Text', EventCategory: 'Outreach' },
      { EventTypeId: 4, EventTypeName: 'Fax', EventCategory: 'Outreach', IsActive: false },
      { EventTypeId: 5, EventTypeName: 'Text', EventCategory: 'Outreach' },
    ]),
  );
});
afterAll(() => app.close());

const get = (path: string) => app.http.get(path).set(worker);
const ids = (body: { EventType: EventType[] }): number[] => body.EventType.map(({ EventTypeId }) => EventTypeId);

it('lists the active event types by category, name and id, in any letter case', async () => {
  const { body } = await get('/v1/EventType').expect(200);
  expect(ids(body)).toEqual([2, 3, 5, 1]);
  expect(body.EventType[0]).toEqual({
    EventTypeId: 2,
    EventTypeName: 'call',
    EventCategory: 'Outreach',
    IsActive: true,
  });
  expect(Object.keys(body.EventType[0])).toEqual(['EventTypeId', 'EventTypeName', 'EventCategory', 'IsActive']);
  expect(body.ResponseStatus).toEqual({ ErrorCode: null, Message: null, StackTrace: null, Errors: [], Meta: {} });
});

it('lists the active or the inactive event types if the query filters by IsActive', async () => {
  expect(ids((await get('/v1/EventType?IsActive=false')).body)).toEqual([4]);
  expect(ids((await get('/v1/EventType?IsActive=true')).body)).toEqual([2, 3, 5, 1]);
  expect(ids((await get('/v1/EventType?IsActiveIn=true,false')).body)).toEqual([2, 4, 3, 5, 1]);
  const { body } = await get('/v1/EventType?IsActive=2').expect(400);
  expect(body.ResponseStatus.Errors[0]).toMatchObject({ ErrorCode: 'Invalid', FieldName: 'IsActive' });
});

it('reads an event type by its id, active or not', async () => {
  const { body } = await get('/v1/EventType/4').expect(200);
  expect(body.EventType).toEqual([
    { EventTypeId: 4, EventTypeName: 'Fax', EventCategory: 'Outreach', IsActive: false },
  ]);
});

it('answers 404 for an unknown event type', async () => {
  const { body } = await get('/v1/EventType/99').expect(404);
  expect(body.ResponseStatus.ErrorCode).toBe('NotFound');
  expect((await get('/v1/EventType/x').expect(400)).body.ResponseStatus.ErrorCode).toBe('Invalid');
});

it('applies skip, take, fields, orderByDesc and include=total', async () => {
  const { body } = await get('/v1/EventType?orderByDesc=EventTypeName&skip=1&take=2&fields=EventTypeId&include=total');
  expect(body.EventType).toEqual([{ EventTypeId: 3 }, { EventTypeId: 5 }]);
  expect(body.ResponseStatus.Meta).toEqual({ Total: '4' });
  expect((await get('/v1/EventType?orderBy=Nothing').expect(400)).body.ResponseStatus.ErrorCode).toBe('Enum');
});

it.each(['/v1/EventType', '/v1/EventType/1'])('answers %s with 304 if the ETag is current', async (path) => {
  const { headers } = await get(path).expect(200);
  expect(headers.etag).toMatch(/^"[\w-]+-json"$/);
  await get(path).set('If-None-Match', headers.etag).expect(304);
  await get(path).set('If-None-Match', 'W/"other"').expect(200);
});

it('answers CSV with a header row and a file name', async () => {
  const { text, headers } = await get('/v1/EventType.csv').expect(200);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="event-types-\d{4}-\d\d-\d\d\.csv"$/);
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    'EventTypeId,EventTypeName,EventCategory,IsActive',
    '2,call,Outreach,true',
  ]);
});

it('has the columns of CSV in the order of fields, the fields of JSON in the order of the record', async () => {
  const path = '?fields=EventCategory,EventTypeId&EventTypeId=3';
  expect((await get(`/v1/EventType.csv${path}`).expect(200)).text).toBe('EventCategory,EventTypeId\r\nOutreach,3\r\n');
  expect((await get(`/v1/EventType${path}`).expect(200)).text).toContain(
    '[{"EventTypeId":3,"EventCategory":"Outreach"}]',
  );
});

it.each([
  ['orderByDesc=EventCategory&orderBy=EventTypeId', [1, 2, 3, 5]],
  ['orderBy=EventTypeId&orderByDesc=EventCategory', [1, 2, 3, 5]],
  ['orderBy=EventTypeName&orderByDesc=EventTypeId', [2, 5, 3, 1]],
  ['orderByDesc=EventTypeId&orderBy=EventTypeName', [5, 3, 2, 1]],
  ['orderBy=EventCategory,-EventTypeId', [5, 3, 2, 1]],
  ['orderByDesc=EventCategory,-EventTypeId', [1, 2, 3, 5]],
])('orders event types by %s', async (query, expected) => {
  expect(ids((await get(`/v1/EventType?${query}`).expect(200)).body)).toEqual(expected);
});

it.each([
  'EventTypeName=',
  'EventTypeNameIn=&EventTypeIdBetween=&EventTypeIdGreaterThanOrEqualTo=',
  'skip=&take=&orderBy=&orderByDesc=&fields=&include=&format=',
  'IsActive=&EventTypeId=&EventTypeNameIsNull=',
])('ignores filters and options without a value: %s', async (query) => {
  const { text } = await get('/v1/EventType').expect(200);
  expect((await get(`/v1/EventType?${query}`).expect(200)).text).toBe(text);
});

it('rejects a misspelt option even without a value', async () => {
  expect((await get('/v1/EventType?Colour=').expect(400)).body.ResponseStatus.ErrorCode).toBe('Unknown');
});

it.each([
  ['EventTypeName=Text', [3, 5]],
  ['EventTypeNameIn=Text,call', [2, 3, 5]],
  ['EventTypeIdBetween=2,4', [2, 3]],
  ['EventTypeNameStartsWith=CA', [2]],
  ['EventTypeNameContains=T', [3, 5, 1]],
  ['EventTypeIdGreaterThanOrEqualTo=3&EventCategory=Outreach', [3, 5]],
  ['EventTypeIdLessThanOrEqualTo=1', [1]],
  ['EventCategoryIsNull=true', []],
  ['IsActive=false&EventTypeName=Fax', [4]],
  ['EventTypeNameContains=t&orderByDesc=EventTypeId&take=2', [5, 3]],
])('filters event types by %s', async (query, expected) => {
  expect(ids((await get(`/v1/EventType?${query}`).expect(200)).body)).toEqual(expected);
});

it('counts only the filtered event types in Meta.Total', async () => {
  const { body } = await get('/v1/EventType?EventTypeName=Text&take=1&include=total').expect(200);
  expect(body.ResponseStatus.Meta).toMatchObject({ Total: '2' });
});

it('applies filters to an event type read by its id', async () => {
  expect((await get('/v1/EventType/4?EventTypeName=Fax').expect(200)).body.EventType).toHaveLength(1);
  const { body } = await get('/v1/EventType/4?EventTypeName=Text&include=total').expect(200);
  expect(body).toMatchObject({ EventType: [], ResponseStatus: { Meta: { Total: '0' } } });
});

it.each([
  ['EventTypeNam=Text', 'Unknown', 'EventTypeName'],
  ['EventTypeNameContain=Text', 'Unknown', 'EventTypeNameContains'],
  ['skp=1', 'Unknown', 'skip'],
  ['eventtypenamein=Text', 'WrongCase', undefined],
  ['EventTypeIdBetween=2', 'Invalid', undefined],
  ['EventTypeIdIn=1,x', 'Invalid', undefined],
  ['EventTypeIdContains=1', 'Unknown', 'EventTypeNameContains'],
  ['IsActiveIsNull=maybe', 'Invalid', undefined],
  ['IsActiveIsNull=constructor', 'Invalid', undefined],
])('refuses the query %s with 400', async (query, ErrorCode, Nearest) => {
  const { body } = await get(`/v1/EventType?${query}`).expect(400);
  expect(body.ResponseStatus.Errors).toMatchObject([{ ErrorCode, FieldName: query.split('=')[0] }]);
  expect(body.ResponseStatus.Errors[0].Meta?.Nearest).toBe(Nearest);
});

it('ignores the parameters that clients add to every query', async () => {
  await get('/v1/EventType?_=1&_dc=2&jsconfig=eccn&format=json').expect(200);
});

describe('changes of event types', () => {
  const add = (sent: object) => app.http.post('/v1/EventType').set(admin).send(sent);
  const change = (id: number, sent: object) => app.http.put(`/v1/EventType/${id}`).set(admin).send(sent);
  const video = { EventTypeName: 'Video call', EventCategory: 'Service' };
  afterEach(() => app.db.tx(() => app.db.execute(sql`DELETE FROM event_types WHERE EventTypeId > 5`)));

  it('adds an event type, active by default', async () => {
    const { body } = await add(video).expect(200);
    const [{ EventTypeId }] = body.EventType;
    expect(body.EventType).toEqual([{ EventTypeId, ...video, IsActive: true }]);
    expect((await get(`/v1/EventType/${EventTypeId}`).expect(200)).body.EventType).toEqual(body.EventType);
    const hidden = await add({ ...video, EventTypeId: 0, IsActive: false }).expect(200);
    expect(hidden.body.EventType).toMatchObject([{ IsActive: false }]);
  });

  it('trims a category, because the rule of DoNotContact compares it', async () => {
    const { body } = await add({ ...video, EventCategory: ' Outreach\t' }).expect(200);
    const [{ EventTypeId, EventCategory }] = body.EventType as EventType[];
    expect(EventCategory).toBe('Outreach');
    const changed = await change(EventTypeId, { EventCategory: ' Internal ' }).expect(200);
    expect(changed.body.EventType).toMatchObject([{ EventCategory: 'Internal' }]);
    expect(fieldErrors(await change(EventTypeId, { EventCategory: ' ' }).expect(400))).toEqual([
      'EventCategory NotEmpty',
    ]);
  });

  it('adds one event type for two calls with the same Idempotency-Key', async () => {
    const first = await add(video).set('Idempotency-Key', 'video').expect(200);
    expect((await add(video).set('Idempotency-Key', 'video').expect(200)).body).toEqual(first.body);
    const rows = await app.db.all(sql`SELECT 1 AS One FROM event_types WHERE EventTypeName = ${video.EventTypeName}`);
    expect(rows).toHaveLength(1);
  });

  it('names every bad field of a new event type', async () => {
    expect(fieldErrors(await add({ EventTypeId: 9, EventTypeName: '' }).expect(400))).toEqual([
      'EventTypeId Invalid',
      'EventTypeName NotEmpty',
      'EventCategory NotEmpty',
    ]);
    const long = { ...video, EventTypeName: 'x'.repeat(101) };
    expect(fieldErrors(await add(long).expect(400))).toEqual(['EventTypeName Length']);
  });

  it('changes only the fields that you send, and writes an entry into the audit', async () => {
    const [{ EventTypeId }] = (await add(video).expect(200)).body.EventType as EventType[];
    const { body } = await change(EventTypeId, { EventCategory: 'Outreach', EventTypeName: '' }).expect(200);
    expect(body.EventType).toEqual([{ EventTypeId, ...video, EventCategory: 'Outreach', IsActive: true }]);
    const auditRow = await app.db.one<{ Operation: string; Changes: string }>(
      sql`SELECT Operation, Changes FROM audit ORDER BY AuditId DESC LIMIT 1`,
    );
    expect(auditRow?.Operation).toBe('changeEventType');
    expect(JSON.parse(auditRow!.Changes)).toEqual([
      {
        Record: 'EventType',
        Id: String(EventTypeId),
        Action: 'Update',
        Before: { EventCategory: 'Service' },
        After: { EventCategory: 'Outreach' },
      },
    ]);
    await change(99, { IsActive: false }).expect(404);
  });

  it('deactivates an event type, which cannot be removed', async () => {
    const [{ EventTypeId }] = (await add(video).expect(200)).body.EventType as EventType[];
    await change(EventTypeId, { IsActive: false }).expect(200);
    expect(ids((await get('/v1/EventType?IsActive=false')).body)).toEqual([4, EventTypeId]);
    await app.http.delete(`/v1/EventType/${EventTypeId}`).set(admin).expect(405);
  });

  it('refuses changes by callers who are not Administrators', async () => {
    for (const caller of [worker, await app.as('Agent')]) {
      await app.http.post('/v1/EventType').set(caller).send(video).expect(403);
      await app.http.put('/v1/EventType/1').set(caller).send({ IsActive: false }).expect(403);
    }
  });
});
