import type { Config } from '../../config/config.js';
import type { DatabaseAdapter } from '../driver/adapter.js';
import { MysqlAdapter } from '../mysql/mysql-adapter.js';
import { SqliteAdapter } from '../sqlite/sqlite-adapter.js';

/** Returns the adapter for SQLite or for MySQL. No other file chooses between the databases. */
export function adapterOf(config: Config): DatabaseAdapter {
  const { database, databaseDeadline, databasePool } = config;
  // Long lists may hold half of the connections. The other half is for short calls.
  const streams = Math.floor(databasePool / 2);
  // Shorter than REQUEST_DEADLINE, so that the error is sent in time.
  const deadline = Math.round(databaseDeadline * 0.8);
  return database.kind === 'sqlite'
    ? new SqliteAdapter(database.file, deadline, streams)
    : new MysqlAdapter(database, deadline, streams, databasePool);
}
