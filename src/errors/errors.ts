import type { FieldError } from '../record/field-error.js';

interface Details {
  errors?: FieldError[];
  /** Number of all errors, if `errors` has only the first hundred. */
  total?: number;
  meta?: Record<string, string>;
  cause?: unknown;
  /** Response headers of the error. */
  headers?: Record<string, string>;
  /** Seconds after which the same call may succeed. */
  retryAfter?: number;
}

/** An error that is reported to the client, with its HTTP status and ErrorCode. */
export abstract class ServiceError extends Error {
  abstract readonly status: number;
  abstract readonly code: string;
  readonly errors: FieldError[];
  readonly total: number;
  readonly meta: Record<string, string>;
  readonly headers: Record<string, string>;

  constructor(message: string, { errors = [], total = errors.length, meta = {}, ...details }: Details = {}) {
    super(message, { cause: details.cause });
    this.name = new.target.name;
    this.errors = errors;
    this.total = total;
    this.meta = meta;
    const { retryAfter } = details;
    this.headers = { ...details.headers, ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }) };
  }
}

function errorOf<Status extends number>(status: Status, code: string) {
  return class extends ServiceError {
    readonly status: Status = status;
    readonly code: string = code;
  };
}

/** 400 for a request that is wrong as a whole, not in a single field. */
export class BadRequest extends errorOf(400, 'BadRequest') {}

/** 400 with one error per bad field. The ErrorCode is that of the first error. */
export class Invalid extends ServiceError {
  readonly status = 400;
  readonly code: string;

  /** `total` is the number of all errors. For a file, `noun` is `lines` and `total` the number of all bad lines. */
  constructor(
    errors: FieldError[],
    meta?: Record<string, string>,
    total = errors.length,
    noun: 'fields' | 'lines' = 'fields',
  ) {
    const [{ Message }] = errors;
    super(total === 1 ? Message : `${total} ${noun} are not valid; the first: ${Message}`, { errors, meta, total });
    this.code = errors[0].ErrorCode;
  }
}

export class Unauthorized extends errorOf(401, 'Unauthorized') {
  constructor(message: string, details: Details = {}) {
    super(message, { ...details, headers: { 'WWW-Authenticate': 'Bearer realm="agency"' } });
  }
}

/** Why a call was refused before it ran, in a word for programs; `Meta.Reason` of the error. */
export type RefusalReason = 'MustChangePassword' | 'MfaRequired' | 'Role' | 'Scope';

export class Forbidden extends errorOf(403, 'Forbidden') {
  /** `Scope`: a record or an operation lies outside what the caller, or the caller's API key, may reach. */
  constructor(message: string, reason?: RefusalReason, details: Details = {}) {
    super(message, { ...details, meta: { ...details.meta, ...(reason && { Reason: reason }) } });
  }
}

export class NotFound extends errorOf(404, 'NotFound') {}

/**
 * `unknown` are the errors for records that do not exist. If there are `errors`, throws Invalid with the errors of both
 * lists. If there are only `unknown` ones, throws NotFound with `message`.
 */
export function refuse(errors: readonly FieldError[], unknown: readonly FieldError[] = [], message = ''): void {
  if (errors.length > 0) throw new Invalid([...unknown, ...errors]);
  if (unknown.length > 0) throw new NotFound(message, { errors: [...unknown] });
}

/** NotFound for a record. `noun` is the kind of the record, such as `contact`. */
export function noSuch(noun: string, id?: number): NotFound {
  return new NotFound(id === undefined ? `There is no such ${noun}.` : `There is no ${noun} ${id}.`);
}

export class MethodNotAllowed extends errorOf(405, 'MethodNotAllowed') {
  constructor(verb: string, allowed: string) {
    super(`${verb} is not allowed here. Allowed: ${allowed}.`, { headers: { Allow: allowed } });
  }
}

/** The response has no such format. */
export class NotAcceptable extends errorOf(406, 'NotAcceptable') {}

export class RequestTimeout extends errorOf(408, 'RequestTimeout') {}

export class Conflict extends errorOf(409, 'Conflict') {}

export class Gone extends errorOf(410, 'Gone') {}

export class PreconditionFailed extends errorOf(412, 'PreconditionFailed') {
  /**
   * `meta` has the current ETag of the record that was changed meanwhile, if the record has an ETag. `errors` has one
   * error for each changed item of a list.
   */
  constructor(message: string, meta?: { ETag: string }, errors?: FieldError[]) {
    super(message, { meta, errors });
  }
}

export class PayloadTooLarge extends errorOf(413, 'PayloadTooLarge') {}

export class UnsupportedMediaType extends errorOf(415, 'UnsupportedMediaType') {}

export class RangeNotSatisfiable extends errorOf(416, 'RangeNotSatisfiable') {
  /** `size` is the size of the file in bytes. */
  constructor(size: number) {
    super(`The file has ${size} bytes. Request a range within them.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
}

export class IdempotencyConflict extends errorOf(422, 'IdempotencyConflict') {
  constructor(
    message = 'This Idempotency-Key was used for another request, or before your roles changed. Use a new key.',
  ) {
    super(message);
  }
}

export class TooManyRequests extends errorOf(429, 'TooManyRequests') {
  /** `retryAfter` is in whole seconds. */
  constructor(message: string, retryAfter: number) {
    super(message, { retryAfter });
  }
}

export class RequestHeaderFieldsTooLarge extends errorOf(431, 'RequestHeaderFieldsTooLarge') {}

/** 500 with a generic message. Only the log has the cause. */
export class InternalServerError extends errorOf(500, 'InternalServerError') {
  constructor(cause?: unknown) {
    super('The service failed. Report the request id to the operator, whose log has the cause.', { cause });
  }
}

export class Unavailable extends errorOf(503, 'ServiceUnavailable') {
  constructor(message = 'The service cannot respond now. Try again.', details: Details = {}) {
    super(message, { ...details, retryAfter: details.retryAfter ?? 1 });
  }
}

/** Another call held a lock for longer than this call may wait. */
export class InUse extends Unavailable {}

/** The database is read-only, or its disk is full. */
export class Unwritable extends Unavailable {}

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
