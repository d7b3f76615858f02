import { Semaphore, withTimeout } from 'async-mutex';
import type { FieldPacket, Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import { DatabaseTimeout, type Dialect, type Row, type Session, type Written } from './dialect.js';
import { abandon, decimalsOf, streamRows } from './mysql-stream.js';

interface Limits {
  /** Milliseconds for a connection and for each answer. */
  deadline: number;
  /** Most lists read at once. */
  streams: number;
}

/** MySQL or MariaDB over the data source's pool, with an end to every wait. */
export class MysqlDialect implements Dialect {
  readonly lockClause = ' FOR UPDATE';
  private readonly streams: Semaphore;

  constructor(
    private readonly pool: Pool,
    private readonly limits: Limits,
  ) {
    this.streams = new Semaphore(limits.streams);
  }

  upsertClause(_key: readonly string[], columns: readonly string[]): string {
    return `ON DUPLICATE KEY UPDATE ${columns.map((name) => `\`${name}\` = VALUES(\`${name}\`)`).join(', ')}`;
  }

  async all(text: string, values: readonly unknown[]): Promise<Row[]> {
    const connection = await acquire(this.pool, this.limits.deadline);
    try {
      return await allRows(connection, text, values, this.limits.deadline);
    } finally {
      connection.release();
    }
  }

  async *stream(text: string, values: readonly unknown[]): AsyncGenerator<Row, void> {
    const { deadline } = this.limits;
    const [, free] = await withTimeout(
      this.streams,
      deadline,
      new DatabaseTimeout('too many lists are open'),
    ).acquire();
    let connection: PoolConnection;
    try {
      connection = await acquire(this.pool, deadline);
    } catch (error) {
      free();
      throw error;
    }
    yield* streamRows(connection, text, values, deadline, free);
  }

  async begin(): Promise<Session> {
    const connection = await acquire(this.pool, this.limits.deadline);
    try {
      await query(connection, 'START TRANSACTION', [], this.limits.deadline);
    } catch (error) {
      abandon(connection);
      throw error;
    }
    return new MysqlSession(connection, this.limits.deadline);
  }

  /** The pool is the data source's to close. */
  async close(): Promise<void> {}
}

class MysqlSession implements Session {
  constructor(
    private readonly connection: PoolConnection,
    private readonly deadline: number,
  ) {}

  all(text: string, values: readonly unknown[]): Promise<Row[]> {
    return allRows(this.connection, text, values, this.deadline);
  }

  async run(text: string, values: readonly unknown[]): Promise<Written> {
    const [header] = await query(this.connection, text, values, this.deadline);
    const { affectedRows, insertId } = header as ResultSetHeader;
    return { affected: affectedRows, insertId };
  }

  /** Nodes of a cluster share the numbers out among themselves. */
  async keyStep(): Promise<number> {
    const [{ step }] = await this.all('SELECT @@auto_increment_increment AS step', []);
    return Number(step);
  }

  async commit(): Promise<void> {
    await query(this.connection, 'COMMIT', [], this.deadline);
    this.connection.release();
  }

  async rollback(): Promise<void> {
    try {
      await query(this.connection, 'ROLLBACK', [], this.deadline);
      this.connection.release();
    } catch {
      abandon(this.connection);
    }
  }
}

/** A connection of the pool, or DatabaseTimeout; the pool itself would wait for ever. */
function acquire(pool: Pool, deadline: number): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let waiting = true;
    const timer = setTimeout(() => {
      waiting = false;
      reject(new DatabaseTimeout('no connection'));
    }, deadline);
    pool.getConnection((error, connection) => {
      clearTimeout(timer);
      if (!waiting) {
        if (!error) connection.release();
      } else if (error) reject(error);
      else resolve(connection);
    });
  });
}

/** One statement. A connection that does not answer in time is destroyed: its answer would be taken for the next one's. */
function query(
  connection: PoolConnection,
  text: string,
  values: readonly unknown[],
  deadline: number,
): Promise<[unknown, FieldPacket[] | undefined]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DatabaseTimeout('no answer'));
      abandon(connection);
    }, deadline);
    connection.query<ResultSetHeader>({ sql: text, values: [...values] }, (error, result, fields) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve([result, fields as FieldPacket[] | undefined]);
    });
  });
}

async function allRows(
  connection: PoolConnection,
  text: string,
  values: readonly unknown[],
  deadline: number,
): Promise<Row[]> {
  const [rows, fields] = await query(connection, text, values, deadline);
  if (!Array.isArray(rows)) return [];
  const convert = decimalsOf(fields ?? []);
  return convert ? (rows as Row[]).map(convert) : (rows as Row[]);
}
