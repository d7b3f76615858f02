import type { QueryRunner } from 'typeorm';
import { Stated } from '../../errors/in-words.js';
import type { DatabaseAdapter, Run, StoredColumns } from '../driver/adapter.js';
import { reasonOf } from '../driver/failure.js';

/** The name of the row of service_meta that has the first failure of the migration that must run next. */
const name = 'failed migration';
const longestReason = 1000;

interface FirstFailure {
  readonly migration: string;
  readonly at: string;
  readonly reason: string;
}

/** A migration that failed. The message says which, why, what it has changed until then, and the way back. */
export class MigrationFailed extends Stated {}

/**
 * Describes the failure of a migration, and stores the first failure of it, because a second try may fail for another
 * reason: because of what the first one has changed. `before` are the columns before the migration, or undefined in a
 * database that was empty.
 */
export async function migrationFailed(
  runner: QueryRunner,
  adapter: DatabaseAdapter,
  migration: string,
  error: unknown,
  before?: StoredColumns,
): Promise<MigrationFailed> {
  const reason = reasonOf(error)
    .replaceAll(/\s*\n\s*/g, ' ')
    .slice(0, longestReason);
  const failed = `The migration ${migration} failed: ${reason.replace(/[.;]?$/, '.')}`;
  if (adapter.undoesMigrations)
    return new MigrationFailed(`${failed} The database is unchanged. ${wayBack(before, false)}`, { cause: error });
  const run: Run = (text, values) => runner.query(text, values);
  const after = await adapter.columns(run);
  const first = after.has('service_meta') ? await firstFailure(run) : undefined;
  const isAgain = first?.migration === migration;
  if (!isAgain && after.has('service_meta')) {
    await forgetFailure(run);
    const stored: FirstFailure = { migration, at: new Date().toISOString(), reason };
    await run('INSERT INTO service_meta (Name, Value) VALUES (?, ?)', [name, JSON.stringify(stored)]);
  }
  const sentences = [
    failed,
    ...(isAgain ? [`Its first try failed at ${first.at}: ${first.reason.replace(/[.;]?$/, '.')}`] : []),
    ...(before ? [changes(before, after)] : []),
    wayBack(before, true),
  ];
  return new MigrationFailed(sentences.join(' '), { cause: error });
}

/** The first failure of the migration that must run next, or undefined. */
export async function firstFailure(run: Run): Promise<FirstFailure | undefined> {
  const rows = (await run('SELECT m.Value AS Value FROM service_meta m WHERE m.Name = ?', [name])) as {
    Value: string;
  }[];
  const value = rows.at(0)?.Value;
  return value === undefined ? undefined : (JSON.parse(value) as FirstFailure);
}

/** Forgets the failure once the migrations have run. */
export async function forgetFailure(run: Run): Promise<void> {
  await run('DELETE FROM service_meta WHERE Name = ?', [name]);
}

function wayBack(before: StoredColumns | undefined, isHalfDone: boolean): string {
  const more = isHalfDone ? ': it begins this migration anew' : '';
  const again = `Correct the cause and run \`agency migrate\` again${more}.`;
  if (!before) return `${again} The way back: make the database anew, as it had no records.`;
  return isHalfDone
    ? `${again} The way back: restore the backup from before the upgrade, and run the older version.`
    : `${again} The way back: run the older version.`;
}

/** Says which tables and columns differ. Changed rows, indexes and references are not compared. */
function changes(before: StoredColumns, after: StoredColumns): string {
  const added = namesOf(after).filter((one) => !namesOf(before).includes(one));
  const removed = namesOf(before).filter((one) => !namesOf(after).includes(one));
  const parts = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return parts.length === 0
    ? 'It has added and removed no table or column; it may have changed rows and indexes.'
    : `Half-done: it has ${parts.join(' and ')}, and may have changed rows and indexes.`;
}

function namesOf(columns: StoredColumns): string[] {
  return [...columns].flatMap(([table, names]) => [...names].map((column) => `${table}.${column}`)).sort();
}
