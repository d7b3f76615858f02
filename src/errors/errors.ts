import type { FieldError } from '../record/field-error.js';

interface Details {
  errors?: FieldError[];
  /** How many there are, where these are the first of them. */
  total?: number;
  meta?: Record<string, string>;
  cause?: unknown;
}

/** A failure that the caller is told about: it owns its HTTP status and its ErrorCode. */
export abstract class ServiceError extends Error {
  abstract readonly status: number;
  abstract readonly code: string;
  readonly errors: FieldError[];
  /** How many errors there are. */
  readonly total: number;
  readonly meta: Record<string, string>;
  /** Response headers that belong to the failure. */
  readonly headers: Record<string, string> = {};

  constructor(message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = new.target.name;
    this.errors = details.errors ?? [];
    this.total = details.total ?? this.errors.length;
    this.meta = details.meta ?? {};
  }
}

/** 400 without a field to blame. */
export class BadRequest extends ServiceError {
  readonly status = 400;
  readonly code = 'BadRequest';
}

/** 400 with one error per bad field; its code is the first field's. */
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
 * Everything that is wrong in one answer: throws Invalid, or NotFound with that message where records are unknown and
 * all else is right.
 */
export function refuse(errors: readonly FieldError[], unknown: readonly FieldError[] = [], message = ''): void {
  if (errors.length > 0) throw new Invalid([...unknown, ...errors]);
  if (unknown.length > 0) throw new NotFound(message, { errors: [...unknown] });
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

  constructor() {
    super(
      'If-Match is not met: ETags here are weak and serve If-None-Match alone. Send only the fields that change, ' +
        'without If-Match: an update leaves all others as they are.',
    );
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

/** 500 with a generic text: the cause goes to the log alone. */
export class InternalServerError extends ServiceError {
  readonly status = 500;
  readonly code = 'InternalServerError';

  constructor(cause?: unknown) {
    super('The service failed to answer. The request id helps to find the cause in the log.', { cause });
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

/** 503 because another call holds what this one needs: it was waited for as long as the caller may wait. */
export class InUse extends Unavailable {}

/** 503 because the database takes no changes: it is read-only, or its disk is full. */
export class Unwritable extends Unavailable {}

/** The error classes by the HTTP status that they answer. */
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
