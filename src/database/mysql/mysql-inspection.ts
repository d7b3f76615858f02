import sql, { raw, type Sql } from 'sql-template-tag';
import type { Class } from '../../record/field-types.js';
import { QueryError } from '../driver/db-errors.js';
import { fail, ok, warn, type Ask, type Finding } from '../driver/finding.js';
import { storedFields } from '../schema/columns.js';
import { tableOf } from '../schema/table.js';
import { quoted } from '../sql/quoted.js';
import type { Collations } from './collations.js';
import { isMariaDb } from './mysql-version.js';

interface Server extends Limits {
  Version: string;
  Flush: number;
  Binlog: number;
  SyncBinlog: number;
  Doublewrite: number | string;
  Mode: string;
  MaxPacket: number;
}

interface Limits {
  /** The server's clock, in milliseconds since 1970. */
  Now: number;
  MaxConnections: number;
}

/** Differences in seconds between the clocks of the server and of this machine that cause a warning and a failure. */
const clockSkew = { warn: 2, fail: 30 };
const packetNeeded = 16_777_216;

const limits = sql`CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS UNSIGNED) AS Now, @@max_connections AS MaxConnections`;

/**
 * Checks what the service tells at each start, because calls would fail later. It tolerates a minute between the
 * clocks: a busy server answers late, which looks like a wrong clock.
 */
export async function inspectMysqlAtStart(ask: Ask, connections: number): Promise<Finding[]> {
  const [server] = await ask<Limits>(sql`SELECT ${limits}`);
  return [clock(server, Date.now(), { warn: 60, fail: Infinity }), pool(server, connections)];
}

/**
 * `host` is the host name in DATABASE_URL. `connections` is the maximum number of connections that one instance opens.
 */
export async function inspectMysql(
  ask: Ask,
  entities: readonly Class[],
  collations: Collations,
  host: string,
  connections: number,
): Promise<Finding[]> {
  const [server] = await ask<Server>(sql`
    SELECT VERSION() AS Version, ${limits}, @@innodb_flush_log_at_trx_commit AS Flush, @@log_bin AS Binlog,
      @@sync_binlog AS SyncBinlog, @@innodb_doublewrite AS Doublewrite, @@sql_mode AS Mode,
      @@max_allowed_packet AS MaxPacket`);
  return [
    await encryption(ask, host),
    ...inOrder(collations),
    clock(server, Date.now()),
    ...durability(server),
    await sessions(ask, server),
    ...(await auditRights(ask, entities)),
    pool(server, connections),
    server.MaxPacket >= packetNeeded
      ? ok(`max_allowed_packet is ${server.MaxPacket}.`)
      : warn(`max_allowed_packet is ${server.MaxPacket}.`, `Set it to ${packetNeeded} or more for imports.`),
  ];
}

function pool({ MaxConnections }: Limits, connections: number): Finding {
  return MaxConnections > connections
    ? ok(`The server allows ${MaxConnections} connections; an instance opens at most ${connections}.`)
    : warn(
        `The server allows ${MaxConnections} connections, but one instance opens up to ${connections}.`,
        'Raise max_connections, or lower DATABASE_POOL.',
      );
}

async function encryption(ask: Ask, host: string): Promise<Finding> {
  const [status] = await ask<{ Value: string } | undefined>(sql`SHOW SESSION STATUS LIKE 'Ssl_cipher'`);
  if (status?.Value) return ok(`The connection to the database is encrypted (${status.Value}).`);
  const what = 'The connection to the database is not encrypted';
  return /^(localhost$|127\.|::1$)/.test(host)
    ? ok(`${what}, and stays on this machine.`)
    : warn(`${what}.`, "Add ?ssl-ca=<file> to DATABASE_URL, or ?ssl=true if Node trusts the certificate's CA.");
}

function inOrder({ wanted, database, others }: Collations): Finding[] {
  const todo = 'Back up the database, then run `agency migrate` as its owner. The command converts the collations.';
  return [
    database === wanted
      ? ok(`The database's collation is ${wanted}.`)
      : fail(`The database's collation is ${database}, not ${wanted}.`, todo),
    others.length === 0
      ? ok(`The collation of every table is ${wanted}.`)
      : fail(`These tables have another collation: ${others.join(', ')}.`, todo),
  ];
}

function clock({ Now }: Limits, here: number, skew = clockSkew): Finding {
  const seconds = Math.abs(Now - here) / 1000;
  if (seconds < skew.warn) return ok("The server's clock agrees with this one.");
  const what = `The server's clock and this one differ by ${seconds.toFixed(1)} s.`;
  const todo = 'Run a time service (NTP) on both machines.';
  return seconds < skew.fail ? warn(what, todo) : fail(what, todo);
}

function durability({ Flush, Binlog, SyncBinlog, Doublewrite }: Server): Finding[] {
  const lost = 'A crash of the server may lose acknowledged writes.';
  return [
    Flush === 1
      ? ok('innodb_flush_log_at_trx_commit is 1.')
      : warn(`innodb_flush_log_at_trx_commit is ${Flush}. ${lost}`, 'Set it to 1.'),
    Binlog === 0 || SyncBinlog === 1
      ? ok(Binlog === 0 ? 'The binary log is off, so sync_binlog does not matter.' : 'sync_binlog is 1.')
      : warn(`sync_binlog is ${SyncBinlog}: replicas and restored logs may lack acknowledged writes.`, 'Set it to 1.'),
    [1, 'ON', '1'].includes(Doublewrite)
      ? ok('innodb_doublewrite is on.')
      : warn('innodb_doublewrite is off: a power cut may damage pages.', 'Switch it on.'),
  ];
}

/** Checks the SQL mode and the isolation level, which the service sets for each session. */
async function sessions(ask: Ask, { Mode, Version }: Server): Promise<Finding> {
  const [isolation] = isMariaDb(Version)
    ? await ask<{ Level: string } | undefined>(sql`SELECT @@tx_isolation AS Level`)
    : await ask<{ Level: string } | undefined>(sql`SELECT @@transaction_isolation AS Level`);
  return Mode.includes('STRICT_ALL_TABLES') && isolation?.Level === 'READ-COMMITTED'
    ? ok('Sessions are strict and READ COMMITTED.')
    : fail(
        `Sessions are ${isolation?.Level ?? 'unknown'} with sql_mode '${Mode}'.`,
        'The server, or a proxy in front of it, overrides the session variables that the service sets. Allow them.',
      );
}

/**
 * Tests with EXPLAIN whether the database user may change the audit, whose tables are `appendOnly`. EXPLAIN needs the
 * same rights as the statement that it explains, and changes nothing.
 */
async function auditRights(ask: Ask, entities: readonly Class[]): Promise<Finding[]> {
  const answers: (string | undefined)[] = [];
  for (const entity of entities.filter((entity) => tableOf(entity).appendOnly)) {
    const table = raw(tableOf(entity).name);
    const column = quoted(storedFields(entity)[0].name);
    answers.push(await answerTo(ask, sql`EXPLAIN UPDATE ${table} SET ${column} = ${column}`));
    answers.push(await answerTo(ask, sql`EXPLAIN DELETE FROM ${table}`));
  }
  if (answers.includes('ER_NO_SUCH_TABLE')) return [];
  return answers.every((answer) => answer === 'ER_TABLEACCESS_DENIED_ERROR')
    ? [ok('The user of DATABASE_URL can add to the audit and change nothing in it.')]
    : [
        warn(
          'The user of DATABASE_URL could change or delete rows of the audit.',
          'Run the service as a user that has only the rights in docs/operations.md.',
        ),
      ];
}

/** Returns the code of the error with which the database refuses the statement, or undefined if it accepts it. */
async function answerTo(ask: Ask, query: Sql): Promise<string | undefined> {
  try {
    await ask(query);
    return undefined;
  } catch (error) {
    if (error instanceof QueryError) return /^\w+/.exec(error.code)?.[0];
    throw error;
  }
}
