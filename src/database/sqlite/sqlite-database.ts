import Database from 'better-sqlite3';
import { toExact } from '../../record/values/exact.js';
import type { Row } from '../dialect.js';
import { rowMaker } from '../rows/row-maker.js';

/** Waiting inside SQLite blocks the whole process: it is kept short and repeated from outside. */
const busyTimeout = 50;
const mostStatements = 200;

/**
 * A connection whose whole numbers are exact: a number while that is safe, decimal text beyond, as the MySQL driver
 * gives them. Statements that return only text and floating-point columns skip the conversion.
 */
export class ExactDatabase extends Database {
  private readonly statements = new Map<string, Database.Statement>();

  constructor(file: string, options?: Database.Options) {
    super(file, options);
    const prepare = this.prepare.bind(this) as (text: string) => Database.Statement;
    this.prepare = ((text: string) => exact(prepare(text))) as typeof this.prepare;
  }

  /** The statement of that text, prepared once. One use at a time. */
  cached(text: string): Database.Statement {
    let statement = this.statements.get(text);
    if (!statement) {
      statement = this.prepare(text);
      if (this.statements.size >= mostStatements) this.statements.clear();
      this.statements.set(text, statement);
    }
    return statement;
  }
}

function exact(statement: Database.Statement): Database.Statement {
  statement.safeIntegers(true);
  if (!statement.reader) {
    const run = statement.run.bind(statement);
    statement.run = (...values) => {
      const { changes, lastInsertRowid } = run(...values);
      return { changes, lastInsertRowid: toExact(BigInt(lastInsertRowid)) as number };
    };
    return statement;
  }
  const columns = statement
    .columns()
    .map(({ name, type }) => ({ name, isConverted: type === null || !/char|text|double/i.test(type) }));
  if (!columns.some(({ isConverted }) => isConverted)) statement.safeIntegers(false);
  statement.raw(true);
  const make = rowMaker(columns, (value) => (typeof value === 'bigint' ? toExact(value) : value));
  const row = (values: unknown): Row => make(values as unknown[]);
  const all = statement.all.bind(statement);
  const get = statement.get.bind(statement);
  const iterate = statement.iterate.bind(statement);
  statement.all = (...values) => all(...values).map(row);
  statement.get = (...values) => {
    const found = get(...values);
    return found === undefined ? undefined : row(found);
  };
  statement.iterate = function* (...values) {
    for (const found of iterate(...values)) yield row(found);
  };
  return statement;
}

/** What every connection to the file needs, the one that TypeORM opens included. */
export function prepareConnection(connection: Database.Database): void {
  connection.pragma(`busy_timeout = ${busyTimeout}`);
  untilFree(() => connection.pragma('journal_mode = WAL'));
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // What is deleted or changed is overwritten: nothing of an erased person stays in free parts of the file.
  connection.pragma('secure_delete = ON');
}

/** The switch to WAL needs the file alone, and SQLite does not wait for it. */
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

/** Whether any connection has the file open, an idle one too. */
export function isInUse(file: string): boolean {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { fileMustExist: true, timeout: 0 });
    // To leave WAL a connection must be the only one; it takes what is in the log into the file.
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
