import sql from 'sql-template-tag';
import type { Config } from '../config/config.js';
import type { Db } from '../database/db.js';
import { fail, ok, warn, type Finding } from '../database/driver/finding.js';
import { ServiceMeta } from '../database/schema/service-meta.entity.js';

const name = 'demo';

/** Whether `agency demo` filled the database. The schema must be up to date. */
export async function isDemo(db: Db): Promise<boolean> {
  const mark = await db.one<ServiceMeta>(sql`SELECT m.Value FROM service_meta m WHERE m.Name = ${name}`);
  return mark?.Value === 'true';
}

/** Call it inside db.tx. */
export async function markAsDemo(db: Db): Promise<void> {
  await db.upsertAll(ServiceMeta, [{ Name: name, Value: 'true' }]);
}

/** Checks that the database of a service in production is no demo. */
export async function inspectDemo(db: Db, { production }: Config): Promise<Finding> {
  if (!(await isDemo(db))) return ok('The database is not a demo.');
  const what = 'The database is a demo: its users and password are documented.';
  return production
    ? fail(what, 'Use a separate database for the service.')
    : warn(what, 'Never expose it to a network.');
}
