import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';

const root = join(__dirname, '../..');
const committed = join(root, 'openapi.json');

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters: {
    name: string;
    description?: string;
    example?: unknown;
    schema: { examples?: unknown[]; enum?: unknown[] };
  }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}
interface RecordSchema {
  properties: Record<string, { type?: string | string[] }>;
  required?: string[];
}

let app: TestApp;
let text: string;
let document: {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, object>; schemas: Record<string, RecordSchema> };
};

beforeAll(async () => {
  app = await startApp();
  text = (await app.http.get('/openapi.json').expect(200)).text;
  document = JSON.parse(text) as typeof document;
});
afterAll(() => app.close());

it('is the committed one (npm run openapi writes it)', () => {
  expect(`${text}\n`).toBe(readFileSync(committed, 'utf8'));
});

it('is written once, however often it is asked for', async () => {
  const written = jest.spyOn(JSON, 'stringify');
  const again = await app.http.get('/openapi.json').expect(200);
  const long = written.mock.results.filter(({ value }) => String(value).length > 100_000);
  written.mockRestore();
  expect(long).toEqual([]);
  expect(again.text).toBe(text);
});

it('tells the failure after which nobody knows whether the change is done', () => {
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

  it('find nothing wrong', async () => {
    expect(await findings(document)).toEqual([]);
  });

  it('hold the document against the schema of OpenAPI 3.1', async () => {
    const wrong = { ...document, info: { title: 1 } };
    expect(await findings(wrong)).toEqual(expect.arrayContaining([expect.stringMatching(/^oas3-schema info/)]));
  });
});

it('bounds every string of a record and of a parameter, and gives every moment its form', () => {
  const unbounded: string[] = [];
  let moments = 0;
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, maxLength, pattern, enum: values } = node as Record<string, unknown>;
    if ([type].flat().includes('string') && maxLength === undefined && values === undefined) unbounded.push(path);
    if (String(pattern).startsWith('^\\d{4}-')) moments++;
    for (const [name, value] of Object.entries(node))
      // What a map holds is told by its keys.
      if (!['examples', 'example', 'additionalProperties'].includes(name)) walk(value, `${path}.${name}`);
  };
  const { schemas } = document.components;
  walk(schemas, 'schemas');
  for (const [path, item] of Object.entries(document.paths))
    for (const [verb, { parameters }] of Object.entries(item)) walk(parameters, `${verb} ${path}`);
  expect(unbounded).toEqual([]);
  expect(moments).toBeGreaterThan(50);
});

it('names every operation by a short id of its own', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+){0,5}$/.test(id) || id.length > 32)).toEqual([]);
  expect(ids).toEqual(
    expect.arrayContaining(['listContacts', 'summarizeSecurities', 'summarizeOwnSecurities', 'createQuestionsOfLine']),
  );
});

it('answers records with all of their fields, and takes what of them is sent', () => {
  const { Contact, ContactInput, EventType, EventTypeInput, EventTypeResponse, RolesResponse, LinesResponse } =
    document.components.schemas;
  expect(Contact.required).toEqual(Object.keys(Contact.properties));
  expect(EventTypeResponse.required).toEqual(['ResponseStatus', 'EventType']);
  expect(Object.keys(ContactInput.properties)).toEqual(Object.keys(Contact.properties));
  expect(ContactInput.required).toBeUndefined();
  expect(Contact.properties.Phone.type).toEqual(['string', 'null']);
  expect(EventType.properties.IsActive.type).toBe('boolean');
  // null makes unset, other than what must be set.
  expect(EventTypeInput.properties.IsActive.type).toEqual(['boolean', 'null']);
  expect(EventTypeInput.properties.EventTypeName.type).toBe('string');
  expect(JSON.stringify([RolesResponse, LinesResponse])).not.toContain('Input"');
});

it('has JSON as the first form of an answer, and one schema for all forms of a record', () => {
  for (const item of Object.values(document.paths))
    for (const { responses } of Object.values(item)) {
      const { 'application/json': json, ...others } = responses['200'].content ?? {};
      if (!(json as object | undefined)) continue;
      expect(Object.keys(responses['200'].content!)[0]).toBe('application/json');
      for (const { schema } of Object.values(others)) expect(schema).toMatchObject(json.schema);
    }
});

it('describes every operation, its parameters, bodies and answers', () => {
  const fileTypes = ['text/csv', 'application/x-ndjson'];
  const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const answerTypes = ['application/json', 'text/csv', workbook];
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ name: `${verb} ${path}`, operation })),
  );
  expect(operations.length).toBeGreaterThan(40);
  for (const { name, operation } of operations) {
    const { summary, description, parameters, requestBody, responses } = operation;
    const isFile = 'application/x-ndjson' in (responses['200'].content ?? {});
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
        .filter(([, { example }]) => example === undefined)
        .map(([type]) => type),
      ...['200', '400', 'default'].filter((status) => !(status in responses)),
      ...(isFile ? fileTypes : answerTypes).filter((type) => !(type in (responses['200'].content ?? {}))),
    ];
    expect({ name, lacking }).toEqual({ name, lacking: [] });
  }
});

it('stands on a page that offers no users on a database that is no demo', async () => {
  const { body } = await app.http.get('/docs/demo-users.json').expect(200);
  expect(body).toEqual({ users: [], password: null });
});
