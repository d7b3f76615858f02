import sql from 'sql-template-tag';
import type { Db } from '../database/db.js';
import { ok, warn, type Finding } from '../database/driver/finding.js';
import { columns } from '../database/schema/columns.js';
import { JobLease } from './job-lease.entity.js';

/** Each job that an instance has run, with its last run. */
export async function inspectJobs(db: Db): Promise<Finding[]> {
  const jobs = await db.all<JobLease>(sql`SELECT ${columns(JobLease, 'j')} FROM job j ORDER BY j.Name`);
  return jobs.map(({ Name, Holder, LastRun, LastError }) => {
    const last = `${LastRun?.slice(0, 19) ?? 'never'}Z on ${Holder}`;
    return LastError === ''
      ? ok(`The job ${Name} last ran at ${last}.`)
      : warn(`The job ${Name} failed at ${last}: ${LastError}`, 'The service tries again by itself. Read its log.');
  });
}
