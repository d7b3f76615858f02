import { placeholdersOf } from '../../src/http/endpoint/declaration.js';
import { startApp, type TestApp } from '../support/app/app.js';
import { inlined, listedFields, type FieldSchema } from '../support/clients/described.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: string | number | boolean;
}
interface Operation {
  parameters: Parameter[];
  responses: Record<string, unknown>;
}
interface Document {
  paths: Record<string, Record<string, Operation | undefined>>;
  components: { schemas: Record<string, FieldSchema>; parameters: Record<string, object> };
}
/** A list of the document, with the fields of its records and its own parameters. */
interface List {
  path: string;
  own: Parameter[];
  fields: [name: string, schema: FieldSchema][];
}

const ranges = ['In', 'Between', 'GreaterThanOrEqualTo', 'LessThanOrEqualTo'];
const ofText = ['StartsWith', 'Contains'];

let app: TestApp;
let document: Document;
let lists: List[];
let caller: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  caller = await app.as('Administrator');
  document = (await app.http.get('/openapi.json').expect(200)).body as Document;
  const { paths, components } = inlined(document);
  lists = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters.some(({ name }) => name === 'filters')
      ? [
          {
            path,
            own: get.parameters.filter(({ name }) => name !== 'filters'),
            fields: Object.entries(listedFields(components.schemas, get.responses)),
          },
        ]
      : [],
  );
});
afterAll(() => app.close());

const typesOf = ({ type }: FieldSchema): unknown[] => [type].flat();
/** Whether the field is text, not a GUID or a date-time, which have a pattern. */
const isText = (schema: FieldSchema): boolean => typesOf(schema).includes('string') && schema.pattern === undefined;
const isEncrypted = (schema: FieldSchema): boolean => schema['x-sealed'] === true;
const isSimple = (schema: FieldSchema): boolean =>
  ['string', 'integer', 'number', 'boolean'].some((type) => typesOf(schema).includes(type));

/** A value of the field's type. */
function valueFor(schema: FieldSchema & { enum?: unknown[] }): string {
  const example = schema.examples?.[0] || schema.enum?.[0];
  // In a query, a comma separates the values of a list.
  if (example !== undefined && example !== '') return `${example as string | number | boolean}`.split(',')[0];
  if (schema.pattern === '^[0-9a-f]{32}$') return '3f2c8a6d4b1e4f7a9c0d5e6b7a8c9d01';
  if (schema.pattern) return '2026-03-02T09:30:00.0000000';
  return typesOf(schema).includes('boolean') ? 'true' : '1';
}

/** The filters of the convention on a field, with a value of the right type. */
function filtersOf(name: string, schema: FieldSchema): [name: string, value: string][] {
  const value = valueFor(schema);
  return [
    [name, value],
    ...[...ranges, ...(isText(schema) ? ofText : [])].map((suffix): [string, string] => [
      name + suffix,
      suffix === 'Between' ? `${value},${value}` : value,
    ]),
    [`${name}IsNull`, 'true'],
  ];
}

async function refusals({ path, own }: List, query: readonly [name: string, value: string][]): Promise<string[]> {
  const exampleOf = (name: string): string =>
    encodeURIComponent(String(own.find((parameter) => parameter.name === name)!.example));
  const filled = placeholdersOf(path).reduce((text, name) => text.replace(`{${name}}`, exampleOf(name)), path);
  const needed = own
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }): [string, string] => [name, String(example)]);
  const { status, body } = await app.http
    .get(`${filled}?${String(new URLSearchParams([...needed, ...query]))}`)
    .set(caller);
  if (status !== 400) return [];
  const { Errors } = body.ResponseStatus as { Errors: { FieldName: string; ErrorCode: string }[] };
  return Errors.map(({ FieldName, ErrorCode }) => `${path}: ${FieldName} ${ErrorCode}`);
}

it('describes the filters of all lists by one parameter', () => {
  expect(lists.length).toBeGreaterThan(70);
  expect(document.components.parameters.filters).toMatchObject({
    ...{ in: 'query', style: 'form', explode: true },
    schema: { type: 'object' },
  });
  for (const [path, { get }] of Object.entries(document.paths)) {
    const names = (get?.parameters ?? []) as { $ref?: string }[];
    const isList = names.some(({ $ref }) => $ref === '#/components/parameters/take');
    expect([path, names.some(({ $ref }) => $ref === '#/components/parameters/filters')]).toEqual([path, isList]);
    expect([path, names.length < 20]).toEqual([path, true]);
  }
});

it('marks the encrypted fields, which take no filter', () => {
  const marked = Object.entries(document.components.schemas).flatMap(([record, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, schema]) => (isEncrypted(schema) ? [`${record}.${name}`] : [])),
  );
  expect(marked.filter((name) => !/Input|Change|Written/.test(name)).sort()).toEqual([
    ...['Activity.Note', 'Agent.SSN', 'AgentProfile.SSN', 'Appointment.Note', 'Contact.SSN'],
  ]);
});

it('every list accepts every filter that follows from the fields of its record', async () => {
  const refused: string[] = [];
  let tried = 0;
  for (const list of lists) {
    const own = new Set(list.own.map(({ name }) => name));
    const filters = list.fields
      .filter(([, schema]) => isSimple(schema) && !isEncrypted(schema))
      .flatMap(([name, schema]) => filtersOf(name, schema))
      .filter(([name]) => !own.has(name));
    expect([list.path, filters.length > 4]).toEqual([list.path, true]);
    tried += filters.length;
    // A request has at most 200 query parameters, and 16 KiB of headers.
    for (let from = 0; from < filters.length; from += 100)
      refused.push(...(await refusals(list, filters.slice(from, from + 100))));
  }
  expect(refused).toEqual([]);
  expect(tried).toBeGreaterThan(5000);
});

it('every list refuses names that are no filters, and values of another type', async () => {
  const accepted: string[] = [];
  for (const list of lists) {
    const wrong = list.fields.flatMap(([name, schema]) => {
      if (!isSimple(schema) || isEncrypted(schema)) return [`${name}In`];
      return isText(schema) ? [`${name}Like`] : [`${name}Contains`];
    });
    const isFilter = ([, schema]: List['fields'][number]): boolean => isSimple(schema) && !isEncrypted(schema);
    const own = new Set([...list.fields.filter(isFilter).map(([name]) => name), ...list.own.map(({ name }) => name)]);
    const names = wrong.filter((name) => !own.has(name)).slice(0, 100);
    const unknown = new Set(
      await refusals(
        list,
        names.map((name) => [name, '1']),
      ),
    );
    accepted.push(...names.map((name) => `${list.path}: ${name} Unknown`).filter((error) => !unknown.has(error)));
    const typed = list.fields.filter(([name, schema]) => isSimple(schema) && !isText(schema) && !own.has(`${name}In`));
    const invalid = await refusals(
      list,
      typed.map(([name]) => [`${name}In`, 'x y']),
    );
    if (invalid.length !== typed.length)
      accepted.push(`${list.path}: ${invalid.length} of ${typed.length} typed filters`);
  }
  expect(accepted).toEqual([]);
});
