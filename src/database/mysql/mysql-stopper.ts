import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, RowDataPacket } from 'mysql2';
import { thisServer } from './mysql-sessions.js';

/**
 * Ends statements on the server that nobody waits for any more. A connection that is closed ends none: the server
 * computes on, and notices only when it sends its first row. That takes a connection beside the pool's, which is open
 * for as long as there is something to end.
 */
export class MysqlStopper {
  private connection?: Connection;
  private underway = 0;

  /** patience: milliseconds that somebody waits for the end of a statement; the attempt itself goes on. */
  constructor(
    private readonly connect: () => Connection,
    private readonly patience: number,
  ) {}

  /**
   * Ends the server's connection of that number with the statement that runs on it, or that is on its way there.
   * server: which one it is (serverOf). Whether the server answers and was at a statement until now.
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
      // Behind a proxy this may be another server, where the number is somebody else's connection.
      const isSame = found.at(0)?.Server === server;
      if (isSame) await answered(connection, 'KILL ?', [thread]);
      return isSame && found[0].IsAtWork === 1;
    } catch {
      // It ended by itself, or the server is away.
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
