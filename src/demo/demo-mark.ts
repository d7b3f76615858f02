import sql from 'sql-template-tag';
import type { Db } from '../database/db.js';
import { ServiceMeta } from '../database/schema/service-meta.entity.js';

const name = 'demo';

/** Whether `agency demo` filled the database. The schema must be up to date. */
export async function isDemo(db: Db): Promise<boolean> {
  const mark = await db.one<ServiceMeta>(sql`SELECT m.Value FROM service_meta m WHERE m.Name = ${name}`);
  return mark?.Value === 'true';
}

/** Call it inside db.tx. */
export async function markAsDemo(db: Db): Promise<void> {
  if (!(await db.update(ServiceMeta, { Name: name }, { Value: 'true' })))
    await db.insert(ServiceMeta, { Name: name, Value: 'true' });
}
