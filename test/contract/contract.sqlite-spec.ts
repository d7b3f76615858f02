import { startApp, type TestApp } from '../support/app/app.js';
import { inlined } from '../support/clients/described.js';
import { additions, filled, groups, verbsOf } from './endpoints.js';
import type { Verb } from './group.js';
import { SchemaDifferences, type Schema as JsonSchema } from './schema-differences.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { fieldsOf } from '../../src/record/metadata.js';
import { placeholdersOf } from '../../src/http/endpoint/declaration.js';
import type { Operation } from '../../src/http/endpoint/operation.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('contract', () => {
  interface Content {
    content?: Record<string, { schema: JsonSchema } | undefined>;
  }
  interface Operation {
    parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
    requestBody?: Content;
    responses: Record<string, Content | undefined>;
  }
  interface OpenApi {
    paths: Record<string, Record<string, Operation | undefined> | undefined>;
    components: { schemas: Record<string, JsonSchema> };
  }

  const everyVerb = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const documented = Object.values(groups).flatMap(({ routes }) => Object.keys(routes));
  const paths = [...new Set([...documented, ...Object.keys(additions)])];

  /** The sorted verbs that a path accepts, including OPTIONS, and HEAD if it accepts GET. */
  function allowed(path: string): string[] {
    const verbs: string[] = verbsOf(path);
    return [...verbs, ...(verbs.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
  }
  const listed = (allow: string | undefined): string[] => (allow ?? '').split(/, */).sort();

  let openApi: OpenApi;

  beforeAll(async () => {
    openApi = inlined((await app.http.get('/openapi.json')).body as OpenApi);
  });

  describe.each(paths)('%s', (path) => {
    it.each(everyVerb.filter((verb) => allowed(path).includes(verb)))('the path answers %s', async (verb) => {
      const { status } = await send(verb, filled(path));
      expect([404, 405]).not.toContain(status);
    });

    it.each(everyVerb.filter((verb) => !allowed(path).includes(verb)))('the path refuses %s', async (verb) => {
      const { status, headers, body } = await send(verb, filled(path));
      expect(status).toBe(405);
      expect(listed(headers.allow)).toEqual(allowed(path));
      if (verb !== 'HEAD') expect(body.ResponseStatus.ErrorCode).toBe('MethodNotAllowed');
    });

    it('the path answers OPTIONS without credentials', async () => {
      const { status, headers, text } = await app.http.options(filled(path));
      expect(status).toBe(200);
      expect(text).toBe('');
      expect(listed(headers.allow)).toEqual(allowed(path));
    });

    it('the path matches in any letter case and with a trailing slash', async () => {
      const { status, headers } = await app.http.options(`${filled(path.toLowerCase())}/`);
      expect(status).toBe(200);
      expect(listed(headers.allow)).toEqual(allowed(path));
    });

    it('the document states exactly the verbs of the path', () => {
      const verbs = Object.keys(openApi.paths[path] ?? {}).filter((verb) => verb !== 'parameters');
      const expected = verbsOf(path).map((verb) => verb.toLowerCase());
      expect(verbs.filter((verb) => !['options', 'head'].includes(verb)).sort()).toEqual(expected.sort());
    });
  });

  describe.each(Object.entries(groups))('%s', (_, { routes, request, response, list, bare, files }) => {
    const operations = Object.entries(routes).flatMap(([path, verbs]) =>
      verbs.map((verb) => [verb, path] as [Verb, string]),
    );

    const fileTypes = ['text/csv', 'application/x-ndjson'];
    const uploadTypes = [...fileTypes, 'application/vnd.ms-excel', 'multipart/form-data'];
    const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const answerTypes = ['application/json', 'text/csv', workbook];

    it.each(operations)('%s %s answers the response record, as JSON, CSV and a workbook', (verb, path) => {
      if (files?.sent.includes(verb)) {
        expect(Object.keys(operationOf(verb, path).responses['200']?.content ?? {})).toEqual(
          files.content ? ['application/octet-stream'] : fileTypes,
        );
        return;
      }
      const { content } = operationOf(verb, path).responses['200'] ?? {};
      expect(Object.keys(content ?? {}).slice(0, 3)).toEqual(answerTypes);
      const schema = content?.['application/json']?.schema;
      expect(differences().ofRecord(schema, response, 'response')).toEqual([]);
      expect('ResponseStatus' in response).toBe(!bare);
      if (list) expect(response[list]).toMatch(/^list</);
    });

    const written = operations.filter(([verb]) => verb !== 'GET');
    if (written.length > 0)
      it.each(written)('%s %s accepts the request record', (verb, path) => {
        if (files?.taken.includes(verb)) {
          expect(Object.keys(operationOf(verb, path).requestBody?.content ?? {})).toEqual(
            files.content ? ['application/octet-stream', 'multipart/form-data'] : uploadTypes,
          );
          return;
        }
        const schema = operationOf(verb, path).requestBody?.content?.['application/json']?.schema;
        expect(differences().ofRequest(schema, request, 'request')).toEqual([]);
      });

    it.each(operations)('%s %s documents its placeholders', (verb, path) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operationOf(verb, path).parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(parameters.map(({ name }) => name)).toEqual(names);
      for (const { name, required, schema } of parameters) {
        expect(required).toBe(true);
        // A path parameter is never null, even if the field may be.
        expect(differences().ofField(schema, request[name].replace(/\?$/, ''), name)).toEqual([]);
      }
    });
  });

  it('the document has no other path under /v1 than the contract', () => {
    const under = Object.keys(openApi.paths).filter((path) => path.startsWith('/v1'));
    expect(under.sort()).toEqual([...paths].sort());
  });

  it.each(['/v1', '/v1/Nothing', '/v2/EventType', '/v1/EventType/1/2', '/EventType'])(
    'answers 404 for %s',
    async (path) => {
      for (const verb of everyVerb) expect((await send(verb, path)).status).toBe(404);
    },
  );

  function send(verb: (typeof everyVerb)[number], path: string) {
    return app.http[verb.toLowerCase() as Lowercase<typeof verb>](path);
  }

  function operationOf(verb: Verb, path: string): Operation {
    const operation = openApi.paths[path]?.[verb.toLowerCase()];
    if (!operation) throw new Error(`${verb} ${path} is not documented.`);
    return operation;
  }

  function differences(): SchemaDifferences {
    return new SchemaDifferences(openApi.components.schemas);
  }
});

describe('unknown names', () => {
  let operations: readonly Operation[];
  beforeAll(() => {
    operations = app
      .get(Registry)
      .operations.filter(({ declaration: { verb, file } }) => verb !== 'GET' && file === undefined);
  });

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

  it('rejects unknown names in a body on every added operation, and ignores them elsewhere', async () => {
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
});
