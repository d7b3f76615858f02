import type { Config } from '../../config/config.js';
import type { DataSource } from 'typeorm';
import type { DatabaseAdapter } from '../driver/adapter.js';
import { openDatabase, type OpenDatabase } from '../start/connect.js';
import type { Db } from '../db.js';
import { inWords } from '../../errors/in-words.js';
import { FieldCipher, keyIdOf } from '../encryption/field-cipher.js';
import { reasonOf } from '../driver/failure.js';
import { fail, ok, warn, type Finding } from '../driver/finding.js';
import { firstFailure } from '../start/migration-failure.js';
import { grantsToRun, missingGrants } from '../start/rights.js';
import { fitOf, newer } from '../start/fit.js';
import { allMigrations } from '../schema/migrations/index.js';
import type { Schema } from '../schema/schema.js';
import { encryptedColumnsOf, type EncryptedColumn } from '../schema/table.js';
import { storedKeys } from './reencryption.js';

/**
 * Checks whether the configured database has the tables of the schema, and more, and changes nothing. `more` makes
 * further checks. It is called only if the schema is current.
 */
export async function inspect(
  config: Config,
  { entities }: Schema,
  more: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  let database: OpenDatabase;
  try {
    database = await openDatabase(config, entities, await allMigrations());
  } catch (error) {
    return [
      fail(
        `The database cannot be opened: ${inWords(error) ?? reasonOf(error)}`,
        config.database.kind === 'sqlite'
          ? 'Check DATABASE_URL and the rights of this user.'
          : 'Check that the server runs, and DATABASE_URL.',
      ),
    ];
  }
  const { adapter, dataSource, db } = database;
  try {
    const findings = [ok('The database responds.'), ...(await adapter.inspect(dataSource, (query) => db.all(query)))];
    const { pending, unknown, missing, key } = await fitOf(dataSource, adapter, new FieldCipher(config));
    if (unknown.length > 0) return [...findings, fail(`${newer(unknown)}.`, 'See Upgrade in docs/operations.md.')];
    if (pending.length > 0) return [...findings, ...(await failedMigration(dataSource, adapter)), pendingMigrations];
    if (missing.length > 0)
      return [
        ...findings,
        ...missing.map((part) => fail(`${part}.`, 'Restore a whole backup into an empty database.')),
      ];
    return [
      ...findings,
      ok('Every migration has run.'),
      ok('No table or column is missing.'),
      ...rights(await missingGrants(dataSource, adapter)),
      ...(await keys(db, config, encryptedColumnsOf(entities), key)),
      ...(await more(db)),
    ];
  } finally {
    await db.close();
  }
}

const pendingMigrations = fail('Migrations are pending.', 'Run `agency migrate`.');

async function failedMigration(dataSource: DataSource, adapter: DatabaseAdapter): Promise<Finding[]> {
  if (!(await adapter.tables(dataSource)).includes('service_meta')) return [];
  const failure = await firstFailure((text, values) => dataSource.query(text, values));
  if (!failure) return [];
  const { migration, at, reason } = failure;
  return [
    fail(`The migration ${migration} failed at ${at}: ${reason}`, 'See "If a migration fails" in docs/operations.md.'),
  ];
}

function rights(statements: readonly string[]): Finding[] {
  if (statements.length === 0) return [ok('The user of DATABASE_URL has the rights that the service needs.')];
  const [what, ...todo] = grantsToRun(statements);
  return [fail(what, todo.join('\n        '))];
}

/** `problem` says what is wrong with FIELD_KEY. It is reported unless the stored values already show a wrong key. */
async function keys(
  db: Db,
  { fieldKey, fieldKeysOld }: Config,
  encrypted: readonly EncryptedColumn[],
  problem?: string,
): Promise<Finding[]> {
  const stored = await storedKeys(db, encrypted);
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
    findings.push(fail(`${problem}.`, 'With a wrong key, only `agency doctor` runs.'));
  return findings.length > 0 ? findings : [ok(`FIELD_KEY (${present}) reads every encrypted value.`)];
}
