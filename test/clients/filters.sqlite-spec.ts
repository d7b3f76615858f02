import { startApp, type TestApp } from '../support/app/app.js';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  explode?: boolean;
  schema: { type?: string; format?: string; items?: { type: string }; examples?: unknown[]; maxItems?: number };
}
interface Document {
  paths: Record<string, Record<string, { parameters: Parameter[]; 'x-codeSamples'?: unknown } | undefined>>;
  components: { parameters?: Record<string, Parameter> };
}

let app: TestApp;
let document: Document;
let lists: { path: string; own: Parameter[]; filters: Parameter[] }[];

beforeAll(async () => {
  app = await startApp();
  document = (await app.http.get('/openapi.json').expect(200)).body as Document;
  const filterOf = ({ $ref }: Parameter): Parameter[] =>
    $ref ? [document.components.parameters![$ref.split('/').at(-1)!]] : [];
  lists = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get?.parameters.some(({ name }) => name === 'take')
      ? [{ path, own: get.parameters.filter(({ $ref }) => !$ref), filters: get.parameters.flatMap(filterOf) }]
      : [],
  );
});
afterAll(() => app.close());

function filterOf(path: string, name: string): Parameter | undefined {
  return lists.find((list) => list.path === path)?.filters.find((filter) => filter.name === name);
}

it('describes each suffix of a filter with its type', () => {
  expect(lists.length).toBeGreaterThan(30);
  for (const { filters } of lists) expect(filters.length).toBeGreaterThan(4);
  const typed = ['AgentIdIn', 'AgentIdBetween', 'AgentIdLessThanOrEqualTo', 'NameStartsWith', 'DateOfBirthIsNull'].map(
    (name) => filterOf('/v1/Contacts', name),
  );
  expect(typed).toMatchObject([
    { explode: false, schema: { type: 'array', items: { type: 'integer', format: 'int32' }, maxItems: 500 } },
    { explode: false, schema: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } },
    { schema: { type: 'integer', format: 'int32' } },
    { schema: { type: 'string', maxLength: 1000 } },
    { schema: { type: 'boolean' } },
  ]);
  expect(filterOf('/v1/Contacts', 'AgentIdContains')).toBeUndefined();
  expect(filterOf('/v1/Contacts', 'SSNIn')).toBeUndefined();
});

it('accepts the example of each documented filter', async () => {
  const caller = await app.as('Administrator');
  const refused: string[] = [];
  for (const { path, own, filters } of lists) {
    const known = new Map(own.map(({ name, example }) => [name, encodeURIComponent(String(example))]));
    const required = own.filter((parameter) => parameter.in === 'query' && parameter.required);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known.get(name)!);
    // A request has at most 200 query parameters, and 16 KiB of headers.
    for (let from = 0; from < filters.length; from += 100) {
      const query = new URLSearchParams(
        [...required, ...filters.slice(from, from + 100)].map(
          ({ name, schema, example }) => [name, String(example ?? schema.examples![0])] as [string, string],
        ),
      );
      const { status, body } = await app.http.get(`${filled}?${query.toString()}`).set(caller);
      if (status === 400) refused.push(`${path}: ${body.ResponseStatus.Message}`);
    }
  }
  expect(refused).toEqual([]);
});

it('sends Swagger UI a document without filter suffixes and code samples', async () => {
  const { body, text } = await app.http.get('/docs/openapi.json').expect(200);
  const short = body as Document;
  expect(text.length).toBeLessThan(JSON.stringify(document).length * 0.75);
  expect(short.components.parameters).toBeUndefined();
  expect(Object.keys(short.paths)).toEqual(Object.keys(document.paths));
  const { parameters, 'x-codeSamples': samples } = short.paths['/v1/Contacts'].get!;
  expect(samples).toBeUndefined();
  expect(parameters.map(({ name }) => name)).toEqual(
    document.paths['/v1/Contacts'].get!.parameters.flatMap(({ name, $ref }) => ($ref ? [] : [name])),
  );
});

it('sends Swagger UI each operation with all components that the operation refers to', async () => {
  const { body: whole } = await app.http.get('/docs/openapi.json').expect(200);
  const { paths } = whole as { paths: Record<string, Record<string, { operationId: string }>> };
  for (const [path, item] of Object.entries(paths))
    for (const [verb, operation] of Object.entries(item)) {
      const { body, text } = await app.http.get(`/docs/operations/${operation.operationId}`).expect(200);
      const one = body as { paths: unknown; components: Record<string, Record<string, unknown>> };
      expect(one.paths).toEqual({ [path]: { [verb]: operation } });
      for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
        expect(one.components[kind][name]).toBeDefined();
    }
  await app.http.get('/docs/operations/nothing').expect(404);
});
