import type { DriverError, Failure } from '../failure.js';

const contention = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  // Group Replication: a transaction of another member came first.
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
]);
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

/** What the codes of MySQL, MariaDB and their driver mean. */
export function classifyMysql({ code, errno, message }: DriverError): Failure {
  if (contention.has(code)) return { kind: 'contention' };
  if (lost.has(code) || /closed state|Connection lost/i.test(message)) return { kind: 'lost' };
  if (unavailable.has(code) || errno === notReady || message.startsWith('Pool is closed'))
    return { kind: 'unavailable' };
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
