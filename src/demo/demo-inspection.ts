import type { Config } from '../config/config.js';
import type { Db } from '../database/db.js';
import { fail, ok, warn, type Finding } from '../database/driver/finding.js';
import { isDemo } from './demo-mark.js';

/** Checks that the database of a service in production is no demo. */
export async function inspectDemo(db: Db, { production }: Config): Promise<Finding> {
  if (!(await isDemo(db))) return ok('The database is not a demo.');
  const what = 'The database is a demo: its users and password are documented.';
  return production
    ? fail(what, 'Use a separate database for the service.')
    : warn(what, 'Never expose it to a network.');
}
