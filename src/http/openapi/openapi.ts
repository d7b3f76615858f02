import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Config } from '../../config/config.js';
import { version } from '../../config/project.js';
import { contributed } from '../../context/contributed.js';
import type { Class } from '../../record/field-types.js';
import { exampleOf } from '../../record/schema.js';
import { nameAt, type Access, type EndpointDeclaration, type Group } from '../endpoint/declaration.js';
import { DocumentPart } from './document-part.js';
import { Examples } from './examples.js';
import { failureResponses, responseHeaders, sharedResponses } from './failure-responses.js';
import { introduction } from './introduction.js';
import { parameters, Placeholders } from './openapi-parameters.js';
import { RecordSchemas } from './record-schemas.js';
import { sharedParameters } from './shared-parameters.js';
import { fileContent, redirect, SuccessResponses } from './success-responses.js';
import { acceptedFileTypes, contentTypesAccepted } from '../endpoint/files.js';
import type { Operation, PathMatch } from '../endpoint/operation.js';
import { Registry } from '../endpoint/registry.js';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every declared operation. */
@Injectable()
export class OpenApi {
  private made?: Json;
  private written?: Buffer;

  constructor(
    private readonly registry: Registry,
    private readonly config: Config,
    private readonly discovery: DiscoveryService,
  ) {}

  document(): Json {
    this.made ??= this.build();
    return this.made;
  }

  /** The document as JSON. It is serialized once, because it is long and unauthenticated clients can request it. */
  bytes(): Buffer {
    this.written ??= Buffer.from(JSON.stringify(this.document()));
    return this.written;
  }

  private build(): Json {
    const { operations } = this.registry;
    const records = new RecordSchemas(operations);
    const examples = new Examples();
    const placeholders = new Placeholders();
    const parts: Parts = { records, examples, placeholders, successes: new SuccessResponses(records, examples) };
    const paths = Object.fromEntries(this.registry.paths().map((path) => [path.template, pathItem(path, parts)]));
    const added = contributed(this.discovery, DocumentPart);
    const groups = [...new Map(operations.map(({ group }) => [group.name, group])).values()];
    return {
      openapi: '3.1.0',
      info: {
        title: 'Agency Operations Service',
        version,
        description: introduction(this.config, records.withNull()),
        contact: { name: 'The operators of this service' },
      },
      servers: [{ url: this.config.publicPath || '/', description: 'This service' }],
      tags: groups.map(tagOf),
      'x-tagGroups': [
        { name: 'Core operations', tags: groups.filter(({ companion }) => !companion).map(({ title }) => title) },
        { name: 'Further operations', tags: groups.filter(({ companion }) => companion).map(({ title }) => title) },
      ],
      security: [{ bearer: [] }, { apiKey: [] }],
      paths,
      webhooks: merged(added.map((part) => part.webhooks())),
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
        parameters: merged([sharedParameters, placeholders.all(), ...added.map((part) => part.components.parameters)]),
        responses: merged([sharedResponses, parts.successes.all(), ...added.map((part) => part.components.responses)]),
        examples: examples.all(),
        schemas: merged([records.all(), ...added.map((part) => part.components.schemas)]),
      },
    };
  }
}

function merged(all: readonly object[]): Json {
  return Object.assign({}, ...all) as Json;
}

/** The OpenAPI tag of a group. Core groups have the numbers E1 to E15, companion groups have numbers with C. */
function tagOf({ title, order, companion }: Group): Json {
  return { name: title, description: order > 0 ? `Group ${companion ? 'C' : 'E'}${order}` : 'Start here' };
}

/** The components that operations refer to. */
interface Parts {
  records: RecordSchemas;
  examples: Examples;
  placeholders: Placeholders;
  successes: SuccessResponses;
}

function pathItem(path: PathMatch, parts: Parts): Json {
  return Object.fromEntries(
    [...path.operations].map(([verb, operation]) => [verb.toLowerCase(), describe(operation, path, parts)]),
  );
}

function describe(operation: Operation, path: PathMatch, parts: Parts): Json {
  const { template } = path;
  const { declaration, group, access } = operation;
  const { file, verb, request, description } = declaration;
  const { id, summary } = nameAt(template, operation);
  const body = request && verb !== 'GET' && !file ? requestBody(operation, request, parts) : undefined;
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
    parameters: parameters(operation, path, parts.placeholders),
    ...(file === 'taken' && { requestBody: { required: true, content: fileContent(declaration, acceptedFileTypes) } }),
    ...(file === 'content taken' && {
      requestBody: { required: true, content: fileContent(declaration, contentTypesAccepted) },
    }),
    ...(body && { requestBody: body }),
    responses: {
      200: parts.successes.of(operation, path),
      ...(declaration.headers?.Location && { 302: redirect(declaration.headers.Location) }),
      ...failureResponses(operation, path),
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

function requestBody({ name, declaration }: Operation, record: Class, { records, examples }: Parts): Json {
  const needed = records.neededFields(record);
  const example =
    declaration.example ?? Object.fromEntries(needed.map((field) => [field.name, exampleOf(field) ?? field.name]));
  const schema = records.ofRequest(record);
  return {
    ...(needed.length > 0 && { required: true }),
    content: {
      'application/json': { schema, ...examples.add(name, example) },
      'application/x-www-form-urlencoded': { schema },
    },
  };
}
