import { Types, type FieldPacket } from 'mysql2';
import { nextTurn } from '../../context/turns.js';
import type { OpenedRows } from '../../record/lists/list-options.js';
import { ClientDisconnected, DatabaseTimeout, QueryTooLong, shortList, type Row } from '../driver/dialect.js';
import { rowMaker } from '../driver/row-maker.js';
import type { Lease } from './mysql-connections.js';

/**
 * The driver's number of the column type DECIMAL. It is a constant here, because each access to `Types` calls
 * require().
 */
const decimal = Types.NEWDECIMAL;
/** The connection is paused while this many rows are in memory. */
const highWater = shortList + 1;

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Aborted when the client has disconnected. */
  readonly disconnect?: AbortSignal;
}

export function rowsOf(fields: readonly FieldPacket[]): (values: readonly unknown[]) => Row {
  const columns = fields.map(({ name, columnType }) => ({ name, isConverted: columnType === decimal }));
  return rowMaker(columns, numberOf);
}

/**
 * Converts the text of a DECIMAL, such as the result of SUM, to a number. Keeps the text if the number would lose
 * digits.
 */
function numberOf(value: unknown): unknown {
  const number = Number(value);
  return value !== null && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : value;
}

/**
 * Returns the first rows of a query, and reads the others as fast as the caller takes them. The server may take
 * `wait.first` milliseconds for the first rows and `wait.next` milliseconds for each further part; the time that the
 * caller takes between the parts does not count. The connection goes back to the pool once the server has sent all
 * rows. If the caller leaves earlier or the server takes too long, the connection is closed and the query is stopped.
 */
export async function openRows(
  lease: Lease,
  { text, values = [], disconnect }: Statement,
  wait: { first: number; next: number },
): Promise<OpenedRows<Row>> {
  const { connection } = lease;
  let rows: Row[] = [];
  // Read one row more than a short list has, to see whether the list is longer.
  let wanted = shortList + 1;
  let ended = false;
  let paused = false;
  let answered = false;
  let stopping = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  let tellEnded: (() => void) | undefined;
  let make: ReturnType<typeof rowsOf>;

  const over = (): boolean => ended;
  const finish = (give: () => void): void => {
    if (ended) return;
    ended = true;
    connection.removeListener('error', fail);
    disconnect?.removeEventListener('abort', onDisconnect);
    give();
    wake?.();
    tellEnded?.();
  };
  const fail = (error: Error): void => {
    failure ??= error;
    finish(() => lease.abandon());
  };

  const stop = (): void => finish(() => void lease.stop());
  const onDisconnect = (): void => {
    failure ??= new ClientDisconnected();
    stop();
  };
  /**
   * After a timeout, stops the query and finds out whether the server was still running it or does not respond at all.
   */
  const tooLate = (): void => {
    stopping = true;
    connection.removeListener('error', fail);
    void lease.stop().then((ran) => {
      failure ??= ran ? new QueryTooLong() : new DatabaseTimeout('no rows');
      finish(() => undefined);
    });
  };

  disconnect?.addEventListener('abort', onDisconnect, { once: true });
  // If the server dies in the middle of a result, only the connection emits an error, not the command.
  connection.once('error', fail);
  const command = connection.query({ sql: text, values: [...values], rowsAsArray: true });
  command.on('fields', (fields: FieldPacket[]) => (make = rowsOf(fields)));
  command.on('result', (row) => {
    answered = true;
    rows.push(make(row as unknown[]));
    if (rows.length < wanted) return;
    if (rows.length >= highWater) pause();
    wake?.();
  });
  command.on('error', (error) => {
    if (!stopping) failure ??= error;
  });
  command.on('end', () => {
    if (!stopping) finish(() => lease.giveBack());
  });

  while (!over() && rows.length < wanted) await untilWoken();
  throwAny();
  const first = taken();
  if (over()) return { first };
  wanted = 1;
  return {
    first,
    rest: { next, close: stop, ended: new Promise((resolve) => (tellEnded = resolve)) },
  };

  /** Reads what the socket has, and then pauses the connection, because each such read takes a turn. */
  async function next(): Promise<Row[] | undefined> {
    if (paused) await nextTurn();
    goOn();
    while (nothing() && !over()) await untilWoken();
    pause();
    if (!nothing()) return taken();
    throwAny();
    return undefined;
  }

  function taken(): Row[] {
    const some = rows;
    rows = [];
    return some;
  }

  function pause(): void {
    if (paused || ended) return;
    paused = true;
    connection.pause();
  }

  function goOn(): void {
    if (!paused || ended) return;
    paused = false;
    connection.resume();
  }

  function nothing(): boolean {
    return rows.length === 0;
  }

  function throwAny(): void {
    if (failure) throw failure;
  }

  function untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(tooLate, answered ? wait.next : wait.first);
      wake = () => {
        wake = undefined;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
