import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, RowDataPacket } from 'mysql2';
import { thisServer } from './mysql-sessions.js';

/**
 * Ends statements on the server whose result no client needs any more. Closing their connection does not end them: the
 * server notices only when it sends its first row. KILL needs another connection, which stays open only while there are
 * statements to end.
 */
export class MysqlStopper {
  private connection?: Connection;
  private underway = 0;

  /** patience: milliseconds that a caller waits for the statement's end; the attempt itself goes on. */
  constructor(
    private readonly connect: () => Connection,
    private readonly patience: number,
  ) {}

  /**
   * Kills the server's connection of that number with the statement that runs on it or is on its way. server: its
   * identity (serverOf). Returns whether the server answers and was running the statement until now.
   */
  stop(thread: number, server: string | undefined): Promise<boolean> {
    return Promise.race([this.kill(thread, server), sleep(this.patience, false, { ref: false })]);
  }

  private async kill(thread: number, server: string | undefined): Promise<boolean> {
    const connection = (this.connection ??= this.open());
    this.underway++;
    try {
      const found = await answered<RowDataPacket[]>(
        connection,
        `SELECT ${thisServer} AS Server, p.COMMAND <> 'Sleep' OR p.TIME < 2 AS IsAtWork
         FROM information_schema.PROCESSLIST p WHERE p.ID = ?`,
        [thread],
      );
      // Behind a proxy this may be another server, on which the number is another client's connection.
      const isSame = found.at(0)?.Server === server;
      if (isSame) await answered(connection, 'KILL ?', [thread]);
      return isSame && found[0].IsAtWork === 1;
    } catch {
      // The statement ended by itself, or the server is down.
      this.forget(connection);
      return false;
    } finally {
      if (--this.underway === 0) this.forget(connection);
    }
  }

  private open(): Connection {
    const connection = this.connect();
    connection.on('error', () => this.forget(connection));
    return connection;
  }

  private forget(connection: Connection): void {
    if (this.connection === connection) this.connection = undefined;
    connection.destroy();
  }
}

function answered<T>(connection: Connection, text: string, values: readonly unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.query({ sql: text, values: [...values] }, (error, result) => {
      if (error) reject(error);
      else resolve(result as T);
    });
  });
}
