import { unknownOutcome } from '../../database/db-errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { mostTaken } from '../../record/lists/list-options.js';
import { fieldsOf } from '../../record/metadata.js';
import { Problem } from '../../record/field-types.js';
import { failureJson } from '../answer/error.filter.js';
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
  RequestHeaderFieldsTooLarge,
  RequestTimeout,
  type ServiceError,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
} from '../../errors/errors.js';
import { textFieldsOf } from './openapi-parameters.js';
import type { Operation } from '../endpoint/operation.js';

type Json = Record<string, unknown>;

interface Sample {
  /** Of its example, where one ErrorCode has several. */
  name?: string;
  description: string;
  error: ServiceError;
}

const requestId = '7b0c6f3e-6f0e-4c55-9a5e-0b6a4f6f2a11';

/** What each failure of a kind of operation means, with one as it is answered. */
const samples: readonly Sample[] = [
  { description: 'There is no such record.', error: new NotFound('There is no such record.') },
  {
    description: 'The state of the data does not allow it.',
    error: new Conflict('The state of the record does not allow this.'),
  },
  { description: 'It was there, and has expired.', error: new Gone('The invitation has expired.') },
];

/** What any operation can answer: told once. */
const common: readonly Sample[] = [
  {
    description: 'No valid credentials, or those of different users.',
    error: new Unauthorized('Sign in first, or send an API key.'),
  },
  { description: 'The caller may not do this.', error: new Forbidden('Your roles do not allow this call.') },
  { description: 'There is nothing at this path.', error: new NotFound('There is nothing at this path.') },
  { description: 'The path has no such verb; Allow names those it has.', error: new MethodNotAllowed('PATCH', 'GET') },
  {
    description: 'The request did not arrive in time.',
    error: new RequestTimeout('The request did not arrive in time.'),
  },
  {
    description: 'The first call with this Idempotency-Key still runs; Retry-After says when to try again.',
    error: new Conflict('The first call with this Idempotency-Key still runs.', { retryAfter: 1 }),
  },
  { description: 'The request has an If-Match, which no weak ETag meets.', error: new PreconditionFailed() },
  { description: 'The body is too large.', error: new PayloadTooLarge('The body is too large.') },
  {
    description: 'The body is neither JSON nor a form.',
    error: new UnsupportedMediaType(
      'Send the body as application/json or application/x-www-form-urlencoded, in UTF-8.',
    ),
  },
  {
    description:
      'The Idempotency-Key was used for another request, or before the roles of the caller changed; or the first ' +
      'call succeeded, and its answer is not kept: it shows a secret, was too large, or newer ones took its place.',
    error: new IdempotencyConflict(),
  },
  {
    description: 'Too many attempts or calls; Retry-After says how many seconds to wait.',
    error: new TooManyRequests('Too many failed attempts. Try again later.', 8),
  },
  {
    description: 'The headers are too large.',
    error: new RequestHeaderFieldsTooLarge('The request headers are too large.'),
  },
  { description: 'The service failed. The request id finds the cause in its log.', error: new InternalServerError() },
  { description: 'The service cannot answer now; Retry-After says when to try again.', error: new Unavailable() },
  {
    name: 'OutcomeUnknown',
    description:
      'The database went away before it confirmed the change: Meta.Outcome is `Unknown`. Send the same call again, ' +
      'with its Idempotency-Key.',
    error: unknownOutcome(undefined),
  },
];
const notModified = 'The answer is still the one with the given ETag; no body.';

/** The common failures, folded up, for the description of the whole document. */
export const commonFailures = `<details><summary><b>Failures of every operation</b></summary>

| Status | ErrorCode | When |
|---|---|---|
${common.map(({ description, error }) => `| ${error.status} | \`${error.code}\` | ${description} |`).join('\n')}

</details>`;

/**
 * The failures of an operation itself, each with an example, and the common ones as `default`. shared: the responses
 * that the document holds once.
 */
export function failureResponses(operation: Operation, template: string, shared: Map<string, Json>): Json {
  const { declaration } = operation;
  const { errors = [], etag, failure } = declaration;
  const own = samples.filter(({ error }) => errors.some((type) => error instanceof type));
  // What is said once for all operations is stated once.
  const stated = (name: string, described: Json): Json => {
    if (failure) return described;
    shared.set(name, described);
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    ...(etag && { 304: { description: notModified, headers: headers('RequestId', 'ETag') } }),
    400: response(
      'The request is not valid; Errors names every bad field.',
      { example: example(badRequest(operation, template), failure) },
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
  const described = response('Any other failure: one of those of every operation.', { examples }, declaration);
  return { ...described, headers: headers('RequestId', 'Retry-After', 'WWW-Authenticate') };
}

function example(error: ServiceError, failure?: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(failureJson(error, requestId, failure));
}

/** What a wrong value of one of the operation's own fields is answered with. */
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
  if (text) {
    const most = String(text.type.maxLength);
    return fieldError('Length', text.name, `must have at most ${most} characters`, { Max: most });
  }
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

/** The response headers that the document describes once. */
export const responseHeaders: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'The correlation id: the one that the request sent, or a new one. The log has it too.',
    schema: { type: 'string', examples: [requestId] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1, examples: [8] } },
  'WWW-Authenticate': {
    description: 'How to sign in.',
    schema: { type: 'string', examples: ['Bearer realm="agency"'] },
  },
  ETag: { description: 'For `If-None-Match`.', schema: { type: 'string', examples: ['W/"1f-Zl9Cq0uJ4c"'] } },
  'Content-Disposition': {
    description: 'Of CSV and workbooks: an attachment named after the operation.',
    schema: { type: 'string', examples: ['attachment; filename="listEventTypes.csv"'] },
  },
};

export function headers(...names: string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name === 'RequestId' ? 'X-Request-Id' : name, { $ref: `#/components/headers/${name}` }]),
  );
}
