import Database from 'better-sqlite3';
import { toExact, type Exact } from '../../record/values/exact.js';
import type { Row } from '../driver/dialect.js';
import { rowMaker } from '../driver/row-maker.js';

/** Milliseconds that SQLite waits for a lock: few, because the wait blocks the process. The caller tries again. */
const busyTimeout = 50;
const mostStatements = 200;

/** Returns whole numbers exactly, as the MySQL driver does: up to 2^53 as a number, beyond it as decimal text. */
export class ExactDatabase extends Database {
  private readonly statements = new Map<string, ExactStatement>();

  /** Only for TypeORM's query runner. Use cached() elsewhere. */
  override prepare(text: string): never {
    return this.exact(text) as never;
  }

  /**
   * Prepares a statement once for each text. Only one caller may use it at a time. SQLite looks at a value that is
   * compared with `=`, and so plans the statement again at each call: half the time of a page. It does not look at
   * `+?`, which has the same value.
   */
  cached(text: string): ExactStatement {
    let statement = this.statements.get(text);
    if (!statement) {
      statement = this.exact(text.replaceAll('= ?', '= +?'));
      if (this.statements.size >= mostStatements) this.statements.clear();
      this.statements.set(text, statement);
    }
    return statement;
  }

  private exact(text: string): ExactStatement {
    return new ExactStatement(super.prepare<unknown[], unknown[]>(text));
  }
}

/**
 * A statement that returns whole numbers exactly. It converts no values if all its columns are text or floating-point.
 */
class ExactStatement {
  readonly reader: boolean;
  private readonly row: (values: unknown[]) => Row;

  constructor(private readonly statement: Database.Statement<unknown[], unknown[]>) {
    this.reader = statement.reader;
    statement.safeIntegers(true);
    if (!this.reader) {
      this.row = () => ({});
      return;
    }
    const columns = statement
      .columns()
      .map(({ name, type }) => ({ name, isConverted: type === null || !/char|text|double/i.test(type) }));
    if (!columns.some(({ isConverted }) => isConverted)) statement.safeIntegers(false);
    statement.raw(true);
    this.row = rowMaker(columns, (value) => (typeof value === 'bigint' ? toExact(value) : value));
  }

  run(...values: unknown[]): { changes: number; lastInsertRowid: Exact } {
    const { changes, lastInsertRowid } = this.statement.run(...values);
    return { changes, lastInsertRowid: toExact(BigInt(lastInsertRowid)) };
  }

  all(...values: unknown[]): Row[] {
    return this.statement.all(...values).map(this.row);
  }

  *iterate(...values: unknown[]): Generator<Row, void> {
    for (const found of this.statement.iterate(...values)) yield this.row(found);
  }
}

/** Sets the options that every connection to the file needs, TypeORM's too. */
export function prepareConnection(connection: Database.Database): void {
  connection.pragma(`busy_timeout = ${busyTimeout}`);
  untilFree(() => connection.pragma('journal_mode = WAL'));
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // Overwrite deleted and changed data, so that nothing of an erased person stays in free parts of the file.
  connection.pragma('secure_delete = ON');
}

/** Repeats the step while the file is locked: to switch to WAL, SQLite needs exclusive access but does not wait. */
function untilFree(step: () => void): void {
  for (let attempt = 1; ; attempt++) {
    try {
      step();
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === 100) throw error;
    }
  }
}

export function isBusy(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'));
}

/** Whether any connection, even an idle one, has the file open. */
export function isInUse(file: string): boolean {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { fileMustExist: true, timeout: 0 });
    // Only the last connection to the file can switch it from WAL to another mode.
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    connection?.close();
  }
}

export function openConnection(file: string): ExactDatabase {
  const connection = new ExactDatabase(file, { timeout: busyTimeout });
  prepareConnection(connection);
  return connection;
}
