import { startApp, type TestApp } from '../../../test/support/app/app.js';

const names = ['Call', 'Call, back', 'Lunch "out"', 'Tea', 'Café, späti', "It's, so", 'x,y,z', ',', '6" pipe'];

let app: TestApp;
let worker: { Authorization: string };
beforeAll(async () => {
  app = await startApp();
  worker = await app.as('Worker');
  const admin = await app.as('Administrator');
  for (const EventTypeName of names)
    await app.http.post('/v1/EventType').set(admin).send({ EventTypeName, EventCategory: 'Meeting' }).expect(200);
});
afterAll(() => app.close());

const list = (query: string) => app.http.get(`/v1/EventType?orderBy=EventTypeId&${query}`).set(worker);

it.each<[query: string, found: string[]]>([
  ['EventTypeNameIn="Call, back",Tea', ['Call, back', 'Tea']],
  ['EventTypeNameIn=Tea, "Call, back" ', ['Call, back', 'Tea']],
  ['EventTypeNameIn="Call","Tea"', ['Call', 'Tea']],
  ['EventTypeNameIn=Call,Tea', ['Call', 'Tea']],
  ['EventTypeNameIn=Call&EventTypeNameIn=Tea', ['Call', 'Tea']],
  ['EventTypeNameIn="Call, back"&EventTypeNameIn="x,y,z",Tea', ['Call, back', 'Tea', 'x,y,z']],
  ['EventTypeNameIn="Lunch ""out"""', ['Lunch "out"']],
  ['EventTypeNameIn=Lunch "out"', ['Lunch "out"']],
  ['EventTypeNameIn=6" pipe,Tea', ['Tea', '6" pipe']],
  ['EventTypeNameIn=","', [',']],
  ['EventTypeNameIn="It\'s, so",Tea', ['Tea', "It's, so"]],
  ['EventTypeNameIn="Café, späti"', ['Café, späti']],
  ['EventTypeNameIn="Nothing, at all"', []],
  ['EventTypeNameIn="Call",,Tea', ['Call', 'Tea']],
  ['EventTypeNameBetween="Call, back","Call, back"', ['Call, back']],
  ['EventTypeNameBetween="x,y,z",xz', ['x,y,z']],
  ['EventTypeName=Call, back', ['Call, back']],
  ['EventTypeIdIn="1","2"', ['Call', 'Call, back']],
  ['EventTypeIdIn=1&EventTypeIdIn=2,"3"', ['Call', 'Call, back', 'Lunch "out"']],
  ['EventTypeIdBetween="1","2"', ['Call', 'Call, back']],
])('the filter %s finds %j', async (query, found) => {
  const { body } = await list(encodeURI(query)).expect(200);
  expect(body.EventType.map((row: { EventTypeName: string }) => row.EventTypeName)).toEqual(found);
});

it.each([
  ['EventTypeNameIn="Call, back', 'with each opened quote closed'],
  ['EventTypeNameBetween=Call,"Tea', 'with each opened quote closed'],
  ['EventTypeNameBetween="Call, back"', 'must be two values'],
  ['EventTypeNameBetween=Call, back,Tea', 'must be two values'],
  ['EventTypeNameBetween=a,b&EventTypeNameBetween=c,d', 'more than once'],
])('refuses %s', async (query, told) => {
  const { body } = await list(encodeURI(query)).expect(400);
  expect(body.ResponseStatus.Message).toContain(told);
});
