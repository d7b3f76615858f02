import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2';
import { driverErrorOf } from '../driver/failure.js';
import { classifyMysql } from './mysql-errors.js';
import { inspectMysqlAtStart } from './mysql-inspection.js';

describe('the checks of MySQL at each start', () => {
  const findings = (server: { Now: number; MaxConnections: number }) =>
    inspectMysqlAtStart(<T>() => Promise.resolve([server as T]), 12);

  it('warn of a clock that differs by a minute, and of a server with too few connections', async () => {
    expect(await findings({ Now: Date.now() - 70_000, MaxConnections: 10 })).toEqual([
      {
        level: 'warn',
        what: expect.stringMatching(/^The server's clock and this one differ by 7\d\.\d s\.$/),
        todo: 'Run a time service (NTP) on both machines.',
      },
      {
        level: 'warn',
        what: 'The server allows 10 connections, but one instance opens up to 12.',
        todo: 'Raise max_connections, or lower DATABASE_POOL.',
      },
    ]);
  });

  it('find nothing on a server with connections to spare, whose clock differs by less', async () => {
    const found = await findings({ Now: Date.now() + 40_000, MaxConnections: 151 });
    expect(found.map(({ level }) => level)).toEqual(['ok', 'ok']);
  });
});

describe('errors of MySQL', () => {
  /** An error of the server as the driver returns it. The driver has no names for MariaDB's own numbers. */
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
    ['ER_CON_COUNT_ERROR', '', 1040, 'unavailable'],
    ['ER_HOST_IS_BLOCKED', '', 1129, 'unavailable'],
    ['ER_SERVER_SHUTDOWN', '', 1053, 'lost'],
    ['ER_HANDSHAKE_ERROR', '08S01', 1043, 'unavailable'],
    ['ER_GET_ERRNO', 'HY000', 1030, 'unavailable'],
    ['ER_FILSORT_ABORT', 'HY000', 1028, 'tooLong'],
    ['ER_TABLE_DEF_CHANGED', 'HY000', 1412, 'contention'],
    ['ER_USER_LOCK_DEADLOCK', 'HY000', 3058, 'contention'],
    ['ER_XA_RBDEADLOCK', '40000', 1614, 'contention'],
    ['ER_CRASHED_ON_USAGE', 'HY000', 1194, 'damaged'],
    ['ER_PARSE_ERROR', '42000', 1064, 'other'],
  ])('classifies the server\'s %s (state "%s", number %i) as %s', (code, state, errno, kind) => {
    expect(ofServer(code, state, errno)).toEqual({ kind });
  });

  it.each([
    ['ER_OPTION_PREVENTS_STATEMENT', 'readOnly'],
    ['ER_READ_ONLY_MODE', 'readOnly'],
    ['ER_DISK_FULL', 'full'],
    ['ER_RECORD_FILE_FULL', 'full'],
  ])('classifies %s as a database that rejects writes: %s', (code, because) => {
    expect(ofServer(code)).toEqual({ kind: 'unwritable', because });
  });

  it('classifies a storage engine whose disk is full as full', () => {
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
    ['EPIPE', 'lost'],
    ['PROTOCOL_SEQUENCE_TIMEOUT', 'lost'],
    ['HANDSHAKE_UNKNOWN_ERROR', 'unavailable'],
    ['AUTH_SWITCH_PLUGIN_ERROR', 'unavailable'],
    ['HANDSHAKE_SSL_ERROR', 'untrusted'],
    ['CERT_HAS_EXPIRED', 'untrusted'],
    ['ERR_INVALID_ARG_TYPE', 'other'],
  ])('classifies %s of the driver or the connection as %s', (code, kind) => {
    expect(classifyMysql({ code, message: '' })).toEqual({ kind });
  });

  it.each(["Can't add new command when connection is in closed state", "Can't write in closed state"])(
    'classifies a connection that the driver has closed as lost (%s)',
    (message) => expect(classifyMysql({ code: '', message })).toEqual({ kind: 'lost' }),
  );

  it.each(['Pool is closed.', 'No connections available.', 'Queue limit reached.'])(
    'classifies a pool that gives no connection as unavailable (%s)',
    (message) => expect(classifyMysql({ code: '', message })).toEqual({ kind: 'unavailable' }),
  );

  it('classifies a server at its connection limit, which refuses before the handshake, as unavailable', async () => {
    const text = Buffer.from('Too many connections');
    const packet = Buffer.from([text.length + 3, 0, 0, 0, 0xff, 1040 % 256, 1040 >> 8, ...text]);
    const server = createServer((socket) => socket.end(packet)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = createConnection({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    const [error] = (await once(connection, 'error').catch((refused: unknown) => [refused])) as [Error];
    expect(error).toMatchObject({ errno: 1040, sqlState: '' });
    expect(classifyMysql(driverErrorOf(error)!)).toEqual({ kind: 'unavailable' });
    connection.destroy();
    server.close();
  });
});

describe('reserved words', () => {
  /** Words that MySQL 8 reserves and MariaDB does not. Only MySQL refuses them as the name of a column in a result. */
  const reserved =
    'cube cume_dist dense_rank empty except first_value function generated get grouping groups intersect ' +
    'io_after_gtids io_before_gtids json_table lag last_value lateral lead library manual master_bind ' +
    'nth_value ntile of optimizer_costs parallel percent_rank qualify rank recursive row_number stored ' +
    'system tablesample virtual window';

  it('gives no column of a result a name that MySQL reserves', () => {
    const src = join(__dirname, '../..');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!spec)\.ts$/.test(name));
    const word = new RegExp(`\\bAS (${reserved.replaceAll(' ', '|')})\\b`, 'gi');
    const found = files.flatMap((name) => {
      const names = readFileSync(join(src, name), 'utf8').match(word) ?? [];
      return names.map((alias) => `${name}: ${alias}`);
    });
    expect(files.length).toBeGreaterThan(100);
    // This skips lower-case words, such as `as const` of TypeScript.
    expect(found.filter((alias) => alias.includes(': AS '))).toEqual([]);
  });
});
