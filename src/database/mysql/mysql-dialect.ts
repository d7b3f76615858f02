import { regularExpression } from '../../record/lists/list-filters.js';
import type { FieldPacket, Pool, ResultSetHeader } from 'mysql2';
import {
  ClientDisconnected,
  DatabaseTimeout,
  QueryTooLong,
  type DatabaseLoad,
  type Dialect,
  type Row,
  type Session,
  type Written,
} from '../driver/dialect.js';
import type { OpenedRows } from '../../record/lists/list-options.js';
import { timeLeft, MysqlConnections, type Lease } from './mysql-connections.js';
import type { MysqlStopper } from './mysql-stopper.js';
import { openRows, rowsOf, type Statement } from './mysql-stream.js';
import { quote } from '../sql/quoted.js';

interface Server {
  /** Throws until the data source is connected. */
  pool: () => Pool;
  /** Call it after the pool is created. */
  isMariaDb: () => boolean;
  stopper: MysqlStopper;
  /** Milliseconds to wait for a connection, and for each response. */
  deadline: number;
  connections: number;
}

export class MysqlDialect implements Dialect {
  readonly isInProcess = false;
  readonly altersInTransactions = false;
  readonly lockClause = ' FOR UPDATE';
  readonly holdClause = ' LOCK IN SHARE MODE';
  readonly serverTime = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";
  readonly retryTimeout: number;
  private readonly connections: MysqlConnections;

  constructor(private readonly server: Server) {
    this.connections = new MysqlConnections(server.pool, server.connections, server.stopper);
    // Half of the deadline, because the last attempt may wait for a lock once more.
    this.retryTimeout = server.deadline / 2;
  }

  daysAfter(column: string, days: number): string {
    const later = `DATE_ADD(SUBSTR(${column}, 1, 19), INTERVAL ${days} DAY)`;
    return `CONCAT(DATE_FORMAT(${later}, '%Y-%m-%dT%H:%i:%s'), SUBSTR(${column}, 20))`;
  }

  upsertClause(_key: readonly string[], columns: readonly string[]): string {
    return `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${quote(name)} = VALUES(${quote(name)})`).join(', ')}`;
  }

  textMatch(text: string, atStart: boolean): { operator: string; pattern: string } {
    return { operator: 'REGEXP', pattern: regularExpression(text, atStart) };
  }

  async all(text: string, values: readonly unknown[], disconnect?: AbortSignal): Promise<Row[]> {
    const until = Date.now() + this.server.deadline;
    const lease = await this.connections.lease(until, disconnect);
    try {
      return await allRows(lease, { text, values, isMariaDb: this.server.isMariaDb(), disconnect }, timeLeft(until));
    } finally {
      lease.giveBack();
    }
  }

  async open(text: string, values: readonly unknown[], disconnect?: AbortSignal): Promise<OpenedRows<Row>> {
    const { deadline } = this.server;
    const until = Date.now() + deadline;
    const lease = await this.connections.lease(until, disconnect);
    const rows = await openRows(
      lease,
      { text, values, disconnect },
      { first: timeLeft(until) * shareOfServer, next: deadline },
    );
    lease.leaveShare();
    return rows;
  }

  async begin(): Promise<Session> {
    const until = Date.now() + this.server.deadline;
    const lease = await this.connections.lease(until);
    try {
      await responseOf(lease, { text: 'START TRANSACTION' }, timeLeft(until));
    } catch (error) {
      lease.abandon();
      throw error;
    }
    return new MysqlSession(lease, this.server.deadline, this.server.isMariaDb());
  }

  /** MariaDB 12 returns a word, such as OFF, instead of a number. */
  async isReadOnly(): Promise<boolean> {
    const [{ ReadOnly }] = await this.all('SELECT @@global.read_only AS ReadOnly', []);
    return !['0', 'OFF'].includes(String(ReadOnly));
  }

  load(): Pick<DatabaseLoad, 'connections' | 'waiting'> {
    return { connections: this.connections.inUse, waiting: this.connections.waiting };
  }

  /** Does nothing, because the server's settings decide how long it keeps its logs. */
  async purge(): Promise<boolean> {
    return true;
  }

  /** Does nothing, because the data source closes the pool. */
  async close(): Promise<void> {}
}

class MysqlSession implements Session {
  constructor(
    private readonly lease: Lease,
    private readonly deadline: number,
    private readonly isMariaDb: boolean,
  ) {}

  all(text: string, values: readonly unknown[]): Promise<Row[]> {
    return allRows(this.lease, { text, values, isMariaDb: this.isMariaDb }, this.deadline);
  }

  async run(text: string, values: readonly unknown[]): Promise<Written> {
    const [header] = await limited(this.lease, { text, values, isMariaDb: this.isMariaDb }, this.deadline);
    const { affectedRows, insertId } = header as ResultSetHeader;
    return { affected: affectedRows, insertId };
  }

  /** The step is more than 1 in a cluster, where each node generates keys from a sequence of its own. */
  async keyStep(): Promise<number> {
    const [{ step }] = await this.all('SELECT @@auto_increment_increment AS step', []);
    return Number(step);
  }

  async commit(): Promise<void> {
    await responseOf(this.lease, { text: 'COMMIT' }, this.deadline);
    this.lease.giveBack();
  }

  async rollback(): Promise<void> {
    try {
      await responseOf(this.lease, { text: 'ROLLBACK' }, this.deadline);
      this.lease.giveBack();
    } catch {
      this.lease.abandon();
    }
  }
}

/** The server's time limit as a fraction of REQUEST_DEADLINE, so that the server gives up before this process. */
const shareOfServer = 0.9;

/**
 * Runs one statement with a time limit in the server, which holds even if this process dies. MySQL can limit only
 * SELECT. To stop another statement, this process sends KILL.
 */
function limited(
  lease: Lease,
  { isMariaDb, ...statement }: Statement & { isMariaDb: boolean },
  deadline: number,
): Promise<[unknown, FieldPacket[] | undefined]> {
  const most = Math.max(Math.floor(deadline * shareOfServer), 1);
  const text = isMariaDb
    ? `SET STATEMENT max_statement_time=${most / 1000} FOR ${statement.text}`
    : statement.text.replace(/^\s*select\b/i, `SELECT /*+ MAX_EXECUTION_TIME(${most}) */`);
  return responseOf(lease, { ...statement, text }, deadline, (error, reject) => {
    void lease.stop().then((ran) => reject(ran && error instanceof DatabaseTimeout ? new QueryTooLong() : error));
  });
}

/**
 * Returns the response to one statement. A connection that does not respond in time is closed, because its late
 * response would be taken for the one to the next statement. `end` closes the connection and rejects with the error.
 */
function responseOf(
  lease: Lease,
  { text, values = [], disconnect }: Statement,
  deadline: number,
  end = (error: Error, reject: (error: Error) => void): void => {
    lease.abandon();
    reject(error);
  },
): Promise<[unknown, FieldPacket[] | undefined]> {
  return new Promise((resolve, reject) => {
    let given = false;
    const over = (): void => {
      given = true;
      clearTimeout(timer);
      disconnect?.removeEventListener('abort', onDisconnect);
    };
    const giveUp = (error: Error): void => {
      over();
      end(error, reject);
    };
    const onDisconnect = (): void => giveUp(new ClientDisconnected());
    const timer = setTimeout(() => giveUp(new DatabaseTimeout('no response')), deadline);
    disconnect?.addEventListener('abort', onDisconnect, { once: true });
    lease.connection.query<ResultSetHeader>(
      { sql: text, values: [...values], rowsAsArray: true },
      (error, result, fields) => {
        if (given) return;
        over();
        if (error) reject(error);
        else resolve([result, fields]);
      },
    );
  });
}

async function allRows(lease: Lease, statement: Statement & { isMariaDb: boolean }, deadline: number): Promise<Row[]> {
  const [rows, fields] = await limited(lease, statement, deadline);
  return Array.isArray(rows) ? (rows as unknown[][]).map(rowsOf(fields ?? [])) : [];
}
