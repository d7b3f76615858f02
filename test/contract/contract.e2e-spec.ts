import { startApp, type TestApp } from '../support/app/app.js';
import { inlined } from '../support/clients/described.js';
import { additions, filled, groups, verbsOf } from './endpoints.js';
import type { Verb } from './group.js';
import { SchemaDifferences, type Schema } from './schema-differences.js';

interface Content {
  content?: Record<string, { schema: Schema } | undefined>;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content | undefined>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation | undefined> | undefined>;
  components: { schemas: Record<string, Schema> };
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

let app: TestApp;
let openApi: OpenApi;

beforeAll(async () => {
  app = await startApp();
  openApi = inlined((await app.http.get('/openapi.json')).body as OpenApi);
});
afterAll(() => app.close());

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
          files.content ? ['application/octet-stream', 'text/plain', 'multipart/form-data'] : uploadTypes,
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
