import 'reflect-metadata';
import { join } from 'node:path';
import { loadConfig } from './src/config/config.js';
import { adapterOf } from './src/database/start/adapter-of.js';
import { allMigrations } from './src/database/schema/migrations/index.js';
import { createDataSource } from './src/database/start/connect.js';

/**
 * The data source of TypeORM's own command line: `npm run typeorm -- migration:show`.
 */
export default allMigrations().then((migrations) =>
  createDataSource(adapterOf(loadConfig()), { entities: [join(__dirname, 'src/**/*.entity.js')], migrations }),
);
