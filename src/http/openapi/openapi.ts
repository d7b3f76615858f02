import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { version } from '../../config/project.js';
import { RecordEventsService } from '../../database/schema/record-events.service.js';
import { csvWriter } from '../../record/writers/csv.js';
import { Problem, type Class } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { exampleOf } from '../../record/schema.js';
import { nameAt, type Access, type EndpointDeclaration, type Group } from '../endpoint/declaration.js';
import { failureResponses, headers, responseHeaders } from './failure-responses.js';
import { codeSamples } from './code-samples.js';
import { introduction } from './introduction.js';
import { FilterParameters } from './filter-parameters.js';
import { parameters } from './openapi-parameters.js';
import { RecordSchemas } from './record-schemas.js';
import { acceptedFileTypes, contentTypesAccepted, fileTypes } from '../endpoint/files.js';
import { webhookEvents, webhookParameters, webhookSchemas } from './webhook-events.js';
import { takesIfMatch, type Operation, type PathMatch } from '../endpoint/operation.js';
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
    private readonly events: RecordEventsService,
  ) {}

  document(): Json {
    this.made ??= this.build();
    return this.made;
  }

  /** The document as JSON. It is serialized once, because it is large and unauthenticated clients can request it. */
  bytes(): Buffer {
    this.written ??= Buffer.from(JSON.stringify(this.document(), null, 2));
    return this.written;
  }

  private build(): Json {
    const { operations } = this.registry;
    const records = new RecordSchemas(operations);
    const filters = new FilterParameters();
    const responses = new Map<string, Json>();
    const paths = Object.fromEntries(
      this.registry.paths().map((path) => [path.template, pathItem(path, records, responses, filters)]),
    );
    const groups = [...new Map(operations.map(({ group }) => [group.name, group])).values()];
    return {
      openapi: '3.1.0',
      info: {
        title: 'Agency Operations Service',
        version,
        description: introduction(this.config),
        contact: { name: 'The operators of this service' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: groups.map(tagOf),
      'x-tagGroups': [
        { name: 'Core operations', tags: groups.filter(({ companion }) => !companion).map(({ title }) => title) },
        { name: 'Further operations', tags: groups.filter(({ companion }) => companion).map(({ title }) => title) },
      ],
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      webhooks: webhookEvents(this.events),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'The BearerToken of `POST /v1/Auth/Login`, valid for 15 minutes; `POST /v1/Auth/Refresh` renews it.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'Acts as the user who owns the key.',
          },
        },
        headers: responseHeaders,
        parameters: { ...filters.all(), ...webhookParameters },
        responses: Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
        schemas: { ...records.all(), ...webhookSchemas },
      },
    };
  }
}

/** The OpenAPI tag of a group. Core groups have the numbers E1 to E15, companion groups C1 to C19. */
function tagOf({ title, order, companion }: Group): Json {
  return { name: title, description: order > 0 ? `Group ${companion ? 'C' : 'E'}${order}` : 'Start here' };
}

function pathItem(
  path: PathMatch,
  records: RecordSchemas,
  responses: Map<string, Json>,
  filters: FilterParameters,
): Json {
  return Object.fromEntries(
    [...path.operations].map(([verb, operation]) => [
      verb.toLowerCase(),
      describe(operation, path, records, responses, filters),
    ]),
  );
}

function describe(
  operation: Operation,
  path: PathMatch,
  records: RecordSchemas,
  responses: Map<string, Json>,
  filters: FilterParameters,
): Json {
  const { template } = path;
  const { declaration, group, access } = operation;
  const { file, verb, request, description } = declaration;
  const { id, summary } = nameAt(template, operation);
  const body = request && verb !== 'GET' && !file ? requestBody(operation, request, records) : undefined;
  return {
    operationId: id,
    tags: [group.title],
    summary,
    description: [description, ownPasswordAsked(declaration), `**Callers:** ${callers(access)}.`]
      .filter(Boolean)
      .join('\n\n'),
    ...(access === 'open' && { security: [] }),
    'x-callers': access,
    ...(declaration.delegable && { 'x-delegable': true }),
    'x-codeSamples': codeSamples(operation, template, body?.content['application/json'].example),
    parameters: parameters(operation, path, filters),
    ...(file === 'taken' && { requestBody: { required: true, content: fileContent(declaration, acceptedFileTypes) } }),
    ...(file === 'content taken' && {
      requestBody: { required: true, content: fileContent(declaration, contentTypesAccepted) },
    }),
    ...(body && { requestBody: body }),
    responses: {
      200: success(operation, path, records),
      ...(declaration.headers?.Location && { 302: sentOn(declaration.headers.Location) }),
      ...failureResponses(operation, path, responses),
    },
  };
}

function ownPasswordAsked({ credential }: EndpointDeclaration): string | undefined {
  if (!credential) return undefined;
  const { fields, changes, ofOther } = credential;
  const cases = [
    ...(fields ? [`send ${fields.join(', ').replace(/, (?=\w+$)/, ' or ')}`] : []),
    ...(changes ? [`change ${changes}`] : []),
  ];
  const when = cases.length > 0 ? `If you ${cases.join(', or ')}, this call requires` : 'Requires';
  return (
    `${when} \`OwnPassword\`, the caller's password, unless the session verified it in the last 5 minutes.` +
    (ofOther ? ' An Administrator cannot do this to the own account: 403.' : '')
  );
}

function callers(access: Access | undefined): string {
  if (access === 'open') return 'everyone';
  if (access === 'authenticated') return 'all authenticated users';
  return access?.join(', ').replace(/, (?=\w+$)/, ' or ') ?? 'none';
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

function success(operation: Operation, path: PathMatch, records: RecordSchemas): Json {
  const { declaration, list } = operation;
  const { bare, etag, events, file, response, headers: own = {} } = declaration;
  return {
    description: file === 'content sent' ? 'The file, or with `Range` a part of it (206).' : 'Success.',
    headers: {
      ...headers('RequestId', ...(etag || takesIfMatch(operation, path) ? ['ETag'] : []), 'Content-Disposition'),
      ...Object.fromEntries(Object.entries(own).map(([name, header]) => [name, ownHeader(header)])),
    },
    content:
      file === 'content sent'
        ? { 'application/octet-stream': { schema: {} } }
        : file === 'sent'
          ? fileContent(declaration, fileTypes)
          : recordContent(
              bare ? { type: 'array', items: records.ofAnswer(list!.record) } : records.ofAnswer(response),
              csvExample(list?.record ?? response),
              events,
            ),
  };
}

/** The 302 response of an operation that redirects browsers. */
function sentOn(location: { description: string; example: string }): Json {
  const own = { Location: ownHeader(location) };
  return { description: 'Redirects a browser.', headers: { ...headers('RequestId'), ...own } };
}

/**
 * The content of a response record for each format. All have the same schema, so that typed clients get the record type
 * for every format. `csv` is an example, and `events` the event name if there is an event stream.
 */
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

/**
 * The content of a file for each of the media types `types`. `example` has the text of the file by media type. The file
 * in a form may have any of these types.
 */
function fileContent({ example }: EndpointDeclaration, types: readonly string[]): Json {
  const examples = example as Readonly<Record<string, string>> | undefined;
  const [any = 'text/csv'] = Object.keys(examples ?? {});
  const csv = examples?.[any];
  return Object.fromEntries(
    types.map((type): [string, Json] => {
      if (type === 'multipart/form-data') {
        const file = { type: 'string', contentMediaType: any };
        return [type, { schema: { type: 'object', required: ['file'], properties: { file } }, example: { file: csv } }];
      }
      return [type, { schema: { type: 'string' }, ...(examples && { example: examples[type] ?? csv }) }];
    }),
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

/** The example of a field, converted from its JSON form to the value that records have in the process. */
function storedExample(field: Field): unknown {
  const value = field.type.read(exampleOf(field));
  return value instanceof Problem ? undefined : value;
}
