import { Conflict, Invalid, ServiceError, Unavailable } from '../errors/errors.js';
import { fieldError } from '../record/field-error.js';
import { DatabaseTimeout } from './dialect.js';

/** What a driver's error means, whichever database says it. */
export type Failure =
  /** Nothing happened and the same may work at once: a deadlock, a lock that was not given. */
  | { kind: 'contention' }
  /** The connection or the server is gone. */
  | { kind: 'lost' }
  /** The server does not answer, or cannot write. */
  | { kind: 'unavailable' }
  /** The columns, or on MySQL the name of the index. */
  | { kind: 'duplicate'; columns?: string[]; index?: string }
  | { kind: 'noReferenced'; column?: string }
  | { kind: 'stillReferenced' }
  /** A reference is broken, and the database does not say from which side. */
  | { kind: 'reference' }
  | { kind: 'value'; code: 'Length' | 'Invalid' | 'NotNull'; column: string }
  | { kind: 'other' };

const lost = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ER_SERVER_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_NORMAL_SHUTDOWN',
]);
const unavailable = new Set([
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ER_CON_COUNT_ERROR',
  'ER_USER_LIMIT_REACHED',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'ER_ERROR_ON_WRITE',
  'ER_OUT_OF_RESOURCES',
  'ER_UNKNOWN_COM_ERROR',
  'ER_LOCK_TABLE_FULL',
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
  'HANDSHAKE_NO_SSL_SUPPORT',
]);
/** Galera: this node is not part of the cluster now. MySQL's driver has no name for it. */
const notReady = 1047;
const sqliteUnavailable = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|NOMEM|PROTOCOL)/;

interface DriverError {
  code?: string;
  errno?: number;
  message: string;
}

export function classify(error: unknown): Failure {
  if (error instanceof DatabaseTimeout) return { kind: 'unavailable' };
  if (!isError(error)) return { kind: 'other' };
  const { code = '', errno, message } = ((error as { driverError?: Error }).driverError ?? error) as DriverError;
  if (
    code === 'ER_LOCK_DEADLOCK' ||
    code === 'ER_LOCK_WAIT_TIMEOUT' ||
    code === 'ER_CHECKREAD' ||
    /^SQLITE_(BUSY|LOCKED)/.test(code)
  )
    return { kind: 'contention' };
  if (lost.has(code) || /closed state|Connection lost/i.test(message)) return { kind: 'lost' };
  if (
    unavailable.has(code) ||
    errno === notReady ||
    sqliteUnavailable.test(code) ||
    /^Pool is closed|database connection is not open/.test(message)
  )
    return { kind: 'unavailable' };
  return constraint(code, message);
}

function constraint(code: string, message: string): Failure {
  const named = /column '([^']+)'/i.exec(message)?.[1];
  switch (code) {
    case 'ER_DUP_ENTRY':
      return { kind: 'duplicate', index: /for key '(?:[^']*\.)?([^'.]+)'/.exec(message)?.[1] };
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return {
        kind: 'duplicate',
        columns: /failed: (.+)$/
          .exec(message)?.[1]
          .split(', ')
          .map((column) => column.replace(/^.*\./, '')),
      };
    case 'ER_NO_REFERENCED_ROW':
    case 'ER_NO_REFERENCED_ROW_2':
      return { kind: 'noReferenced', column: /FOREIGN KEY \(`([^`]+)`\)/.exec(message)?.[1] };
    case 'ER_ROW_IS_REFERENCED':
    case 'ER_ROW_IS_REFERENCED_2':
    case 'SQLITE_CONSTRAINT_TRIGGER':
      return { kind: 'stillReferenced' };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'reference' };
    case 'ER_DATA_TOO_LONG':
      return { kind: 'value', code: 'Length', column: named ?? '' };
    case 'ER_WARN_DATA_OUT_OF_RANGE':
    case 'ER_DATA_OUT_OF_RANGE':
    case 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD':
    case 'WARN_DATA_TRUNCATED':
      return { kind: 'value', code: 'Invalid', column: named ?? '' };
    case 'ER_BAD_NULL_ERROR':
      return { kind: 'value', code: 'NotNull', column: named ?? '' };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return { kind: 'value', code: 'NotNull', column: /\.(\w+)$/.exec(message)?.[1] ?? '' };
    default:
      return { kind: 'other' };
  }
}

/** A statement that failed for no reason the caller could mend. Holds its text with placeholders, never its values. */
export class QueryError extends Error {
  constructor(
    readonly code: string,
    readonly statement: string,
  ) {
    super(`The database refused a statement (${code}).`);
    this.name = 'QueryError';
  }
}

/** A driver's error as the service's own. columnsOf: the columns of a unique index, by its name. */
export function serviceError(
  error: unknown,
  statement: string,
  columnsOf: (index: string) => readonly string[] | undefined = () => undefined,
): unknown {
  if (error instanceof ServiceError || error instanceof QueryError) return error;
  const failure = classify(error);
  switch (failure.kind) {
    case 'contention':
      return new Unavailable('The record is in use. Try again.', { retryAfter: 1, cause: withoutValues(error) });
    case 'lost':
    case 'unavailable':
      return new Unavailable('The database does not answer. Try again.', {
        retryAfter: 2,
        cause: withoutValues(error),
      });
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

const valueProblem = { Length: 'is too long', Invalid: 'is out of range', NotNull: 'is required' };

function duplicate(columns: readonly string[]): Conflict {
  const same = columns.length === 0 ? 'key' : columns.join(', ');
  return new Conflict(`There is a record with the same ${same} already.`, {
    errors: columns.map((column) => fieldError('Duplicate', column, 'is in use already')),
  });
}

export function unknownReference(columns: readonly string[]): Invalid {
  const named = columns.length === 0 ? ['Reference'] : columns;
  return new Invalid(named.map((column) => fieldError('Unknown', column, 'refers to a record that does not exist')));
}

function stillReferenced(): Conflict {
  return new Conflict('Other records still refer to this one.');
}

/** A driver's errors may come from another realm. */
function isError(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error;
}

/** The driver puts statements with their values into its errors. */
function withoutValues(error: unknown): Error | undefined {
  if (!isError(error)) return undefined;
  const { code } = error as { code?: unknown };
  return new Error(`${typeof code === 'string' ? `${code}: ` : ''}${describe(error)}`);
}

/** The message without the parts in quotes, which may be a row's values. */
function describe(error: Error): string {
  return error.message.replace(/'(?:[^'\\]|\\.|'')*'/g, "'…'");
}
