import type { FieldError } from '../record/field-error.js';

interface Details {
  errors?: FieldError[];
  /** Number of all errors, if `errors` has only the first of them. */
  total?: number;
  meta?: Record<string, string>;
  cause?: unknown;
}

/** An error that is reported to the client, with its HTTP status and ErrorCode. */
export abstract class ServiceError extends Error {
  abstract readonly status: number;
  abstract readonly code: string;
  readonly errors: FieldError[];
  /** Number of all errors. */
  readonly total: number;
  readonly meta: Record<string, string>;
  /** Response headers of the error. */
  readonly headers: Record<string, string> = {};

  constructor(message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = new.target.name;
    this.errors = details.errors ?? [];
    this.total = details.total ?? this.errors.length;
    this.meta = details.meta ?? {};
  }
}

/** 400 that no single field causes. */
export class BadRequest extends ServiceError {
  readonly status = 400;
  readonly code = 'BadRequest';
}

/** 400 with one error per bad field; the code is that of the first. */
export class Invalid extends ServiceError {
  readonly status = 400;
  readonly code: string;

  constructor(errors: FieldError[], meta?: Record<string, string>, total = errors.length) {
    const [{ Message }] = errors;
    super(total === 1 ? Message : `${total} fields are not valid; the first: ${Message}`, { errors, meta, total });
    this.code = errors[0].ErrorCode;
  }
}

export class Unauthorized extends ServiceError {
  readonly status = 401;
  readonly code = 'Unauthorized';
  override readonly headers = { 'WWW-Authenticate': 'Bearer realm="agency"' };
}

export class Forbidden extends ServiceError {
  readonly status = 403;
  readonly code = 'Forbidden';
}

export class NotFound extends ServiceError {
  readonly status = 404;
  readonly code = 'NotFound';
}

/**
 * Throws one error for all problems: Invalid, or NotFound with the message if unknown records are the only problem.
 */
export function refuse(errors: readonly FieldError[], unknown: readonly FieldError[] = [], message = ''): void {
  if (errors.length > 0) throw new Invalid([...unknown, ...errors]);
  if (unknown.length > 0) throw new NotFound(message, { errors: [...unknown] });
}

/** NotFound for a record, by its noun and its id. */
export function noSuch(noun: string, id?: number): NotFound {
  return new NotFound(id === undefined ? `There is no such ${noun}.` : `There is no ${noun} ${id}.`);
}

export class MethodNotAllowed extends ServiceError {
  readonly status = 405;
  readonly code = 'MethodNotAllowed';
  override readonly headers: Record<string, string>;

  constructor(verb: string, allowed: string) {
    super(`${verb} is not allowed here. Allowed: ${allowed}.`);
    this.headers = { Allow: allowed };
  }
}

export class RequestTimeout extends ServiceError {
  readonly status = 408;
  readonly code = 'RequestTimeout';
}

export class Conflict extends ServiceError {
  readonly status = 409;
  readonly code = 'Conflict';
  override readonly headers: Record<string, string>;

  /** retryAfter: seconds after which the same call may succeed. */
  constructor(message: string, details: Details & { retryAfter?: number } = {}) {
    super(message, details);
    this.headers = details.retryAfter === undefined ? {} : { 'Retry-After': String(details.retryAfter) };
  }
}

export class Gone extends ServiceError {
  readonly status = 410;
  readonly code = 'Gone';
}

export class PreconditionFailed extends ServiceError {
  readonly status = 412;
  readonly code = 'PreconditionFailed';

  /** meta: the current ETag of the record, if it has one. */
  constructor(message: string, meta?: { ETag: string }) {
    super(message, { meta });
  }
}

export class PayloadTooLarge extends ServiceError {
  readonly status = 413;
  readonly code = 'PayloadTooLarge';
}

export class UnsupportedMediaType extends ServiceError {
  readonly status = 415;
  readonly code = 'UnsupportedMediaType';
}

/** 416: the file has no such part. */
export class RangeNotSatisfiable extends ServiceError {
  readonly status = 416;
  readonly code = 'RangeNotSatisfiable';
  override readonly headers: Record<string, string>;

  /** size: of the file, bytes. */
  constructor(size: number) {
    super(`The file has ${size} bytes: ask for a part of them.`);
    this.headers = { 'Content-Range': `bytes */${size}` };
  }
}

export class IdempotencyConflict extends ServiceError {
  readonly status = 422;
  readonly code = 'IdempotencyConflict';

  constructor(message?: string) {
    super(message ?? 'This Idempotency-Key was used for another request, or before your roles changed. Use a new key.');
  }
}

export class TooManyRequests extends ServiceError {
  readonly status = 429;
  readonly code = 'TooManyRequests';
  override readonly headers: Record<string, string>;

  /** retryAfter: whole seconds to wait. */
  constructor(message: string, retryAfter: number) {
    super(message);
    this.headers = { 'Retry-After': String(retryAfter) };
  }
}

export class RequestHeaderFieldsTooLarge extends ServiceError {
  readonly status = 431;
  readonly code = 'RequestHeaderFieldsTooLarge';
}

/** 500 with a generic message. Only the log has the cause. */
export class InternalServerError extends ServiceError {
  readonly status = 500;
  readonly code = 'InternalServerError';

  constructor(cause?: unknown) {
    super('The service failed. Report the request id, which finds the cause in the log.', { cause });
  }
}

export class Unavailable extends ServiceError {
  readonly status = 503;
  readonly code = 'ServiceUnavailable';
  override readonly headers: Record<string, string>;

  constructor(message = 'The service cannot answer now. Try again.', details: Details & { retryAfter?: number } = {}) {
    super(message, details);
    this.headers = { 'Retry-After': String(details.retryAfter ?? 1) };
  }
}

/** 503 because another call held a lock for longer than this call may wait. */
export class InUse extends Unavailable {}

/** 503 because the database is read-only, or its disk is full. */
export class Unwritable extends Unavailable {}

/** The error classes by HTTP status. */
export const errorsByStatus: Record<number, new (message: string) => ServiceError> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  408: RequestTimeout,
  409: Conflict,
  410: Gone,
  413: PayloadTooLarge,
  415: UnsupportedMediaType,
  431: RequestHeaderFieldsTooLarge,
  503: Unavailable,
};
