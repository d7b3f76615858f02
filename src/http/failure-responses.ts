import {
  BadRequest,
  Conflict,
  Forbidden,
  InternalServerError,
  PayloadTooLarge,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
  IdempotencyConflict,
} from './errors.js';
import type { Operation } from './registry.js';

type Json = Record<string, unknown>;

const texts: Record<number, { code: string; description: string; message: string }> = {
  304: { code: '', description: 'The answer is still the one with the given ETag.', message: '' },
  400: {
    code: 'Invalid',
    description: 'The request is not valid; Errors names every bad field.',
    message: 'Id must be a whole number.',
  },
  401: {
    code: 'Unauthorized',
    description: 'No valid credentials.',
    message: 'Sign in: this call needs a bearer token or an API key.',
  },
  403: { code: 'Forbidden', description: 'The caller may not do this.', message: 'Your roles do not allow this call.' },
  404: { code: 'NotFound', description: 'There is no such record.', message: 'There is no such record.' },
  409: {
    code: 'Conflict',
    description: 'The state of the data does not allow it.',
    message: 'The record was changed by somebody else.',
  },
  410: { code: 'Gone', description: 'It was there, and has expired.', message: 'The invitation has expired.' },
  413: { code: 'PayloadTooLarge', description: 'The body is too large.', message: 'The body is too large.' },
  415: {
    code: 'UnsupportedMediaType',
    description: 'The body is neither JSON nor a form.',
    message: 'Send the body as application/json or application/x-www-form-urlencoded, in UTF-8.',
  },
  422: {
    code: 'IdempotencyConflict',
    description: 'The Idempotency-Key was used for another request.',
    message: 'This Idempotency-Key was used for another request. Use a new key.',
  },
  429: {
    code: 'TooManyRequests',
    description: 'Too many failed attempts; Retry-After says how long to wait.',
    message: 'Too many failed attempts.',
  },
  500: {
    code: 'InternalServerError',
    description: 'The service failed.',
    message: 'The service failed to answer. The request id helps to find the cause in the log.',
  },
  503: {
    code: 'ServiceUnavailable',
    description: 'The service cannot answer now; Retry-After says when to try again.',
    message: 'The service cannot answer now. Try again.',
  },
};

/** Every failure that an operation can answer, with an example. */
export function failureResponses({ declaration, access }: Operation): Json {
  const { verb, etag, transaction = true } = declaration;
  const always = [InternalServerError, Unavailable];
  const guarded = access === 'open' ? [] : [Unauthorized, Forbidden];
  const written =
    verb === 'GET'
      ? []
      : [PayloadTooLarge, UnsupportedMediaType, ...(transaction ? [Conflict, IdempotencyConflict] : [])];
  const classes = [BadRequest, ...guarded, ...(declaration.errors ?? []), ...written, ...always];
  const statuses = new Set(classes.map((type) => statusOf(type as new (...given: never[]) => { status: number })));
  const failures = [...statuses]
    .sort()
    .map((status) => [status, failureResponse(status, declaration.failure)] as const);
  return { ...(etag && { 304: { description: texts[304].description } }), ...Object.fromEntries(failures) };
}

const sample = 'sample';
function statusOf(type: new (...given: never[]) => { status: number }): number {
  if (type.name === 'Invalid') return 400;
  return new (type as unknown as new (message: string, seconds: number) => { status: number })(sample, 1).status;
}

function failureResponse(status: number, extra: Readonly<Record<string, unknown>> = {}): Json {
  const { code, description, message } = texts[status];
  const ResponseStatus = {
    ErrorCode: code,
    Message: message,
    StackTrace: null,
    Errors: status === 400 ? [{ ErrorCode: code, FieldName: message.split(' ')[0], Message: message, Meta: {} }] : [],
    Meta: { RequestId: '7b0c6f3e-6f0e-4c55-9a5e-0b6a4f6f2a11' },
  };
  return {
    description,
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example: { ResponseStatus, ...extra } },
    },
  };
}
