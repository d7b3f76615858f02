import { regularExpression } from '../../record/lists/list-filters.js';
import type { FieldPacket, Pool, ResultSetHeader } from 'mysql2';
import {
  CallerLeft,
  DatabaseTimeout,
  QueryTooLong,
  type DatabaseLoad,
  type Dialect,
  type Row,
  type Session,
  type Written,
} from '../dialect.js';
import type { OpenedRows } from '../../record/lists/list-options.js';
import { left, MysqlConnections, type Lease } from './mysql-connections.js';
import type { MysqlStopper } from './mysql-stopper.js';
import { openRows, rowsOf, type Asked } from './mysql-stream.js';
import { quote } from '../quoted.js';

interface Server {
  /** Throws as long as there is none. */
  pool: () => Pool;
  /** Known once there is a pool. */
  isMariaDb: () => boolean;
  stopper: MysqlStopper;
  /** Milliseconds for a connection and for each answer. */
  deadline: number;
  connections: number;
}

/** MySQL or MariaDB over the data source's pool, with an end to every wait. */
export class MysqlDialect implements Dialect {
  readonly lockClause = ' FOR UPDATE';
  readonly holdClause = ' LOCK IN SHARE MODE';
  readonly retryTimeout: number;
  private readonly connections: MysqlConnections;

  constructor(private readonly server: Server) {
    this.connections = new MysqlConnections(server.pool, server.connections, server.stopper);
    // One more wait for a lock must fit behind it.
    this.retryTimeout = server.deadline / 2;
  }

  upsertClause(_key: readonly string[], columns: readonly string[]): string {
    return `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${quote(name)} = VALUES(${quote(name)})`).join(', ')}`;
  }

  textMatch(text: string, atStart: boolean): { operator: string; pattern: string } {
    return { operator: 'REGEXP', pattern: regularExpression(text, atStart) };
  }

  async all(text: string, values: readonly unknown[], leaving?: AbortSignal): Promise<Row[]> {
    const until = Date.now() + this.server.deadline;
    const lease = await this.connections.lease(until, leaving);
    try {
      return await allRows(lease, { text, values, isMariaDb: this.server.isMariaDb(), leaving }, left(until));
    } finally {
      lease.giveBack();
    }
  }

  async open(text: string, values: readonly unknown[], leaving?: AbortSignal): Promise<OpenedRows<Row>> {
    const { deadline } = this.server;
    const until = Date.now() + deadline;
    const lease = await this.connections.lease(until, leaving);
    return openRows(lease, { text, values, leaving }, { first: left(until) * shareOfServer, next: deadline });
  }

  async begin(): Promise<Session> {
    const until = Date.now() + this.server.deadline;
    const lease = await this.connections.lease(until);
    try {
      await answerOf(lease, { text: 'START TRANSACTION' }, left(until));
    } catch (error) {
      lease.abandon();
      throw error;
    }
    return new MysqlSession(lease, this.server.deadline, this.server.isMariaDb());
  }

  /** MariaDB 12 has words for it. */
  async isReadOnly(): Promise<boolean> {
    const [{ ReadOnly }] = await this.all('SELECT @@global.read_only AS ReadOnly', []);
    return !['0', 'OFF'].includes(String(ReadOnly));
  }

  load(): Omit<DatabaseLoad, 'streams'> {
    return { connections: this.connections.inUse, waiting: this.connections.waiting };
  }

  /** Its logs are the server's, and kept as long as that is told to. */
  async purge(): Promise<boolean> {
    return true;
  }

  /** The pool is the data source's to close. */
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

  /** Nodes of a cluster share the numbers out among themselves. */
  async keyStep(): Promise<number> {
    const [{ step }] = await this.all('SELECT @@auto_increment_increment AS step', []);
    return Number(step);
  }

  async commit(): Promise<void> {
    await answerOf(this.lease, { text: 'COMMIT' }, this.deadline);
    this.lease.giveBack();
  }

  async rollback(): Promise<void> {
    try {
      await answerOf(this.lease, { text: 'ROLLBACK' }, this.deadline);
      this.lease.giveBack();
    } catch {
      this.lease.abandon();
    }
  }
}

/** Of a statement's time, what the server has: its own word comes before that of a timer here. */
const shareOfServer = 0.9;

/**
 * One statement with an end in the database: the server stops it by itself, so that it ends as well when this process
 * does; where it does not (MySQL limits SELECT alone), it is told to.
 */
function limited(
  lease: Lease,
  { isMariaDb, ...asked }: Asked & { isMariaDb: boolean },
  deadline: number,
): Promise<[unknown, FieldPacket[] | undefined]> {
  const most = Math.max(Math.floor(deadline * shareOfServer), 1);
  const text = isMariaDb
    ? `SET STATEMENT max_statement_time=${most / 1000} FOR ${asked.text}`
    : asked.text.replace(/^\s*select\b/i, `SELECT /*+ MAX_EXECUTION_TIME(${most}) */`);
  return answerOf(lease, { ...asked, text }, deadline, (error, reject) => {
    void lease.stop().then((ran) => reject(ran && error instanceof DatabaseTimeout ? new QueryTooLong() : error));
  });
}

/**
 * The answer to one statement. A connection that does not answer in time is closed: its answer would be taken for the
 * next one's. end: closes it, and then passes the error on.
 */
function answerOf(
  lease: Lease,
  { text, values = [], leaving }: Asked,
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
      leaving?.removeEventListener('abort', leave);
    };
    const giveUp = (error: Error): void => {
      over();
      end(error, reject);
    };
    const leave = (): void => giveUp(new CallerLeft());
    const timer = setTimeout(() => giveUp(new DatabaseTimeout('no answer')), deadline);
    leaving?.addEventListener('abort', leave, { once: true });
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

async function allRows(lease: Lease, asked: Asked & { isMariaDb: boolean }, deadline: number): Promise<Row[]> {
  const [rows, fields] = await limited(lease, asked, deadline);
  return Array.isArray(rows) ? (rows as unknown[][]).map(rowsOf(fields ?? [])) : [];
}
