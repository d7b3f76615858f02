import Database from 'better-sqlite3';
import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { allMigrations, type Migration } from '../schema/migrations/index.js';
import type { FieldCipher } from '../encryption/field-cipher.js';
import { checkProblem, keyCheckQuery } from '../encryption/key-check.js';
import { isBusy, isInUse } from './sqlite-database.js';

/** The message says why the backup or the restore was refused. */
export class CopyRefused extends Error {}

/** `done` and `total` count pages. */
export type OnProgress = (done: number, total: number) => void;

/** Milliseconds to wait for another process's lock. */
const lockTimeout = 5000;
const ownTables = ['migrations', 'service_meta', 'audit', 'users'];

/**
 * Copies the current state of a database to a new file and checks the copy. The service may run meanwhile. The new file
 * is complete or does not appear. Throws CopyRefused if the file exists, or if the source is not a database of this
 * service.
 */
export async function backUp(database: string, file: string, onProgress: OnProgress): Promise<void> {
  if (existsSync(file)) throw new CopyRefused(`${file} exists. Choose another file.`);
  const migrations = await allMigrations();
  await withDraft(file, async (draft) => {
    await copy(database, draft, onProgress);
    checkCopy(draft, migrations);
    give(draft, file);
  });
}

function give(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CopyRefused(`${file} exists. Choose another file.`);
    throw error;
  }
}

/**
 * Returns the values of file_contents.Object, without contents that are being written or removed. The database may be
 * in use.
 */
export function objectsIn(database: string): string[] {
  const connection = open(database);
  try {
    const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'file_contents'").get();
    if (isThere === undefined) return [];
    return connection
      .prepare('SELECT Object FROM file_contents WHERE Ready = 1 ORDER BY Object')
      .pluck()
      .all() as string[];
  } finally {
    connection.close();
  }
}

/**
 * The erasures in `former` that `restored` lacks, as a file of the record set contact-erasures; undefined without any.
 * Use it for databases that are not in use. A damaged `former` has none.
 */
export function laterErasures(former: string, restored: string): string | undefined {
  const known = new Set(erasuresIn(restored).map(([guid]) => guid));
  let later: string[][];
  try {
    later = erasuresIn(former).filter(([guid]) => !known.has(guid));
  } catch (error) {
    if (isDamaged(error)) return undefined;
    throw error;
  }
  return later.length === 0
    ? undefined
    : [['ContactGUID', 'ErasedAt'], ...later].map((row) => `${row.join()}\n`).join('');
}

function erasuresIn(database: string): string[][] {
  const connection = open(database);
  try {
    const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'contact_erasures'").get();
    if (isThere === undefined) return [];
    return connection
      .prepare('SELECT ContactGUID, ErasedAt FROM contact_erasures ORDER BY ContactGUID')
      .raw()
      .all() as string[][];
  } finally {
    connection.close();
  }
}

interface Restored {
  /** The new path of the former database, if there was one. */
  former: string | undefined;
  /** Migrations that the restored database lacks. */
  pending: number;
}

/**
 * Replaces a database with a backup. `replace` permits it to put an existing database aside under another name.
 * `cipher` has the keys of the service that will open the database. Throws CopyRefused if the database is in use, or if
 * it exists and `replace` is false. Also throws CopyRefused if the backup is damaged, newer than this service, the file
 * of another program, or encrypted with a key that `cipher` does not have.
 */
export async function restore(
  file: string,
  database: string,
  replace: boolean,
  onProgress: OnProgress,
  cipher: FieldCipher,
): Promise<Restored> {
  const exists = existsSync(database) && statSync(database).size > 0;
  if (exists && !replace)
    throw new CopyRefused(`${database} exists. --force replaces it and keeps it under another name.`);
  const migrations = await allMigrations();
  return withDraft(database, async (draft) => {
    await copy(file, draft, onProgress);
    const pending = checkCopy(draft, migrations, cipher);
    const former = exists ? putAside(database) : undefined;
    renameSync(draft, database);
    return { former, pending };
  });
}

/**
 * Runs `work` with the path of a new file in the folder of the file `wanted`. Only its owner can read the new file.
 * When `work` ends, removes the new file unless `work` has renamed it.
 */
async function withDraft<T>(wanted: string, work: (draft: string) => Promise<T>): Promise<T> {
  const folder = dirname(wanted);
  if (!existsSync(folder)) throw new CopyRefused(`The folder ${folder} does not exist.`);
  const draft = `${wanted}.${process.pid}.part`;
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const result = await work(draft);
    flush(folder);
    return result;
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  }
}

async function copy(from: string, to: string, onProgress: OnProgress): Promise<void> {
  const source = open(from);
  try {
    // Read all pages in one transaction: otherwise the copy starts again whenever another process has written.
    source.exec('BEGIN');
    source.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages);
        return 2000;
      },
    });
  } catch (error) {
    throw refusal(from, error);
  } finally {
    source.close();
  }
}

function open(file: string): Database.Database {
  try {
    return new Database(file, { fileMustExist: true, timeout: lockTimeout });
  } catch (error) {
    throw refusal(file, error);
  }
}

/** Moves the WAL into the file, checks the whole copy, and returns the number of migrations that it lacks. */
function checkCopy(draft: string, migrations: readonly Migration[], cipher?: FieldCipher): number {
  const copied = new Database(draft, { fileMustExist: true });
  try {
    copied.pragma('journal_mode = DELETE');
    const found = copied.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw new CopyRefused(`The database is damaged: ${String(found)}.`);
    if ((copied.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new CopyRefused('The database is damaged: rows refer to rows that are missing.');
    const pending = pendingIn(copied, migrations);
    if (cipher) mustOpen(copied, cipher);
    return pending;
  } catch (error) {
    throw refusal(draft, error);
  } finally {
    copied.close();
    chmodSync(draft, 0o600);
    flush(draft);
  }
}

function pendingIn(copied: Database.Database, migrations: readonly Migration[]): number {
  const isThere = copied.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  if (ownTables.some((table) => isThere.get(table) === undefined))
    throw new CopyRefused('The file is not a database of this service.');
  const ran = copied.prepare('SELECT name FROM migrations').pluck().all() as string[];
  const names = migrations.map(({ name }) => name);
  const unknown = ran.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new CopyRefused(`The database is newer than this service, or has other extras: ${unknown.join(', ')}.`);
  return names.filter((name) => !ran.includes(name)).length;
}

function mustOpen(copied: Database.Database, cipher: FieldCipher): void {
  const check = copied.prepare(keyCheckQuery).pluck().get() as string | undefined;
  const problem = check === undefined ? undefined : checkProblem(check, cipher);
  if (problem !== undefined) throw new CopyRefused(`${problem}.`);
}

/**
 * Gives the database file a second name, a hard link, and returns that name. The restored file then takes the first
 * name. Throws CopyRefused if the database is in use.
 */
function putAside(database: string): string {
  mustBeAlone(database);
  const former = `${database}.before-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}`;
  if (existsSync(former)) throw new CopyRefused(`${former} exists. Choose another file.`);
  linkSync(database, former);
  // A damaged database leaves these files. The new database must not use them.
  for (const end of ['-wal', '-shm', '-journal'])
    if (existsSync(`${database}${end}`)) renameSync(`${database}${end}`, `${former}${end}`);
  return former;
}

function mustBeAlone(database: string): void {
  try {
    if (isInUse(database)) throw new CopyRefused(`${database} is in use: stop the service first.`);
  } catch (error) {
    // Ignore damage, because a restore repairs it.
    if (!isDamaged(error)) throw error;
  }
}

function refusal(file: string, error: unknown): unknown {
  // Without the folder the driver throws a TypeError.
  if ((error as { code?: unknown }).code === 'SQLITE_CANTOPEN' || !existsSync(dirname(file)))
    return new CopyRefused(`${file} cannot be opened.`);
  if (isDamaged(error)) return new CopyRefused(`${file} is damaged or is not a SQLite database.`);
  return isBusy(error) ? new CopyRefused(`${file} is locked by another process.`) : error;
}

function isDamaged(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB');
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
