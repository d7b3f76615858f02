import type { Socket } from 'node:net';
import { Types, type FieldPacket, type PoolConnection } from 'mysql2';
import { DatabaseTimeout, type Row } from './dialect.js';

/** Rows held for a reader before the server has to wait. */
const highWater = 500;

/**
 * Sums of whole numbers come as DECIMAL text: they become numbers while that is safe, as everywhere else. undefined: the
 * result has no such column.
 */
export function decimalsOf(fields: readonly FieldPacket[]): ((row: Row) => Row) | undefined {
  const names = fields.filter(({ columnType }) => columnType === Types.NEWDECIMAL).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return (row) => {
    for (const name of names) {
      const number = Number(row[name]);
      if (row[name] !== null && (!Number.isInteger(number) || Number.isSafeInteger(number))) row[name] = number;
    }
    return row;
  };
}

/** Ends a connection with whatever runs on it; a polite goodbye would leave the server writing to nobody. */
export function abandon(connection: PoolConnection): void {
  connection.destroy();
  (connection as unknown as { stream: Socket }).stream.destroy();
}

/**
 * A query's rows in step with their reader. deadline: milliseconds to wait for the server, never for the reader. The
 * connection goes back as soon as the server has sent everything; a reader who leaves before destroys it, which ends the
 * query. left: called once, when the connection is gone.
 */
export async function* streamRows(
  connection: PoolConnection,
  text: string,
  values: readonly unknown[],
  deadline: number,
  left: () => void,
): AsyncGenerator<Row, void> {
  let rows: Row[] = [];
  let ended = false;
  let paused = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  let convert: ((row: Row) => Row) | undefined;

  const leave = (give: () => void): void => {
    if (ended) return;
    ended = true;
    connection.removeListener('error', fail);
    give();
    left();
    wake?.();
  };
  const fail = (error: Error): void => {
    failure ??= error;
    leave(() => abandon(connection));
  };

  // When the server dies in the middle of a result, only the connection says so.
  connection.once('error', fail);
  const command = connection.query({ sql: text, values: [...values] });
  command.on('fields', (fields: FieldPacket[]) => (convert = decimalsOf(fields)));
  command.on('result', (row) => {
    rows.push(convert ? convert(row as Row) : (row as Row));
    if (rows.length >= highWater && !paused) {
      paused = true;
      connection.pause();
    }
    wake?.();
  });
  command.on('error', (error) => {
    failure ??= error;
  });
  command.on('end', () => leave(() => connection.release()));

  try {
    for (;;) {
      if (rows.length > 0) {
        const ready = rows;
        rows = [];
        yield* ready;
      } else if (ended) {
        if (failure) throw failure;
        return;
      } else {
        if (paused) {
          paused = false;
          connection.resume();
        }
        if (rows.length === 0 && !ended) await untilWoken();
      }
    }
  } finally {
    leave(() => abandon(connection));
  }

  function untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => fail(new DatabaseTimeout('no rows')), deadline);
      wake = () => {
        wake = undefined;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
