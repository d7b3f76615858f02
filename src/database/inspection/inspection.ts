import type { Config } from '../../config/config.js';
import { openDatabase, type OpenDatabase } from '../connection/connect.js';
import { inspectChain } from '../audit/chain-inspection.js';
import type { Db } from '../db.js';
import { inspectReplica } from '../replica/replica-inspection.js';
import { isDemo } from '../schema/demo-mark.js';
import { FieldCipher, keyIdOf } from '../sealed/field-cipher.js';
import { fail, ok, warn, type Finding } from './finding.js';
import { fitOf, newer } from '../schema/fit.js';
import { storedKeys } from '../sealed/reseal.js';

/**
 * What can be said about the database of the settings, which must exist. Nothing is changed. more: what else to look at
 * in a database that is up to date.
 */
export async function inspect(config: Config, more: (db: Db) => Promise<Finding[]>): Promise<Finding[]> {
  let database: OpenDatabase;
  try {
    database = await openDatabase(config);
  } catch (error) {
    return [
      fail(
        `The database cannot be opened: ${(error as Error).message}`,
        'Is the server running, and is DATABASE_URL right?',
      ),
    ];
  }
  const { adapter, dataSource, db } = database;
  try {
    const findings = [ok('The database answers.'), ...(await adapter.inspect(dataSource, (query) => db.all(query)))];
    const { pending, unknown, missing, key } = await fitOf(dataSource, adapter, new FieldCipher(config));
    if (unknown.length > 0) return [...findings, fail(`${newer(unknown)}.`, 'See Upgrade in docs/operations.md.')];
    if (pending.length > 0) return [...findings, fail('Migrations are pending.', 'Run `agency migrate`.')];
    if (missing.length > 0)
      return [
        ...findings,
        ...missing.map((part) => fail(`${part}.`, 'Restore a whole backup into an empty database.')),
      ];
    return [
      ...findings,
      ok('Every migration has run.'),
      ok('Every table and column is there.'),
      ...(await inspectReplica(config, database)),
      await demoMark(db, config),
      ...(await keys(db, config, key)),
      ...(await inspectChain(db, config)),
      ...(await more(db)),
    ];
  } finally {
    await db.close();
  }
}

async function demoMark(db: Db, config: Config): Promise<Finding> {
  if (!(await isDemo(db))) return ok('It is no demo database.');
  const what = 'It is a demo database, whose users and password are documented.';
  return config.production
    ? fail(what, 'Give the service a database of its own.')
    : warn(what, 'Never serve it to others.');
}

/** problem: what is wrong with FIELD_KEY, whether it sealed a value or not. */
async function keys(db: Db, { fieldKey, fieldKeysOld }: Config, problem?: string): Promise<Finding[]> {
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
  if (problem !== undefined && findings.every(({ level }) => level !== 'fail'))
    findings.push(fail(`${problem}.`, 'Until then nothing but this command runs.'));
  return findings.length > 0 ? findings : [ok(`FIELD_KEY (${present}) reads every encrypted value.`)];
}
