import sql, { raw } from 'sql-template-tag';
import type { Config } from '../../config/config.js';
import { openDatabase, type OpenDatabase } from '../../database/start/connect.js';
import type { Db } from '../../database/db.js';
import { reasonOf } from '../../database/driver/failure.js';
import { ok, warn, type Finding } from '../../database/driver/finding.js';
import { missingMigrations } from './replica.js';

/** Seconds of replication lag that cause a warning. */
const lagAllowed = 60;

interface LastAudit {
  AuditId: number;
  At: string;
}

/** Checks the database of DATABASE_READ_URL, if it is set. */
export async function inspectReplica(config: Config, { db, dataSource }: OpenDatabase): Promise<Finding[]> {
  if (!config.databaseRead) return [];
  let copy: OpenDatabase;
  try {
    copy = await openDatabase({ ...config, database: config.databaseRead });
  } catch (error) {
    return [
      warn(
        `The database of DATABASE_READ_URL cannot be opened, so the primary is read: ${reasonOf(error)}`,
        'Check that the server runs, and DATABASE_READ_URL.',
      ),
    ];
  }
  try {
    const findings = [ok('The database of DATABASE_READ_URL answers.'), await another(db, copy.db)];
    const missing = await missingMigrations(dataSource, (text) => copy.db.all<object>(sql`${raw(text)}`)).catch(() => [
      'all',
    ]);
    if (missing.length > 0)
      return [
        ...findings,
        warn('The replica lacks migrations, so the primary is read.', 'Check that its replication runs.'),
      ];
    return [
      ...findings,
      ok('The replica has every migration of the primary.'),
      await lag(db, copy.db),
      await writable(copy.db),
    ];
  } finally {
    await copy.db.close();
  }
}

async function another(primary: Db, copy: Db): Promise<Finding> {
  const place = sql`SELECT CONCAT(@@hostname, ':', @@port, '/', DATABASE()) AS Place`;
  const [here, there] = [await primary.one<{ Place: string }>(place), await copy.one<{ Place: string }>(place)];
  return here?.Place === there?.Place
    ? warn('DATABASE_READ_URL and DATABASE_URL name the same database.', 'Name a replica, or unset DATABASE_READ_URL.')
    : ok('DATABASE_READ_URL and DATABASE_URL name different databases.');
}

/**
 * Measures the replication lag by the newest row of the table `audit` in each database: every write adds a row, and
 * reading the table needs no special right in the database.
 */
async function lag(primary: Db, copy: Db): Promise<Finding> {
  const last = sql`SELECT a.AuditId, a.At FROM audit a ORDER BY a.AuditId DESC LIMIT 1`;
  const [here, there] = [await primary.one<LastAudit>(last), await copy.one<LastAudit>(last)];
  if (!here || (there && there.AuditId >= here.AuditId)) return ok('The replica has every row of the audit.');
  const seconds = there ? Math.round((Date.parse(utc(here.At)) - Date.parse(utc(there.At))) / 1000) : Infinity;
  const what = `The replica lacks the last ${here.AuditId - (there?.AuditId ?? 0)} rows of the audit (${seconds} s).`;
  return seconds <= lagAllowed ? ok(what) : warn(what, 'Check that its replication runs and keeps up.');
}

const utc = (at: string): string => `${at.slice(0, 19)}Z`;

async function writable(copy: Db): Promise<Finding> {
  const server = await copy.one<{ ReadOnly: number }>(sql`SELECT @@read_only AS ReadOnly`);
  return server?.ReadOnly === 1
    ? ok('The replica is read-only.')
    : warn('The replica accepts writes.', 'Set read_only=1 on its server, so that it cannot differ from the primary.');
}
