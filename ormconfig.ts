import 'reflect-metadata';
import './src/app.module.js';
import { loadConfig } from './src/config/config.js';
import { adapterOf } from './src/database/start/adapter-of.js';
import { createDataSource } from './src/database/start/connect.js';

/**
 * The data source of TypeORM's own command line: `npm run typeorm -- migration:show`. The
 * application's modules declare its tables.
 */
export default createDataSource(adapterOf(loadConfig()));
