import type { Config } from '../config/config.js';
import type { DatabaseAdapter } from './adapter.js';
import { MysqlAdapter } from './mysql/mysql-adapter.js';
import { SqliteAdapter } from './sqlite/sqlite-adapter.js';

/** The adapter of the settings' database, or of its copy: the one place that asks which it is. */
export function adapterOf(config: Config, database = config.database): DatabaseAdapter {
  const { databaseDeadline, databasePool, databaseStreams, workers } = config;
  // A caller's whole wait is less than the deadline that is promised, so that the answer is out in time.
  const deadline = Math.round(databaseDeadline * 0.8);
  return database.kind === 'sqlite'
    ? new SqliteAdapter(database.file, deadline, databaseStreams)
    : new MysqlAdapter(database, deadline, databaseStreams, databasePool, workers);
}
