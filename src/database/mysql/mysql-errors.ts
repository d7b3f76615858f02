import type { DriverError, Failure } from '../driver/failure.js';

const contention = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'ER_TABLE_DEF_CHANGED',
  'ER_USER_LOCK_DEADLOCK',
  // Group Replication: a conflicting transaction of another member committed first.
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
]);
const lost = new Set([
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_SHUTDOWN_COMPLETE',
  'ER_FORCING_CLOSE',
  'ER_CLIENT_INTERACTION_TIMEOUT',
]);
/** The server refuses the user or the database of DATABASE_URL. An operator must correct the URL or the account. */
export const refusals: ReadonlySet<string> = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_NOT_SUPPORTED_AUTH_MODE',
  'ER_MUST_CHANGE_PASSWORD',
  'ER_MUST_CHANGE_PASSWORD_LOGIN',
  'ER_ACCOUNT_HAS_BEEN_LOCKED',
]);
const unavailable = new Set([
  ...refusals,
  'ER_CON_COUNT_ERROR',
  'ER_USER_LIMIT_REACHED',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_HOST_IS_BLOCKED',
  'ER_HANDSHAKE_ERROR',
  'ER_SERVER_OFFLINE_MODE',
  'ER_OUTOFMEMORY',
  'ER_OUT_OF_SORTMEMORY',
  'ER_OUT_OF_RESOURCES',
  'ER_CANT_CREATE_THREAD',
  'ER_CANT_OPEN_FILE',
  'ER_UNKNOWN_COM_ERROR',
  'ER_LOCK_TABLE_FULL',
  'ER_TOO_MANY_CONCURRENT_TRXS',
  'ER_BINLOG_LOGGING_IMPOSSIBLE',
  'ER_ERROR_DURING_COMMIT',
  'ER_ERROR_DURING_ROLLBACK',
  'ER_ENGINE_OUT_OF_MEMORY',
  // ER_GET_ERRNO: the storage engine failed. The message has its error number, or that of the operating system.
  'ER_GET_ERRNO',
  'ER_ERROR_ON_READ',
]);
const damaged = new Set(['ER_NOT_KEYFILE', 'ER_CRASHED_ON_USAGE', 'ER_CRASHED_ON_REPAIR', 'ER_INDEX_CORRUPT']);
const readOnly = new Set([
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_INNODB_READ_ONLY',
  'ER_INNODB_FORCED_RECOVERY',
]);
const full = new Set([
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'ER_ERROR_ON_WRITE',
  'ER_TEMP_FILE_WRITE_FAILURE',
  'EE_DISK_FULL',
]);
const tooLong = new Set(['ER_QUERY_INTERRUPTED', 'ER_QUERY_TIMEOUT', 'ER_FILSORT_ABORT']);

/** Failures of MariaDB by error number, because the driver derives `code` from MySQL's list of error numbers. */
const numbers: Record<number, Failure> = {
  // Galera: this node has left the cluster.
  1047: { kind: 'unavailable' },
  1927: { kind: 'lost' },
  1969: { kind: 'tooLong' },
};

/** TLS error codes of Node and OpenSSL. */
const untrusted = /^(HANDSHAKE_(NO_)?SSL|CERT_|ERR_(TLS|SSL)_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/;
/** Codes of the driver, the operating system and sockets for a failed connection. */
const ofConnection = /^(PROTOCOL_|HANDSHAKE_|AUTH_|POOL_|E[A-Z0-9]+$|ERR_(STREAM|SOCKET)_)/;
/** Codes for the loss of an open connection. */
const wasOpen = /^(PROTOCOL_|ECONNRESET$|EPIPE$|ECONNABORTED$|ENOTCONN$|ERR_(STREAM|SOCKET)_)/;

export function classifyMysql(error: DriverError): Failure {
  const { code, errno = 0, sqlState = '', message } = error;
  // The server numbers its errors from 1000. Errors before the handshake ("Too many connections") have no state.
  if (sqlState === '' && errno < 1000) return ofDriver(error);
  // SQLSTATE class 40: the transaction was rolled back.
  if (contention.has(code) || sqlState.startsWith('40')) return { kind: 'contention' };
  if (readOnly.has(code)) return { kind: 'unwritable', because: 'readOnly' };
  if (full.has(code) || (code === 'ER_GET_ERRNO' && /\b28\b/.test(message)))
    return { kind: 'unwritable', because: 'full' };
  if (tooLong.has(code)) return { kind: 'tooLong' };
  if (errno in numbers) return numbers[errno];
  if (damaged.has(code)) return { kind: 'damaged' };
  if (unavailable.has(code)) return { kind: 'unavailable' };
  // SQLSTATE class 08: the connection failed. A server whose process was paused reports this when the process resumes.
  if (lost.has(code) || sqlState.startsWith('08')) return { kind: 'lost' };
  const column = /column '([^']+)'/i.exec(message)?.[1] ?? '';
  switch (code) {
    case 'ER_DUP_ENTRY':
      return { kind: 'duplicate', index: /for key '(?:[^']*\.)?([^'.]+)'/.exec(message)?.[1] };
    case 'ER_NO_REFERENCED_ROW':
    case 'ER_NO_REFERENCED_ROW_2':
      return { kind: 'noReferenced', column: /FOREIGN KEY \(`([^`]+)`\)/.exec(message)?.[1] };
    case 'ER_ROW_IS_REFERENCED':
    case 'ER_ROW_IS_REFERENCED_2':
      return { kind: 'stillReferenced' };
    case 'ER_DATA_TOO_LONG':
      return { kind: 'value', code: 'Length', column };
    case 'ER_WARN_DATA_OUT_OF_RANGE':
    case 'ER_DATA_OUT_OF_RANGE':
    case 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD':
    case 'WARN_DATA_TRUNCATED':
      return { kind: 'value', code: 'Invalid', column };
    case 'ER_BAD_NULL_ERROR':
      return { kind: 'value', code: 'NotNull', column };
    default:
      return { kind: 'other' };
  }
}

function ofDriver({ code, message }: DriverError): Failure {
  if (untrusted.test(code)) return { kind: 'untrusted' };
  if (wasOpen.test(code) || /closed state|Connection lost|packets? out of order|Malformed packet/i.test(message))
    return { kind: 'lost' };
  if (ofConnection.test(code) || /^(Pool is closed|No connections available|Queue limit reached)/.test(message))
    return { kind: 'unavailable' };
  return { kind: 'other' };
}
