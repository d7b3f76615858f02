import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { version } from '../../config/project.js';
import { csvWriter } from '../../record/writers/csv.js';
import { Problem, type Class } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { exampleOf } from '../../record/schema.js';
import { nameAt, type Access, type EndpointDeclaration } from '../endpoint/declaration.js';
import { commonFailures, failureResponses, headers, responseHeaders } from './failure-responses.js';
import { codeSamples } from './code-samples.js';
import { described, grouped, tagOf } from './tags.js';
import { parameters } from './openapi-parameters.js';
import { RecordSchemas } from './record-schemas.js';
import { fileTypes } from '../endpoint/body/files.js';
import type { Operation, PathMatch } from '../endpoint/operation.js';
import { Registry } from '../endpoint/registry.js';
import { mediaType } from '../endpoint/format.js';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every declared operation. */
@Injectable()
export class OpenApi {
  private made?: Json;
  private written?: Buffer;

  constructor(
    private readonly registry: Registry,
    private readonly config: Config,
  ) {}

  document(): Json {
    this.made ??= this.build();
    return this.made;
  }

  /** As it is sent, to all from the same memory: it is long, and nobody has to sign in to ask for it. */
  bytes(): Buffer {
    this.written ??= Buffer.from(JSON.stringify(this.document(), null, 2));
    return this.written;
  }

  private build(): Json {
    const { operations } = this.registry;
    const records = new RecordSchemas(operations);
    const responses = new Map<string, Json>();
    const paths = Object.fromEntries(
      this.registry.paths().map((path) => [path.template, pathItem(path, records, responses)]),
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
        schemas: records.all(),
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
int64 and decimal are JSON numbers, exact: beyond 2^53 an int64 (SchoolID, StateID, CountyID) needs a client that \
keeps its digits. Field names are case-sensitive. A name of a \
body that neither the request nor the answer knows is refused with 400 \`Unknown\`, but ignored on E1 to E15. \
An absent field stays as it is, or takes its default in a \
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

function pathItem(path: PathMatch, records: RecordSchemas, responses: Map<string, Json>): Json {
  return Object.fromEntries(
    [...path.operations].map(([verb, operation]) => [
      verb.toLowerCase(),
      describe(operation, path.template, records, responses),
    ]),
  );
}

function describe(operation: Operation, template: string, records: RecordSchemas, responses: Map<string, Json>): Json {
  const { declaration, resource, access } = operation;
  const { file, verb, request, description } = declaration;
  const { id, summary } = nameAt(template, operation);
  const body = request && verb !== 'GET' && !file ? requestBody(operation, request, records) : undefined;
  return {
    operationId: id,
    tags: [tagOf(resource)],
    summary,
    description: [description, ownPasswordAsked(declaration), `**Callers:** ${callers(access)}.`]
      .filter(Boolean)
      .join('\n\n'),
    ...(access === 'open' && { security: [] }),
    'x-callers': access,
    ...(declaration.delegable && { 'x-delegable': true }),
    'x-codeSamples': codeSamples(operation, template, body?.content['application/json'].example),
    parameters: parameters(operation, template),
    ...(file === 'taken' && { requestBody: { required: true, content: fileContent(declaration) } }),
    ...(body && { requestBody: body }),
    responses: {
      200: success(operation, records),
      ...(declaration.headers?.Location && { 302: sentOn(declaration.headers.Location) }),
      ...failureResponses(operation, template, responses),
    },
  };
}

function ownPasswordAsked({ credential }: EndpointDeclaration): string | undefined {
  if (!credential) return undefined;
  const { fields, ofOther } = credential;
  const where = fields ? ` where ${fields.join(' or ')} is sent` : '';
  return (
    `Takes \`OwnPassword\`, the caller's own password${where}, unless the session proved it in the last 5 minutes.` +
    (ofOther ? " The caller's own account is refused: 403." : '')
  );
}

function callers(access: Access | undefined): string {
  if (access === 'open') return 'anybody';
  if (access === 'authenticated') return 'anybody who is signed in';
  return access?.join(', ').replace(/, (?=\w+$)/, ' or ') ?? 'nobody';
}

function requestBody({ declaration }: Operation, record: Class, records: RecordSchemas) {
  const needed = records.neededFields(record);
  const example =
    declaration.example ?? Object.fromEntries(needed.map((field) => [field.name, exampleOf(field) ?? field.name]));
  const content = { schema: records.ofRequest(record), example };
  return {
    required: needed.length > 0,
    content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
  };
}

function success({ declaration, list }: Operation, records: RecordSchemas): Json {
  const { bare, etag, events, file, response, headers: own = {} } = declaration;
  return {
    description: 'It succeeded.',
    headers: {
      ...headers('RequestId', ...(etag ? ['ETag'] : []), 'Content-Disposition'),
      ...Object.fromEntries(Object.entries(own).map(([name, header]) => [name, ownHeader(header)])),
    },
    content:
      file === 'sent'
        ? fileContent(declaration)
        : recordContent(
            bare ? { type: 'array', items: records.ofAnswer(list!.record) } : records.ofAnswer(response),
            csvExample(list?.record ?? response),
            events,
          ),
  };
}

/** Of an operation that leads browsers elsewhere. */
function sentOn(location: { description: string; example: string }): Json {
  const own = { Location: ownHeader(location) };
  return { description: 'A browser is sent on.', headers: { ...headers('RequestId'), ...own } };
}

/** One record in each of its forms, whose model is the same: typed clients get the record whatever they ask for. */
function recordContent(schema: Json, csv: string, events?: string): Json {
  return {
    'application/json': { schema },
    'text/csv': { schema: { ...schema, examples: [csv] } },
    [mediaType('xlsx')]: { schema },
    ...(events !== undefined && {
      'text/event-stream': { schema: { ...schema, examples: [`event: ${events}\ndata: {…}\n\n`] } },
    }),
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
