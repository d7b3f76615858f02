import { placeholdersOf } from '../../src/http/endpoint/declaration.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { fieldsOf } from '../../src/record/metadata.js';
import { startApp, type TestApp } from '../support/app/app.js';

let app: TestApp;
let operations: readonly Operation[];
beforeAll(async () => {
  app = await startApp();
  operations = app
    .get(Registry)
    .operations.filter(({ declaration: { verb, file } }) => verb !== 'GET' && file === undefined);
});
afterAll(() => app.close());

type Answer = { body: { ResponseStatus?: { Errors: { FieldName: string; ErrorCode: string; Meta?: object }[] } } };
const unknownIn = ({ body }: Answer): string[] =>
  (body.ResponseStatus?.Errors ?? [])
    .filter(({ ErrorCode }) => ErrorCode === 'Unknown')
    .map(({ FieldName }) => FieldName);

const sent = async ({ paths: [path], declaration }: Operation, body: object): Promise<Answer> => {
  const target = placeholdersOf(path).reduce((text, name) => text.replace(`{${name}}`, '77'), path);
  const verb = declaration.verb.toLowerCase() as 'post' | 'put' | 'delete';
  return app.http[verb](target)
    .set(await app.as('Administrator'))
    .send(body);
};

it('rejects unknown names in a body on every added operation, and ignores them on those of the interface', async () => {
  const refusing: string[] = [];
  const ignoring: string[] = [];
  for (const operation of operations) {
    if (operation.name === 'logout') continue;
    const found = unknownIn(await sent(operation, { Nonsense: 1 }));
    (found.includes('Nonsense') ? refusing : ignoring).push(operation.name);
  }
  const ofInterface = operations.filter(({ group }) => !group.companion && group.order > 0);
  expect(ignoring).toEqual(ofInterface.map(({ name }) => name));
  expect(refusing.length).toBeGreaterThan(40);
});

it('rejects unknown names in the lists and records of a body on every added operation', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const operation of operations.filter(({ declaration }) => declaration.request)) {
    const { companion, order } = operation.group;
    for (const { name, type } of fieldsOf(operation.declaration.request!)) {
      if (!(type.record ?? type.item?.record)) continue;
      tried++;
      const body = { [name]: type.item ? [{ Nonsense: 1 }] : { Nonsense: 1 } };
      const found = unknownIn(await sent(operation, body));
      const isRefused = found.includes(type.item ? `${name}[0].Nonsense` : `${name}.Nonsense`);
      if (isRefused !== (companion === true || order === 0)) wrong.push(`${operation.name} ${name}: ${found.join()}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(10);
});

it('suggests a known name for each of the first three unknown names', async () => {
  const users = `/v1/Users/${await app.userOf('Agent')}`;
  const post = async (path: string, body: object) =>
    app.http
      .post(path)
      .set(await app.as('Administrator'))
      .send(body);
  const key = await post(`${users}/ApiKeys`, { ForAdministrator: true, Scopes: 'checkins', Expires: '2099-01-01' });
  expect([key.status, key.body.ResponseStatus.Errors]).toEqual([
    400,
    [
      expect.objectContaining({ FieldName: 'Scopes', ErrorCode: 'Unknown', Meta: { Nearest: 'Scope' } }),
      expect.objectContaining({ FieldName: 'Expires', ErrorCode: 'Unknown', Meta: { Nearest: 'ExpiresAt' } }),
    ],
  ]);
  const list = await app.http.get(`${users}/ApiKeys`).set(await app.as('Administrator'));
  expect(list.body.ApiKeys).toEqual([]);
  const many = await post('/v1/Auth/Logout', Object.fromEntries([1, 2, 3, 4].map((at) => [`ResponseStatu${at}`, 1])));
  const errors = (many as Answer).body.ResponseStatus!.Errors;
  expect(errors.map(({ Meta = {} }) => Object.keys(Meta))).toEqual([['Nearest'], ['Nearest'], ['Nearest'], []]);
});

it('rejects unknown names in a list or record of a body, and accepts a record that a client sends back', async () => {
  const admin = await app.as('Administrator');
  const put = (path: string, body: object) => app.http.put(path).set(admin).send(body);
  const survey = { Title: 'How was it?', Questions: [{ Text: 'Well?', Kind: 'text', Requird: true }] };
  const refused = await app.http.post('/v1/Surveys').set(admin).send(survey);
  expect(unknownIn(refused)).toEqual(['Questions[0].Requird']);
  const { body } = await app.http.get('/v1/Users').set(admin).expect(200);
  const [user] = body.Users;
  await put(`/v1/Users/${user.UserId}`, { ...user, ResponseStatus: body.ResponseStatus }).expect(200);
  expect(unknownIn(await put(`/v1/Users/${user.UserId}`, body))).toEqual(['Users']);
  const transfer = { agent: { AgentId: 1 }, Contacts: [{ ContactId: 1, Name: 'as answered', Nmae: 'x' }] };
  const transferred = await app.http.post('/v1/Contacts/Transfer').set(admin).send(transfer);
  expect(unknownIn(transferred)).toContain('Contacts[0].Nmae');
  expect(unknownIn(transferred)).not.toContain('Contacts[0].Name');
});

it('documents a strict body with additionalProperties: false, unless the interface uses its record too', async () => {
  const { body } = await app.http.get('/openapi.json').expect(200);
  const { schemas } = body.components as { schemas: Record<string, { additionalProperties?: boolean }> };
  expect(schemas.NewKey.additionalProperties).toBe(false);
  expect(schemas.WrittenUser.additionalProperties).toBe(false);
  expect(schemas.ListedUser).not.toHaveProperty('additionalProperties');
  expect(schemas.CustomerCheckins).not.toHaveProperty('additionalProperties');
});
