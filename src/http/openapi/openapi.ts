import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { version } from '../../config/project.js';
import { csvWriter } from '../../record/writers/csv.js';
import { Problem, type Class } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { ResponseStatus } from '../../record/response-status.js';
import { exampleOf, recordSchema, recordsUnder } from '../../record/schema.js';
import type { Access, EndpointDeclaration } from '../endpoint/declaration.js';
import { commonFailures, failureResponses, headers, responseHeaders } from './failure-responses.js';
import { described, grouped, tagOf } from './tags.js';
import { parameters, placeholdersOf } from './openapi-parameters.js';
import { fileTypes } from '../endpoint/body/files.js';
import type { Operation, PathMatch } from '../endpoint/operation.js';
import { Registry } from '../endpoint/registry.js';
import { mediaType } from '../endpoint/format.js';

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
    const { operations } = this.registry;
    const responses = new Map<string, Json>();
    const paths = Object.fromEntries(
      this.registry.paths().map((path) => [path.template, pathItem(path, operations, responses)]),
    );
    const resources = [...new Map(operations.map(({ resource }) => [resource.name, resource])).values()];
    return {
      openapi: '3.1.0',
      info: {
        title: 'Agency Operations Service',
        version,
        description: this.description(),
        contact: { name: 'The operators of this service' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: resources.map(described),
      'x-tagGroups': grouped(resources),
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'The BearerToken of `POST /v1/Auth/Login`. It is good for 15 minutes; `POST /v1/Auth/Refresh` renews it.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'Acts as the user who owns the key.',
          },
        },
        headers: responseHeaders,
        responses: Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
        schemas: schemas(operations),
      },
    };
  }

  private description(): string {
    const { bodyLimit, bodyDepth, headerLimit, headersTimeout, requestTimeout, databaseDeadline } = this.config;
    return `HTTP backend of an agency and customer-management platform.

**Signing in.** \`POST /v1/Auth/Login\` gives a bearer token; an API key in \`X-Api-Key\` does without. A route tells \
who may call it.

**Formats.** Answers are JSON, or CSV by a \`.csv\` suffix on the path, \`?format=csv\` or \`Accept: text/csv\`, \
or a workbook for spreadsheets likewise by \`xlsx\` or its media type: the rows of CSV, with numbers, dates (UTC) and \
booleans as such.
Bodies are JSON or forms.
A failure always answers JSON with a \`ResponseStatus\`: its ErrorCode, a Message, and one entry of Errors for each \
bad field.

**Values.** GUIDs are sent as 32 lower-case hex digits and taken with hyphens or braces too; unset they are 32 zeros. \
Date-times are sent in
UTC as \`yyyy-MM-ddTHH:mm:ss.fffffffZ\` and taken in any ISO 8601 form or as \`/Date(ms)/\`, a date alone as
midnight of the business's time zone; unset they are \`0001-01-01T00:00:00.0000000\`. An unset string is empty.
int64 and decimal are exact. Field names are case-sensitive. An absent field stays as it is, or takes its default in a \
new record; null makes it unset,
and an update leaves a required field as it is.
Strings are measured in code points.

**Lists** are complete unless \`skip\` and \`take\` say otherwise, and in a stable order. Every GET of a list can be \
filtered by
any simple field of its records: \`Field=\`, \`FieldIn=a,b\`, \`FieldBetween=a,b\`, \
\`FieldGreaterThanOrEqualTo=\`, \`FieldLessThanOrEqualTo=\`,
\`FieldIsNull=true|false\` (nothing is set; true of empty text, too), and of text, in any letter case, \
\`FieldStartsWith=\` and
\`FieldContains=\`. Together they narrow. What is unset is neither more nor less than anything. \
The records that a POST, PUT or DELETE answers take \`skip\`, \`take\`, \`orderBy\`, \`orderByDesc\`, \`fields\` and \
\`include\`, too. Lists in a request have at most 500 items, and are taken all or nothing.

**Verbs.** \`OPTIONS\` on every path answers its verbs, \`HEAD\` works wherever \`GET\` does, paths match in any \
letter case.
A retry is safe with an \`Idempotency-Key\`. Every success is 200.

**Limits.** Bodies ${bodyLimit} bytes, nested ${bodyDepth} deep; headers ${headerLimit} bytes, \
within ${headersTimeout / 1000} s; a request within ${requestTimeout / 1000} s; \
the database within ${databaseDeadline / 1000} s.

${commonFailures}`;
  }
}

function pathItem(path: PathMatch, operations: readonly Operation[], responses: Map<string, Json>): Json {
  return Object.fromEntries(
    [...path.operations].map(([verb, operation]) => [
      verb.toLowerCase(),
      describe(operation, path.template, operations, responses),
    ]),
  );
}

function describe(
  operation: Operation,
  template: string,
  operations: readonly Operation[],
  responses: Map<string, Json>,
): Json {
  const { declaration, resource, access } = operation;
  const { file, verb, request, summary, description } = declaration;
  return {
    operationId: operationId(operation, template),
    tags: [tagOf(resource)],
    summary,
    description: [description, `**Callers:** ${callers(access)}.`].filter(Boolean).join('\n\n'),
    ...(access === 'open' && { security: [] }),
    parameters: parameters(operation, template),
    ...(file === 'taken' && { requestBody: { required: true, content: fileContent(declaration) } }),
    ...(request && verb !== 'GET' && !file && { requestBody: requestBody(operation, request, operations) }),
    responses: { 200: success(operation), ...failureResponses(operation, template, responses) },
  };
}

/** Unique for every path of an operation: its name, and the placeholders of its further paths. */
function operationId({ name, paths }: Operation, template: string): string {
  return template === paths[0] ? name : `${name}By${placeholdersOf(template).join('And')}`;
}

function callers(access: Access | undefined): string {
  if (access === 'open') return 'anybody';
  if (access === 'authenticated') return 'anybody who is signed in';
  return access?.join(', ').replace(/, (?=\w+$)/, ' or ') ?? 'nobody';
}

/** Every record that an operation takes or answers, with the fields that are always there. */
function schemas(operations: readonly Operation[]): Json {
  const sent = new Map<string, Class>();
  const answered = recordsUnder(ResponseStatus);
  for (const { declaration, list } of operations) {
    if (declaration.request && declaration.verb !== 'GET' && !declaration.file) recordsUnder(declaration.request, sent);
    if (declaration.file !== 'sent') recordsUnder(declaration.bare ? list!.record : declaration.response, answered);
  }
  // `fields` leaves out what the caller does not ask for.
  const selected = new Set(operations.flatMap(({ list, hasStatus }) => (list && hasStatus ? [list.record] : [])));
  const shown = new Set(
    operations.map(({ declaration, list }) => (declaration.bare ? list!.record : declaration.response)),
  );
  const everything = new Map([...answered, ...sent]);
  const schemaOf = (record: Class): Json => {
    if (!sent.has(record.name))
      return recordSchema(record, { required: () => !selected.has(record), shown: shown.has(record) });
    if (answered.has(record.name)) return recordSchema(record, { shown: shown.has(record) });
    const needed = neededFields(record, operations);
    return recordSchema(record, { required: (field) => needed.includes(field), sent: true });
  };
  return {
    Failure: {
      type: 'object',
      required: ['ResponseStatus'],
      properties: { ResponseStatus: { $ref: '#/components/schemas/ResponseStatus' } },
    },
    ...Object.fromEntries([...everything].map(([name, record]) => [name, schemaOf(record)])),
  };
}

/**
 * What a request cannot do without. Where one verb adds and another changes with the same
 * record, that is not the record's to say.
 */
function neededFields(record: Class, operations: readonly Operation[]): readonly Field[] {
  const uses = operations.filter(({ declaration }) => declaration.request === record);
  const verbs = new Set(uses.map(({ declaration }) => declaration.verb));
  return verbs.size === 1 ? fieldsOf(record).filter(({ options }) => options.required) : [];
}

function requestBody({ declaration }: Operation, record: Class, operations: readonly Operation[]): Json {
  const needed = neededFields(record, operations);
  const example =
    declaration.example ?? Object.fromEntries(needed.map((field) => [field.name, exampleOf(field) ?? field.name]));
  const content = { schema: { $ref: `#/components/schemas/${record.name}` }, example };
  return {
    required: needed.length > 0,
    content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
  };
}

function success({ declaration, list }: Operation): Json {
  const { bare, etag, events, file, response, headers: own = {} } = declaration;
  const record = bare ? list!.record : response;
  const reference = { $ref: `#/components/schemas/${record.name}` };
  return {
    description: 'It succeeded.',
    headers: {
      ...headers('RequestId', ...(etag ? ['ETag'] : []), 'Content-Disposition'),
      ...Object.fromEntries(Object.entries(own).map(([name, header]) => [name, ownHeader(header)])),
    },
    content:
      file === 'sent'
        ? fileContent(declaration)
        : {
            'application/json': { schema: bare ? { type: 'array', items: reference } : reference },
            'text/csv': { schema: { type: 'string' }, example: csvExample(list?.record ?? response) },
            [mediaType('xlsx')]: { schema: { type: 'string', format: 'binary' } },
            ...(events !== undefined && {
              'text/event-stream': { schema: { type: 'string' }, example: `event: ${events}\ndata: {…}\n\n` },
            }),
          },
  };
}

/** A file in each of its forms; the example has one for each. */
function fileContent({ example }: EndpointDeclaration): Json {
  const examples = example as Readonly<Record<string, string>> | undefined;
  return Object.fromEntries(
    fileTypes.map((type) => [type, { schema: { type: 'string' }, ...(examples && { example: examples[type] }) }]),
  );
}

function ownHeader({ description, example }: { description: string; example: string }): Json {
  return { description, schema: { type: 'string', examples: [example] } };
}

function csvExample(record: Class): string {
  const fields = fieldsOf(record).filter(({ name }) => name !== 'ResponseStatus');
  const { header, rows } = csvWriter(record, fields);
  return header + rows([Object.fromEntries(fields.map((field) => [field.name, storedExample(field)]))]);
}

/** The example as it is in process; undefined where there is none. */
function storedExample(field: Field): unknown {
  const value = field.type.read(exampleOf(field));
  return value instanceof Problem ? undefined : value;
}
