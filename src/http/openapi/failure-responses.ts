import { unknownOutcome } from '../../database/driver/db-errors.js';
import { fieldError, tooLong, type FieldError } from '../../record/field-error.js';
import { mostTaken } from '../../record/lists/list-options.js';
import { fieldsOf } from '../../record/metadata.js';
import { Problem } from '../../record/field-types.js';
import { failureJson } from '../response/error.filter.js';
import {
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  IdempotencyConflict,
  InternalServerError,
  Invalid,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  PreconditionFailed,
  RangeNotSatisfiable,
  RequestHeaderFieldsTooLarge,
  RequestTimeout,
  type ServiceError,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
} from '../../errors/errors.js';
import { tagExample, textFieldsOf } from './openapi-parameters.js';
import { takesIfMatch, type Operation, type PathMatch } from '../endpoint/operation.js';

type Json = Record<string, unknown>;

interface Sample {
  /** Name of the example, if several examples have the same ErrorCode; otherwise the ErrorCode names it. */
  name?: string;
  description: string;
  error: ServiceError;
}

const requestId = '7b0c6f3e-6f0e-4c55-9a5e-0b6a4f6f2a11';

/** The errors that operations can declare, with an example of each. */
const samples: readonly Sample[] = [
  { description: 'The record does not exist.', error: new NotFound('There is no such record.') },
  {
    description: 'The state of the data does not allow it.',
    error: new Conflict('The state of the record does not allow this.'),
  },
  { description: 'The record has expired.', error: new Gone('The invitation has expired.') },
  { description: 'The file has no such part; Content-Range has its size.', error: new RangeNotSatisfiable(1024) },
];

const changedSince: Sample = {
  description: 'If-Match does not match, because the record has changed; Meta.ETag is its current tag.',
  error: new PreconditionFailed('The record has changed since you read it.', { ETag: tagExample }),
};

/** Errors that every operation can return. The document describes them once. */
const common: readonly Sample[] = [
  {
    description: 'No valid credentials, or those of different users.',
    error: new Unauthorized('Sign in first, or send an API key.'),
  },
  { description: 'The caller may not do this.', error: new Forbidden('Your roles do not allow this call.') },
  { description: 'This path does not exist.', error: new NotFound('This path does not exist.') },
  {
    description: 'The path does not support the verb; Allow lists the supported ones.',
    error: new MethodNotAllowed('PATCH', 'GET'),
  },
  {
    description: 'The request did not arrive in time.',
    error: new RequestTimeout('The request did not arrive in time.'),
  },
  {
    description: 'The first call with this Idempotency-Key is still running; try again after Retry-After seconds.',
    error: new Conflict('The first call with this Idempotency-Key is still running. Try again.', { retryAfter: 1 }),
  },
  changedSince,
  { description: 'The body is too large.', error: new PayloadTooLarge('The body is too large.') },
  {
    description: 'The body is neither JSON nor a form.',
    error: new UnsupportedMediaType(
      'Send the body as application/json or application/x-www-form-urlencoded, in UTF-8.',
    ),
  },
  {
    description:
      'The Idempotency-Key was used for another request, or before the roles of the caller changed; or the response ' +
      'of the first call is not stored: it has a secret, was too large, or newer responses replaced it.',
    error: new IdempotencyConflict(),
  },
  {
    description: 'Too many attempts or calls; try again after Retry-After seconds.',
    error: new TooManyRequests('Too many failed attempts. Try again later.', 8),
  },
  {
    description: 'The headers are too large.',
    error: new RequestHeaderFieldsTooLarge('The request headers are too large.'),
  },
  { description: 'The service failed; the request id finds the cause in its log.', error: new InternalServerError() },
  { description: 'The service is unavailable; try again after Retry-After seconds.', error: new Unavailable() },
  {
    name: 'OutcomeUnknown',
    description:
      'The connection to the database was lost before it confirmed the change: Meta.Outcome is `Unknown`. Repeat the ' +
      'call with its Idempotency-Key.',
    error: unknownOutcome(undefined),
  },
];
const notModified = 'The response still has the given ETag; no body.';

/** A collapsed table of the common errors, for the description of the OpenAPI document. */
export const commonFailures = `<details><summary><b>Failures of every operation</b></summary>

| Status | ErrorCode | When |
|---|---|---|
${common.map(({ description, error }) => `| ${error.status} | \`${error.code}\` | ${description} |`).join('\n')}

</details>`;

/**
 * The error responses of an operation: one with an example for each error that it declares, and `default` for the
 * common errors. Responses that several operations refer to are added to `shared`.
 */
export function failureResponses(operation: Operation, path: PathMatch, shared: Map<string, Json>): Json {
  const { declaration } = operation;
  const { errors = [], etag, failure, verb } = declaration;
  const own = samples.filter(({ error }) => errors.some((type) => error instanceof type));
  if (takesIfMatch(operation, path)) own.push(changedSince);
  // Refer to one shared response, unless the operation's errors have additional fields.
  const stated = (name: string, described: Json): Json => {
    if (failure) return described;
    shared.set(name, described);
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    ...(etag && verb === 'GET' && { 304: { description: notModified, headers: headers('RequestId', 'ETag') } }),
    400: response(
      'The request is not valid; Errors names every bad field.',
      { example: example(badRequest(operation, path.template), failure) },
      declaration,
    ),
    ...Object.fromEntries(
      own.map(({ description, error }) => [
        error.status,
        stated(error.code, response(description, { example: example(error, failure) }, declaration)),
      ]),
    ),
    default: stated('Failure', anyFailure(declaration)),
  };
}

function anyFailure(declaration: Operation['declaration']): Json {
  const examples = Object.fromEntries(
    common.map(({ name, description, error }) => [
      name ?? error.code,
      { summary: `${error.status}: ${description}`, value: example(error, declaration.failure) },
    ]),
  );
  const described = response('Any of the failures that every operation can return.', { examples }, declaration);
  return { ...described, headers: headers('RequestId', 'Retry-After', 'WWW-Authenticate') };
}

function example(error: ServiceError, failure?: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(failureJson(error, requestId, failure));
}

/** An example of the error 400, for a field of the operation if it has one that can be invalid. */
function badRequest(operation: Operation, template: string): ServiceError {
  const bad = badField(operation, template);
  return bad ? new Invalid([bad]) : new BadRequest('The query must be percent-encoded UTF-8.');
}

function badField(operation: Operation, template: string): FieldError | undefined {
  const { declaration, list, hasStatus } = operation;
  const { inPath, inQuery } = textFieldsOf(operation, template);
  const inBody = declaration.verb !== 'GET' && declaration.request ? fieldsOf(declaration.request) : [];
  const fields = [...inPath, ...inQuery, ...inBody];
  const typed = fields.find(({ type }) => type.name !== 'text');
  if (typed) {
    const problem = typed.type.read(undefined);
    if (problem instanceof Problem) return fieldError(problem.code, typed.name, problem.rest, problem.meta);
  }
  const needed = fields.find(({ options }) => options.required);
  if (needed) return fieldError('NotEmpty', needed.name, 'is required');
  const text = fields.at(0);
  if (text) return tooLong(text.name, text.type.maxLength!);
  const limits = { Min: '1', Max: String(mostTaken) };
  return list && hasStatus
    ? fieldError('InclusiveBetween', 'take', `must be between 1 and ${mostTaken}`, limits)
    : undefined;
}

function response(description: string, examples: Json, { failure }: Operation['declaration']): Json {
  const envelope = { $ref: '#/components/schemas/Failure' };
  const extended = failure && {
    allOf: [
      envelope,
      {
        type: 'object',
        required: Object.keys(failure),
        properties: Object.fromEntries(Object.entries(failure).map(([name, value]) => [name, { const: value }])),
      },
    ],
  };
  return {
    description,
    headers: headers('RequestId'),
    content: { 'application/json': { schema: extended ?? envelope, ...examples } },
  };
}

export const responseHeaders: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'Id of the request: the X-Request-Id that you sent, or a new one. The log has the same id.',
    schema: { type: 'string', examples: [requestId] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1, examples: [8] } },
  'WWW-Authenticate': {
    description: 'How to sign in.',
    schema: { type: 'string', examples: ['Bearer realm="agency"'] },
  },
  ETag: {
    description: 'Identifies the state of the response, for `If-None-Match` and `If-Match`.',
    schema: { type: 'string', examples: [tagExample] },
  },
  'Content-Disposition': {
    description: 'CSV and workbooks only: an attachment named after the operation.',
    schema: { type: 'string', examples: ['attachment; filename="listEventTypes.csv"'] },
  },
};

export function headers(...names: string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name === 'RequestId' ? 'X-Request-Id' : name, { $ref: `#/components/headers/${name}` }]),
  );
}
