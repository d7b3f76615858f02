import { regularExpression } from '../../record/lists/list-filters.js';
import type { FieldPacket, Pool, ResultSetHeader } from 'mysql2';
import { DatabaseTimeout, type DatabaseLoad, type Dialect, type Row, type Session, type Written } from '../dialect.js';
import type { OpenedRows } from '../../record/lists/list-options.js';
import { left, MysqlConnections, type Lease } from './mysql-connections.js';
import { openRows, rowsOf } from './mysql-stream.js';
import { quote } from '../quoted.js';

interface Limits {
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

  constructor(
    pool: () => Pool,
    private readonly limits: Limits,
  ) {
    this.connections = new MysqlConnections(pool, limits.connections);
    // One more wait for a lock must fit behind it.
    this.retryTimeout = limits.deadline / 2;
  }

  upsertClause(_key: readonly string[], columns: readonly string[]): string {
    return `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${quote(name)} = VALUES(${quote(name)})`).join(', ')}`;
  }

  textMatch(text: string, atStart: boolean): { operator: string; pattern: string } {
    return { operator: 'REGEXP', pattern: regularExpression(text, atStart) };
  }

  async all(text: string, values: readonly unknown[]): Promise<Row[]> {
    const until = Date.now() + this.limits.deadline;
    const lease = await this.connections.lease(until);
    try {
      return await allRows(lease, text, values, left(until));
    } finally {
      lease.giveBack();
    }
  }

  async open(text: string, values: readonly unknown[]): Promise<OpenedRows<Row>> {
    const { deadline } = this.limits;
    const until = Date.now() + deadline;
    const lease = await this.connections.lease(until);
    return openRows(lease, text, values, { first: left(until), next: deadline });
  }

  async begin(): Promise<Session> {
    const until = Date.now() + this.limits.deadline;
    const lease = await this.connections.lease(until);
    try {
      await query(lease, 'START TRANSACTION', [], left(until));
    } catch (error) {
      lease.abandon();
      throw error;
    }
    return new MysqlSession(lease, this.limits.deadline);
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
  ) {}

  all(text: string, values: readonly unknown[]): Promise<Row[]> {
    return allRows(this.lease, text, values, this.deadline);
  }

  async run(text: string, values: readonly unknown[]): Promise<Written> {
    const [header] = await query(this.lease, text, values, this.deadline);
    const { affectedRows, insertId } = header as ResultSetHeader;
    return { affected: affectedRows, insertId };
  }

  /** Nodes of a cluster share the numbers out among themselves. */
  async keyStep(): Promise<number> {
    const [{ step }] = await this.all('SELECT @@auto_increment_increment AS step', []);
    return Number(step);
  }

  async commit(): Promise<void> {
    await query(this.lease, 'COMMIT', [], this.deadline);
    this.lease.giveBack();
  }

  async rollback(): Promise<void> {
    try {
      await query(this.lease, 'ROLLBACK', [], this.deadline);
      this.lease.giveBack();
    } catch {
      this.lease.abandon();
    }
  }
}

/**
 * One statement. A connection that does not answer in time is destroyed: its answer would be taken for the next one's.
 */
function query(
  lease: Lease,
  text: string,
  values: readonly unknown[],
  deadline: number,
): Promise<[unknown, FieldPacket[] | undefined]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DatabaseTimeout('no answer'));
      lease.abandon();
    }, deadline);
    lease.connection.query<ResultSetHeader>(
      { sql: text, values: [...values], rowsAsArray: true },
      (error, result, fields) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve([result, fields]);
      },
    );
  });
}

async function allRows(lease: Lease, text: string, values: readonly unknown[], deadline: number): Promise<Row[]> {
  const [rows, fields] = await query(lease, text, values, deadline);
  return Array.isArray(rows) ? (rows as unknown[][]).map(rowsOf(fields ?? [])) : [];
}
