import {
  Conflict,
  InUse,
  Invalid,
  RequestTimeout,
  ServiceError,
  TooManyRequests,
  Unavailable,
  Unwritable,
} from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { isError, type Failure } from './failure.js';

/** A statement failed through no fault of the client. Keeps its text with placeholders, never its values. */
export class QueryError extends Error {
  constructor(
    readonly code: string,
    readonly statement: string,
  ) {
    super(`The database refused a statement (${code}).`);
    this.name = 'QueryError';
  }
}

const queryTooLong = 'The query took too long. Narrow it with a filter, a shorter range or a smaller take.';

export function listTooLong(fields: readonly string[]): Unavailable {
  const without = fields.length > 0 ? ` There is no index on ${fields.join(', ')}.` : '';
  return new Unavailable(`${queryTooLong}${without}`, { retryAfter: 10 });
}

/** Maps a driver's error to an error of the service. `columnsOf` returns the columns of a unique index. */
export function serviceError(
  error: unknown,
  failure: Failure,
  statement: string,
  columnsOf: (index: string) => readonly string[] | undefined = () => undefined,
): unknown {
  if (error instanceof ServiceError || error instanceof QueryError) return error;
  switch (failure.kind) {
    case 'contention':
      return new InUse('The record is in use. Try again.', { retryAfter: 1, cause: withoutValues(error) });
    case 'lost':
    case 'unavailable':
    case 'untrusted':
      return new Unavailable('The database does not respond. Try again.', {
        retryAfter: 2,
        cause: withoutValues(error),
      });
    case 'damaged':
      return new Unavailable('The database file is damaged. Its operator has to restore a backup.', {
        retryAfter: 60,
        cause: withoutValues(error),
      });
    case 'busy':
      if (failure.ofUser !== undefined)
        return new TooManyRequests(
          `You already have ${failure.ofUser} calls that use the database, which is the limit for one user. ` +
            'Try again when one of them has ended.',
          2,
        );
      return new Unavailable('All connections of the service to its database are in use. Try again.', {
        retryAfter: 2,
        cause: withoutValues(error),
      });
    case 'unwritable':
      return new Unwritable(unwritable[failure.because], { retryAfter: 10, cause: withoutValues(error) });
    case 'tooLong':
      return new Unavailable(
        /^[\s(]*(select|with)\b/i.test(statement)
          ? queryTooLong
          : 'The change took too long, and nothing was changed. Send fewer records at once, or try again.',
        { retryAfter: 10, cause: withoutValues(error) },
      );
    case 'disconnected':
      return new RequestTimeout('The client disconnected before the response was ready.');
    case 'duplicate':
      return duplicate(failure.columns ?? (failure.index === undefined ? undefined : columnsOf(failure.index)) ?? []);
    case 'noReferenced':
      return unknownReference(failure.column === undefined ? [] : [failure.column]);
    case 'reference':
      return /^\s*delete/i.test(statement) ? stillReferenced() : unknownReference([]);
    case 'stillReferenced':
      return stillReferenced();
    case 'value':
      return new Invalid([fieldError(failure.code, failure.column, valueProblem[failure.code])]);
    case 'other':
      return isError(error) && 'code' in error
        ? new QueryError(`${String(error.code)}: ${describe(error)}`, statement)
        : error;
  }
}

/** Returns the error for a connection that was lost between a COMMIT and its response. */
export function unknownOutcome(cause: unknown): Unavailable {
  return new Unavailable(
    'The connection to the database was lost before it confirmed the change, so the change may or may not be stored. ' +
      'With an Idempotency-Key, send the same call again. Without one, read the records first.',
    { retryAfter: 2, cause: cause instanceof Error ? cause.cause : undefined, meta: { Outcome: 'Unknown' } },
  );
}

const unwritable = {
  readOnly: 'The database is read-only now: nothing can be changed until its operator makes it writable again.',
  full: 'The disk of the database is full: nothing can be changed until its operator makes room.',
};

const valueProblem = { Length: 'is too long', Invalid: 'is out of range', NotNull: 'is required' };

function duplicate(columns: readonly string[]): Conflict {
  const same = columns.length === 0 ? 'key' : columns.join(', ');
  return new Conflict(`Another record has the same ${same}.`, {
    errors: columns.map((column) => fieldError('Duplicate', column, 'is already in use')),
  });
}

export function unknownReference(columns: readonly string[]): Invalid {
  const named = columns.length === 0 ? ['Reference'] : columns;
  return new Invalid(named.map((column) => fieldError('Unknown', column, 'refers to a record that does not exist')));
}

function stillReferenced(): Conflict {
  return new Conflict('Other records still refer to this one.');
}

/** A copy of the error for the log. The driver's own error contains the statement with its values. */
function withoutValues(error: unknown): Error | undefined {
  if (!isError(error)) return undefined;
  const { code } = error as { code?: unknown };
  return new Error(`${typeof code === 'string' ? `${code}: ` : ''}${describe(error)}`);
}

/** The message without its quoted parts, which may be a row's values. */
function describe(error: Error): string {
  return error.message.replace(/'(?:[^'\\]|\\.|'')*'/g, "'…'");
}
