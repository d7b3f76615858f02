import { classifyMysql } from './mysql-errors.js';

/** What the server says, as the driver gives it: MariaDB's own numbers have no name there. */
const ofServer = (code: string, sqlState = 'HY000', errno = 0) =>
  classifyMysql({ code, errno, sqlState, message: `${code} said` });

it.each([
  ['ER_LOCK_DEADLOCK', '40001', 0, 'contention'],
  ['ER_LOCK_WAIT_TIMEOUT', 'HY000', 0, 'contention'],
  ['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', '40000', 0, 'contention'],
  ['ER_NET_READ_INTERRUPTED', '08S01', 1159, 'lost'],
  ['ER_NEW_ABORTING_CONNECTION', '08S01', 1184, 'lost'],
  ['ER_SERVER_SHUTDOWN', '08S01', 1053, 'lost'],
  ['', '70100', 1927, 'lost'],
  ['', '70100', 1969, 'tooLong'],
  ['ER_QUERY_INTERRUPTED', '70100', 1317, 'tooLong'],
  ['ER_QUERY_TIMEOUT', 'HY000', 3024, 'tooLong'],
  ['ER_UNKNOWN_COM_ERROR', '08S01', 1047, 'unavailable'],
  ['ER_CON_COUNT_ERROR', '08004', 1040, 'unavailable'],
  ['ER_CANT_CREATE_THREAD', 'HY000', 1135, 'unavailable'],
  ['ER_PARSE_ERROR', '42000', 1064, 'other'],
])('what the server says with %s (%s, %i) is %s', (code, state, errno, kind) => {
  expect(ofServer(code, state, errno)).toEqual({ kind });
});

it.each([
  ['ER_OPTION_PREVENTS_STATEMENT', 'readOnly'],
  ['ER_READ_ONLY_MODE', 'readOnly'],
  ['ER_DISK_FULL', 'full'],
  ['ER_RECORD_FILE_FULL', 'full'],
])('%s says that the database takes no changes: %s', (code, because) => {
  expect(ofServer(code)).toEqual({ kind: 'unwritable', because });
});

it('a storage engine without room on its disk is full', () => {
  const message = 'Got error 28 "No space left on device" from storage engine InnoDB';
  expect(classifyMysql({ code: 'ER_GET_ERRNO', errno: 1030, sqlState: 'HY000', message })).toEqual({
    kind: 'unwritable',
    because: 'full',
  });
});

it.each([
  ['PROTOCOL_CONNECTION_LOST', 'lost'],
  ['PROTOCOL_ERROR', 'lost'],
  ['ECONNRESET', 'lost'],
  ['ERR_STREAM_DESTROYED', 'lost'],
  ['ECONNREFUSED', 'unavailable'],
  ['EMFILE', 'unavailable'],
  ['EADDRNOTAVAIL', 'unavailable'],
  ['EPROTO', 'unavailable'],
  ['HANDSHAKE_UNKNOWN_ERROR', 'unavailable'],
  ['AUTH_SWITCH_PLUGIN_ERROR', 'unavailable'],
  ['HANDSHAKE_SSL_ERROR', 'untrusted'],
  ['CERT_HAS_EXPIRED', 'untrusted'],
  ['ERR_INVALID_ARG_TYPE', 'other'],
])('%s of the driver or the connection is %s', (code, kind) => {
  expect(classifyMysql({ code, message: '' })).toEqual({ kind });
});

it.each(["Can't add new command when connection is in closed state", "Can't write in closed state"])(
  'a connection that the driver has closed is lost (%s)',
  (message) => expect(classifyMysql({ code: '', message })).toEqual({ kind: 'lost' }),
);
