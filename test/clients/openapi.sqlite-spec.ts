import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app/app.js';
import { inlined } from '../support/clients/described.js';

const root = join(__dirname, '../..');
const committed = join(root, 'openapi.json');

interface Parameter {
  name: string;
  description?: string;
  example?: unknown;
  schema: { examples?: unknown[]; enum?: unknown[] };
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}
interface RecordSchema {
  properties: Record<string, { type?: string | string[] }>;
  required?: string[];
}

let app: TestApp;
let text: string;
/** The operations with all shared parts that they refer to. */
let paths: (typeof document)['paths'];
let document: {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    parameters: Record<string, Parameter>;
    responses: Record<string, object>;
    schemas: Record<string, RecordSchema>;
  };
};

beforeAll(async () => {
  app = await startApp();
  text = (await app.http.get('/openapi.json').expect(200)).text;
  document = JSON.parse(text) as typeof document;
  paths = inlined(document).paths;
});
afterAll(() => app.close());

it('the document equals openapi.json (npm run openapi updates it)', () => {
  // Compare outside expect(), because a diff of twenty thousand lines is useless.
  expect(text === JSON.stringify(JSON.parse(readFileSync(committed, 'utf8')))).toBe(true);
});

it('the committed document has at most 3.25 KiB for each operation, and the types 2 KiB', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  expect(statSync(committed).size / operations).toBeLessThan(3.25 * 2 ** 10);
  expect(statSync(join(root, 'clients/typescript/schema.d.ts')).size / operations).toBeLessThan(2 * 2 ** 10);
});

it('the names of components differ in more than letter case, dots and hyphens, for generators of types', () => {
  for (const [kind, parts] of Object.entries(document.components)) {
    const names = Object.keys(parts).map((name) => name.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
    expect([kind, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([kind, []]);
  }
});

it('the service serializes the document only once', async () => {
  const written = jest.spyOn(JSON, 'stringify');
  const again = await app.http.get('/openapi.json').expect(200);
  const long = written.mock.results.filter(({ value }) => /^\{"openapi"/.test(String(value)));
  written.mockRestore();
  expect(long).toEqual([]);
  expect(again.text).toBe(text);
});

it('describes the limits with their configured values', async () => {
  const limitsOf = (description: string): Map<string, string> =>
    new Map(
      [...description.matchAll(/^\| (.+?) \| (.+?) \| .+? \|$/gm)].map(([, what, limit]) => [what, limit] as const),
    );
  const byDefault = limitsOf(document.info.description);
  expect(byDefault.get('Body of a request')).toBe('1 MiB');
  expect(byDefault.get('Query parameters')).toBe('200');
  const other = await startApp({
    ...{ BODY_LIMIT: '2097152', BODY_DEPTH: '7', UPLOAD_LIMIT: '5000', HEADER_LIMIT: '32768', HEADERS_TIMEOUT: '3' },
    ...{ REQUEST_TIMEOUT: '20', RESPONSE_TIMEOUT: '25', REQUEST_DEADLINE: '2500ms' },
    ...{ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '70000' },
  });
  const { body } = await other.http.get('/openapi.json').expect(200);
  await other.close();
  const configured = limitsOf((body as typeof document).info.description);
  const changed = [...configured].filter(([what, limit]) => byDefault.get(what) !== limit);
  expect(Object.fromEntries(changed)).toEqual({
    'Body of a request': '2 MiB',
    'Nesting of a JSON body': '7',
    'File of a record set; a row of it': '5,000 bytes; 1 MiB',
    Headers: '32 KiB',
    'Time for the headers; for a request': '3 s; 20 s',
    'Pause while a file is sent': '20 s',
    'Time without reading any part of a response': '25 s',
    'Time for the database to respond': '2.5 s',
    'Requests of a user in a minute': 'any number',
    'Requests of an address in a minute': '70,000',
  });
});

it('names the records that send null, and says how a browser follows the queue', () => {
  const [, named] = /these records send null: (.+?)\./.exec(document.info.description)!;
  const answered = new Set<string>();
  const walk = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (answered.has(name)) continue;
      answered.add(name);
      walk(document.components.schemas[name]);
    }
  };
  for (const item of Object.values(paths)) for (const { responses } of Object.values(item)) walk(responses);
  answered.delete('ResponseStatus');
  const sendsNull = [...answered].filter((name) =>
    JSON.stringify(document.components.schemas[name]).includes('"null"'),
  );
  expect(named.split(', ').sort()).toEqual(sendsNull.sort());
  expect(sendsNull).toContain('Contact');
  const queue = paths['/v1/CustomerCheckins/Queue/{LocationId}'].get.description;
  expect(queue).toContain('EventSource of a browser cannot send `Authorization` or `X-Api-Key`');
});

it('documents the error of a write with an unknown outcome', () => {
  expect(document.components.responses.Failure).toMatchObject({
    content: {
      'application/json': {
        examples: {
          ServiceUnavailable: { value: { ResponseStatus: { Meta: { RequestId: expect.any(String) } } } },
          OutcomeUnknown: {
            summary: expect.stringContaining('503'),
            value: { ResponseStatus: { ErrorCode: 'ServiceUnavailable', Meta: { Outcome: 'Unknown' } } },
          },
        },
      },
    },
  });
});

describe("Spectral's recommended rules", () => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas as never, 'recommended']] });
  const findings = async (subject: object): Promise<string[]> =>
    (await spectral.run(subject as never)).map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);

  it("the document violates none of Spectral's rules", async () => {
    expect(await findings(document)).toEqual([]);
  });

  it('Spectral reports a document that is not OpenAPI 3.1', async () => {
    // A small document is enough to show that the rules check the schema.
    const wrong = { ...document, info: { title: 1 }, paths: {}, components: {} };
    expect(await findings(wrong)).toEqual(expect.arrayContaining([expect.stringMatching(/^oas3-schema info/)]));
  });
});

it('limits every string, and gives every moment a pattern', () => {
  const unbounded: string[] = [];
  let moments = 0;
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, maxLength, pattern, enum: values } = node as Record<string, unknown>;
    if ([type].flat().includes('string') && maxLength === undefined && values === undefined) unbounded.push(path);
    if (String(pattern).startsWith('^\\d{4}-')) moments++;
    for (const [name, value] of Object.entries(node))
      // Maps have no properties; their keys are described.
      if (!['examples', 'example', 'additionalProperties'].includes(name)) walk(value, `${path}.${name}`);
  };
  const { parameters: filters, schemas } = document.components;
  walk({ filters, schemas }, 'components');
  for (const [path, item] of Object.entries(paths))
    for (const [verb, { parameters }] of Object.entries(item)) walk(parameters, `${verb} ${path}`);
  expect(unbounded).toEqual([]);
  expect(moments).toBeGreaterThan(50);
});

it('describes no parameter of a write as a filter, and no format of a file', () => {
  const described = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, { parameters }]) =>
      parameters.map(({ name, description }) => ({ place: `${verb} ${path} ${name}`, description })),
    ),
  );
  const filters = described.filter(({ description }) => description?.startsWith('Only records with'));
  expect(filters.filter(({ place }) => !place.startsWith('get '))).toEqual([]);
  const ofFile = inlined(document).paths['/v1/Files/{AttachmentId}'].get.parameters;
  expect(ofFile.map(({ name }) => name)).toEqual(['AttachmentId', 'If-None-Match']);
});

it('gives every operation a short unique id', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+){0,5}$/.test(id) || id.length > 32)).toEqual([]);
  expect(ids).toEqual(
    expect.arrayContaining(['listContacts', 'summarizeSecurities', 'summarizeOwnSecurities', 'createQuestionsOfLine']),
  );
});

it('requires all fields in responses, and only the necessary ones in requests', () => {
  const { Contact, ContactInput, EventType, EventTypeInput, EventTypeResponse, RolesResponse, LinesResponse } =
    document.components.schemas;
  expect(Contact.required).toEqual(Object.keys(Contact.properties));
  expect(EventTypeResponse.required).toEqual(['ResponseStatus', 'EventType']);
  expect(Object.keys(ContactInput.properties)).toEqual(Object.keys(Contact.properties));
  expect(ContactInput.required).toBeUndefined();
  expect(Contact.properties.Phone.type).toEqual(['string', 'null']);
  // The key of a row is never null.
  expect(Contact.properties.ContactId.type).toBe('integer');
  expect(EventType.properties.IsActive.type).toBe('boolean');
  // A request may unset a field with null, unless the field is required.
  expect(EventTypeInput.properties.IsActive.type).toEqual(['boolean', 'null']);
  expect(EventTypeInput.properties.EventTypeName.type).toBe('string');
  expect(JSON.stringify([RolesResponse, LinesResponse])).not.toContain('Input"');
});

it('lists JSON first, and has one schema for all formats of a record', () => {
  for (const item of Object.values(paths))
    for (const { responses } of Object.values(item)) {
      const { 'application/json': json, ...others } = responses['200'].content ?? {};
      if (!(json as object | undefined)) continue;
      expect(Object.keys(responses['200'].content!)[0]).toBe('application/json');
      for (const { schema } of Object.values(others)) expect(schema).toMatchObject(json.schema);
    }
});

it('describes every operation with its parameters, bodies and responses', () => {
  const fileTypes = ['text/csv', 'application/x-ndjson'];
  const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const answerTypes = ['application/json', 'text/csv', workbook];
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ name: `${verb} ${path}`, operation })),
  );
  expect(operations.length).toBeGreaterThan(40);
  for (const { name, operation } of operations) {
    const { summary, description, parameters, requestBody, responses } = operation;
    const types = Object.keys(responses['200'].content ?? {});
    const isFile = types.includes('application/x-ndjson');
    const isContent = types.includes('application/octet-stream');
    const lacking = [
      ...(summary ? [] : ['summary']),
      ...(description?.includes('Callers:') ? [] : ['callers']),
      ...parameters
        .filter(
          ({ schema, example, description: said }) =>
            !said || (example ?? schema.examples ?? schema.enum) === undefined,
        )
        .map((parameter) => parameter.name),
      ...Object.entries(requestBody?.content ?? {})
        // A form has the fields of the JSON body.
        .filter(([type, { example }]) => example === undefined && !type.endsWith('form-urlencoded'))
        .map(([type]) => type),
      ...['200', '400', 'default'].filter((status) => !(status in responses)),
      ...(isFile ? fileTypes : isContent ? [] : answerTypes).filter((type) => !types.includes(type)),
    ];
    expect({ name, lacking }).toEqual({ name, lacking: [] });
  }
});

it('the page has no demo users unless the database is a demo', async () => {
  const { body } = await app.http.get('/demo-users.json').expect(200);
  expect(body).toEqual({ users: [], password: null });
});
