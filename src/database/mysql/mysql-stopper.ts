import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, RowDataPacket } from 'mysql2';
import { thisServer } from './mysql-sessions.js';

/**
 * Ends statements whose result no client needs. Closing the connection of a statement is not enough, because the server
 * notices that only when it sends the first row. KILL needs a second connection, which is open only while there are
 * statements to end.
 */
export class MysqlStopper {
  private connection?: Connection;
  private underway = 0;

  /**
   * `patience` is the maximum number of milliseconds that stop() waits. After that, the KILL continues in the
   * background.
   */
  constructor(
    private readonly connect: () => Connection,
    private readonly patience: number,
  ) {}

  /**
   * Kills a connection and its statement. `thread` is the server's number of the connection, `server` the result of
   * serverOf for it. Returns whether the server responded in time and was still running the statement.
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
      // Behind a proxy, the new connection may lead to another server, on which `thread` is the number of another
      // client's connection.
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
