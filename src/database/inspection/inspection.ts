import type { DataSource } from 'typeorm';
import { BusinessClock } from '../../context/business-clock.js';
import type { Config } from '../../config/config.js';
import { connect, openDb } from '../connect.js';
import type { Db } from '../db.js';
import { isDemo } from '../schema/demo-mark.js';
import { keyIdOf } from '../sealed/field-cipher.js';
import { fail, ok, warn, type Finding } from './finding.js';
import { pendingMigrations } from '../schema/migrate.js';
import { inspectMysql } from '../mysql/mysql-inspection.js';
import { storedKeys } from '../sealed/sealed-columns.js';

/** What can be said about the database of the settings, which must exist. Nothing is changed. */
export async function inspect(config: Config): Promise<Finding[]> {
  let dataSource: DataSource;
  try {
    dataSource = await connect(config);
  } catch (error) {
    return [
      fail(
        `The database cannot be opened: ${(error as Error).message}`,
        'Is the server running, and is DATABASE_URL right?',
      ),
    ];
  }
  const db = openDb(dataSource, config, new BusinessClock(config.clock));
  try {
    const findings = [ok('The database answers.')];
    findings.push(
      ...(config.database.kind === 'sqlite' ? await inspectSqlite(dataSource) : await inspectMysql(db, config)),
    );
    const pending = await pendingMigrations(dataSource);
    if (pending.length > 0)
      return [...findings, fail(`${pending.length} migrations are pending.`, 'Run `agency migrate`.')];
    return [...findings, ok('Every migration has run.'), await demoMark(db, config), ...(await keys(db, config))];
  } finally {
    await db.close();
  }
}

async function inspectSqlite(dataSource: DataSource): Promise<Finding[]> {
  const pragma = async (name: string): Promise<unknown> => {
    const rows: Record<string, unknown>[] = await dataSource.query(`PRAGMA ${name}`);
    return Object.values(rows[0])[0];
  };
  const wanted = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, encoding: 'UTF-8' };
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const found = await pragma(name);
    findings.push(
      found === value
        ? ok(`SQLite: ${name} is ${value}.`)
        : fail(`SQLite: ${name} is ${String(found)}, not ${value}.`, 'Put the file on a local disk that allows it.'),
    );
  }
  const checked = await pragma('quick_check(1)');
  findings.push(
    checked === 'ok'
      ? ok('SQLite: the file is not damaged.')
      : fail(`SQLite: ${String(checked)}.`, 'Restore a backup: `agency restore`.'),
  );
  return findings;
}

async function demoMark(db: Db, config: Config): Promise<Finding> {
  if (!(await isDemo(db))) return ok('It is no demo database.');
  const what = 'It is a demo database, whose users and password are documented.';
  return config.production
    ? fail(what, 'Give the service a database of its own.')
    : warn(what, 'Never serve it to others.');
}

async function keys(db: Db, { fieldKey, fieldKeysOld }: Config): Promise<Finding[]> {
  const stored = await storedKeys(db);
  const present = keyIdOf(fieldKey);
  const former = new Set(fieldKeysOld.map(keyIdOf));
  const findings = [...stored].flatMap(([keyId, values]) => {
    if (keyId === present) return [];
    return former.has(keyId)
      ? warn(`${values} encrypted values are stored under the former key ${keyId}.`, 'Run `agency reseal`.')
      : fail(
          `${values} encrypted values are stored under the key ${keyId}, and FIELD_KEY is ${present}.`,
          'Set FIELD_KEY, or FIELD_KEYS_OLD, to the key that encrypted them.',
        );
  });
  return findings.length > 0 ? findings : [ok(`FIELD_KEY (${present}) reads every encrypted value.`)];
}
