import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { listOptionNames, mostTaken } from '../record/list-options.js';
import type { Class, Schema } from '../record/kinds.js';
import { fieldsOf, type Field } from '../record/metadata.js';
import { ResponseStatus } from '../record/response-status.js';
import { fieldSchema, recordSchema, recordsUnder } from '../record/schema.js';
import type { Access } from './endpoint.js';
import { failureResponses } from './failure-responses.js';
import { Registry, type Operation, type PathMatch } from './registry.js';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every declared operation. */
@Injectable()
export class OpenApi {
  private made?: Json;

  constructor(
    private readonly registry: Registry,
    private readonly config: Config,
  ) {}

  document(): Json {
    this.made ??= this.build();
    return this.made;
  }

  private build(): Json {
    const records = new Map<string, Class>();
    recordsUnder(ResponseStatus, records);
    const paths = Object.fromEntries(
      this.registry.paths().map((path) => [path.template, this.pathItem(path, records)]),
    );
    const resources = new Map(this.registry.operations.map(({ resource }) => [resource.name, resource]));
    return {
      openapi: '3.1.0',
      info: {
        title: 'Agency Operations Service',
        version: '1.0.0',
        description: this.description(),
        contact: { name: 'The service’s operators' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: [...resources.values()].map(({ name, title }) => ({ name, description: title })),
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The BearerToken of `POST /v1/Auth/Login`.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'Acts as the user who owns the key.',
          },
        },
        schemas: {
          ...Object.fromEntries([...records].map(([name, record]) => [name, recordSchema(record)])),
          Failure: {
            type: 'object',
            required: ['ResponseStatus'],
            properties: { ResponseStatus: { $ref: '#/components/schemas/ResponseStatus' } },
          },
        },
      },
    };
  }

  private pathItem({ template, operations }: PathMatch, records: Map<string, Class>): Json {
    const item: Json = {};
    for (const [verb, operation] of operations) item[verb.toLowerCase()] = describe(operation, template, records);
    return item;
  }

  private description(): string {
    const { bodyLimit, bodyDepth, headerLimit, headersTimeout, requestTimeout, databaseDeadline } = this.config;
    return [
      'HTTP backend of an agency and customer-management platform.',
      '',
      'Answers are JSON, or CSV by a `.csv` suffix, `?format=csv` or `Accept: text/csv`. Every failure answers JSON with a `ResponseStatus`.',
      '`OPTIONS` on every path answers its verbs; `HEAD` works wherever `GET` does.',
      'A list is complete unless `skip` and `take` say otherwise. `Idempotency-Key` on POST, PUT and DELETE makes a retry safe for 24 hours.',
      '',
      `Limits: bodies ${bodyLimit} bytes, nested ${bodyDepth} deep; headers ${headerLimit} bytes, within ${headersTimeout / 1000} s; ` +
        `a request within ${requestTimeout / 1000} s; the database within ${databaseDeadline / 1000} s; lists in a request 500 items.`,
    ].join('\n');
  }
}

function describe(operation: Operation, template: string, records: Map<string, Class>): Json {
  const { declaration, resource, access } = operation;
  const { verb, request, response } = declaration;
  recordsUnder(declaration.bare ? operation.list!.record : response, records);
  if (request && verb !== 'GET') recordsUnder(request, records);
  return {
    operationId: operationId(operation, template),
    tags: [resource.name],
    summary: declaration.summary,
    description: [declaration.description, `Callers: ${callers(access)}.`].filter(Boolean).join('\n\n'),
    ...(access === 'open' && { security: [] }),
    parameters: parameters(operation, template),
    ...(request && verb !== 'GET' && { requestBody: requestBody(declaration.request!, declaration.example) }),
    responses: { 200: success(operation), ...failureResponses(operation) },
  };
}

/** Unique for every path of an operation: its name, and the placeholders of its further paths. */
export function operationId({ name, paths }: Operation, template: string): string {
  if (template === paths[0]) return name;
  return `${name}By${[...template.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder).join('And')}`;
}

function callers(access: Access | undefined): string {
  if (access === 'open') return 'anybody';
  if (access === 'authenticated') return 'any authenticated caller';
  return (access ?? []).join(', ');
}

function parameters({ declaration, list, hasStatus }: Operation, template: string): Json[] {
  const { request, query, verb } = declaration;
  const placeholders = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const scalars = (record: Class | undefined): Field[] =>
    record ? fieldsOf(record).filter(({ kind }) => !['nested', 'map'].includes((kind.item ?? kind).name)) : [];
  const fields = scalars(request);
  const inPath = placeholders.map((name) =>
    parameter(
      fields.find((field) => field.name === name)!,
      'path',
    ),
  );
  const inQuery = [...(verb === 'GET' ? fields : []), ...scalars(query)].filter(
    ({ name }) => !placeholders.includes(name),
  );
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes a retry safe: the same key with the same request answers the first answer again, for 24 hours.',
    schema: { type: 'string', maxLength: 255 },
  };
  return [
    ...inPath,
    ...inQuery.map((field) => parameter(field, 'query')),
    ...(list && hasStatus ? listParameters(list.record) : []),
    {
      name: 'format',
      in: 'query',
      description: 'Format of the answer; a `.csv` suffix on the path or `Accept` do the same.',
      schema: { type: 'string', enum: ['json', 'csv'] },
    },
    ...(verb !== 'GET' && declaration.transaction !== false ? [header] : []),
  ];
}

function parameter(field: Field, place: 'path' | 'query'): Json {
  const { description, examples, ...schema } = fieldSchema(field);
  const example = (examples as unknown[] | undefined)?.[0];
  return {
    name: field.name,
    in: place,
    ...(place === 'path' && { required: true }),
    description: description ?? `${field.name} of the record.`,
    schema,
    ...(field.kind.name === 'list' && { explode: false }),
    ...(example !== undefined && { example }),
  };
}

function listParameters(record: Class): Json[] {
  const names = fieldsOf(record).map(({ name }) => name);
  const described: Record<(typeof listOptionNames)[number], Json> = {
    skip: { description: 'How many records to leave out at the start.', schema: { type: 'integer', minimum: 0 } },
    take: {
      description: 'How many records to send at the most.',
      schema: { type: 'integer', minimum: 1, maximum: mostTaken },
    },
    orderBy: { description: 'Fields to order by, comma-separated.', schema: { type: 'string' }, example: names[0] },
    orderByDesc: {
      description: 'Fields to order by, descending, comma-separated.',
      schema: { type: 'string' },
      example: names[0],
    },
    fields: {
      description: 'The fields to send, comma-separated.',
      schema: { type: 'string' },
      example: names.slice(0, 2).join(','),
    },
    include: {
      description: '`total` puts the number of all records into ResponseStatus.Meta.Total.',
      schema: { type: 'string', enum: ['total'] },
    },
  };
  return listOptionNames.map((name) => ({ name, in: 'query', ...described[name] }));
}

function requestBody(record: Class, example: unknown): Json {
  const schema = { $ref: `#/components/schemas/${record.name}` };
  const content: Schema = { schema, ...(example !== undefined && { example }) };
  return { required: false, content: { 'application/json': content, 'application/x-www-form-urlencoded': { schema } } };
}

function success({ declaration, list }: Operation): Json {
  const rows = list?.record ?? declaration.response;
  const reference = { $ref: `#/components/schemas/${declaration.bare ? rows.name : declaration.response.name}` };
  return {
    description: 'It succeeded.',
    headers: {
      'X-Request-Id': { description: 'The correlation id.', schema: { type: 'string' } },
      ...(declaration.etag && {
        ETag: { description: 'Answer `If-None-Match` with it for a 304.', schema: { type: 'string' } },
      }),
    },
    content: {
      'application/json': { schema: declaration.bare ? { type: 'array', items: reference } : reference },
      'text/csv': {
        schema: { type: 'string' },
        example: `${fieldsOf(rows)
          .map(({ name }) => name)
          .filter((name) => name !== 'ResponseStatus')
          .join(',')}\r\n`,
      },
    },
  };
}
