import { unknownOutcome } from '../../database/driver/db-errors.js';
import { fieldError } from '../../record/field-error.js';
import { mostTaken } from '../../record/lists/list-options.js';
import { failureOf } from '../../record/response-status.js';
import { failureJson } from '../response/error.filter.js';
import {
  Conflict,
  Forbidden,
  Gone,
  IdempotencyConflict,
  InternalServerError,
  Invalid,
  MethodNotAllowed,
  NotAcceptable,
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
import { takesIfMatch, type Operation, type PathMatch } from '../endpoint/operation.js';
import { tagExample } from './shared-parameters.js';

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
  {
    description: 'The response has no such format.',
    error: new NotAcceptable('A record set has no format xlsx. Ask for csv or json.'),
  },
  { description: 'The record has expired.', error: new Gone('The invitation has expired.') },
  { description: 'The file has no such part; Content-Range has its size.', error: new RangeNotSatisfiable(1024) },
];

const changedSince: Sample = {
  description:
    'The record has changed: If-Match does not match, and Meta.ETag is the current tag. Or items of a list have ' +
    'changed: Meta.Version of the error of each is its present Version.',
  error: new PreconditionFailed('The record has changed since you read it.', { ETag: tagExample }),
};

/** Errors that every operation can return. The document describes them once. */
const common: readonly Sample[] = [
  {
    description: 'No valid credentials, or those of different users.',
    error: new Unauthorized('Sign in first, or send an API key.'),
  },
  {
    description:
      'The caller may not do this. Meta.Reason is `MustChangePassword`, `MfaRequired`, `Role` (a role is missing) or ' +
      '`Scope` (outside what the caller or the API key may reach), if one of them is why.',
    error: new Forbidden('Your roles do not allow this call.', 'Role'),
  },
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
      'of the first call is not stored: it has a secret, was too large, newer responses replaced it, or a person was ' +
      'erased during that call.',
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
/** A collapsed table of the common errors, for the description of the OpenAPI document. */
export const commonFailures = `<details><summary><b>Failures of every operation</b></summary>

| Status | ErrorCode | When |
|---|---|---|
${common.map(({ description, error }) => `| ${error.status} | \`${error.code}\` | ${description} |`).join('\n')}

</details>`;

type Extension = Readonly<Record<string, unknown>> | undefined;

/** The fields of a failure that every operation returns with 400. */
const badRequest: Sample = {
  description: 'The request is not valid; Errors names every bad field.',
  error: new Invalid([
    fieldError('InclusiveBetween', 'take', `must be between 1 and ${mostTaken}`, { Min: '1', Max: String(mostTaken) }),
  ]),
};

/** The responses that operations share, by the name of their component. */
export const sharedResponses: Json = {
  NotModified: {
    description: 'The response still has the given ETag; no body.',
    headers: headers('RequestId', 'ETag'),
  },
  BadRequest: response(badRequest),
  ...Object.fromEntries([...samples, changedSince].map((sample) => [sample.error.code, response(sample)])),
  Failure: anyFailure(),
};

/**
 * The error responses of an operation: one for each error that it declares, and `default` for the common errors. They
 * refer to shared responses, unless the operation's errors have additional fields.
 */
export function failureResponses(operation: Operation, path: PathMatch): Json {
  const { errors = [], etag, response: declared, verb } = operation.declaration;
  const failure = failureOf(declared);
  const own = samples.filter(({ error }) => errors.some((type) => error instanceof type));
  if (takesIfMatch(operation, path) || errors.includes(PreconditionFailed)) own.push(changedSince);
  const shared = (name: string): Json => ({ $ref: `#/components/responses/${name}` });
  return {
    ...(etag && verb === 'GET' && { 304: shared('NotModified') }),
    400: failure ? response(badRequest, failure) : shared('BadRequest'),
    ...Object.fromEntries(
      own.map((sample) => [sample.error.status, failure ? response(sample, failure) : shared(sample.error.code)]),
    ),
    default: failure ? anyFailure(failure) : shared('Failure'),
  };
}

function response({ description, error }: Sample, failure?: Extension): Json {
  return described(description, { example: example(error, failure) }, headers('RequestId'), failure);
}

function anyFailure(failure?: Extension): Json {
  const examples = Object.fromEntries(
    common.map(({ name, description, error }) => [
      name ?? error.code,
      { summary: `${error.status}: ${description}`, value: example(error, failure) },
    ]),
  );
  const sent = headers('RequestId', 'Retry-After', 'WWW-Authenticate');
  return described('Any of the failures that every operation can return.', { examples }, sent, failure);
}

function example(error: ServiceError, failure: Extension): unknown {
  return JSON.parse(failureJson(error, requestId, failure));
}

/** failure: the additional fields of the operation's errors. */
function described(description: string, examples: Json, sent: Json, failure: Extension): Json {
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
    headers: sent,
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
    schema: { type: 'string', examples: ['attachment; filename="event-types-2026-11-26.csv"'] },
  },
};

export function headers(...names: string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name === 'RequestId' ? 'X-Request-Id' : name, { $ref: `#/components/headers/${name}` }]),
  );
}
