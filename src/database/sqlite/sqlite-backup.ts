import Database from 'better-sqlite3';
import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrations } from '../schema/migrations/index.js';
import type { FieldCipher } from '../sealed/field-cipher.js';
import { checkProblem, keyCheckQuery } from '../sealed/key-check.js';
import { isBusy, isInUse } from './sqlite-database.js';

/** A copy that is not made, and why. */
export class CopyRefused extends Error {}

/** done and total: pages, or bytes. */
export type OnProgress = (done: number, total: number) => void;

/** Writes a file's content to another one that is there already, in another form. */
export type Recode = (from: string, to: string, onProgress: OnProgress) => Promise<void>;

/** Milliseconds to wait for another process's lock. */
const lockTimeout = 5000;
const ownTables = ['migrations', 'service_meta', 'audit', 'users'];

/**
 * Copies a database in use to a file of its own, as it is at this moment, and checks the copy. The file appears
 * complete or not at all. encrypt: then nothing in clear is ever written but beside the database.
 * Throws CopyRefused when the file exists, or what is copied is not this service's database.
 */
export async function backUp(database: string, file: string, onProgress: OnProgress, encrypt?: Recode): Promise<void> {
  if (existsSync(file)) throw new CopyRefused(`${file} exists already.`);
  await withDraft(encrypt ? database : file, async (copied) => {
    await copy(database, copied, onProgress);
    checkCopy(copied);
    if (!encrypt) give(copied, file);
    else
      await withDraft(file, async (draft) => {
        await encrypt(copied, draft, onProgress);
        flush(draft);
        give(draft, file);
      });
  });
}

/** A finished draft under its name. */
function give(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CopyRefused(`${file} exists already.`);
    throw error;
  }
}

interface Restored {
  /** Where the former database is now; undefined: there was none. */
  former: string | undefined;
  /** Migrations that the restored database lacks. */
  pending: number;
}

/**
 * Puts a backup in the place of a database. replace: a database that is there is kept under another
 * name. Throws CopyRefused when it is in use, is there and not to be replaced, or the backup is damaged,
 * newer than this service, not its own, or sealed with a key that is not the cipher's. decrypt: what makes a database
 * of an encrypted backup.
 */
export async function restore(
  file: string,
  database: string,
  replace: boolean,
  onProgress: OnProgress,
  cipher: FieldCipher,
  decrypt: Recode = copy,
): Promise<Restored> {
  const exists = existsSync(database) && statSync(database).size > 0;
  if (exists && !replace) throw new CopyRefused(`${database} is there already. --force puts it aside.`);
  return withDraft(database, async (draft) => {
    await decrypt(file, draft, onProgress);
    const pending = checkCopy(draft, cipher);
    const former = exists ? putAside(database) : undefined;
    renameSync(draft, database);
    return { former, pending };
  });
}

/** A file beside the wanted one, readable by the owner alone, and gone afterwards. */
async function withDraft<T>(wanted: string, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${wanted}.${process.pid}.part`;
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const result = await work(draft);
    flush(dirname(wanted));
    return result;
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  }
}

async function copy(from: string, to: string, onProgress: OnProgress): Promise<void> {
  const source = open(from);
  try {
    // One moment for all pages: without it, a copy begins anew whenever another process has written.
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

/**
 * Makes the copy one whole file and reads all of it; the number of migrations that it lacks. cipher: of the keys that
 * it will be opened with.
 */
function checkCopy(draft: string, cipher?: FieldCipher): number {
  const copied = new Database(draft, { fileMustExist: true });
  try {
    copied.pragma('journal_mode = DELETE');
    const found = copied.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw new CopyRefused(`The database is damaged: ${String(found)}.`);
    if ((copied.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new CopyRefused('The database is damaged: rows refer to others that are missing.');
    const pending = pendingIn(copied);
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

function pendingIn(copied: Database.Database): number {
  const isThere = copied.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  if (ownTables.some((table) => isThere.get(table) === undefined))
    throw new CopyRefused("It is not this service's database.");
  const ran = copied.prepare('SELECT name FROM migrations').pluck().all() as string[];
  const names = migrations.map(({ name }) => name);
  const newer = ran.filter((name) => !names.includes(name));
  if (newer.length > 0) throw new CopyRefused(`The database is newer than this service: ${newer.join(', ')}.`);
  return names.filter((name) => !ran.includes(name)).length;
}

function mustOpen(copied: Database.Database, cipher: FieldCipher): void {
  const check = copied.prepare(keyCheckQuery).pluck().get() as string | undefined;
  const problem = check === undefined ? undefined : checkProblem(check, cipher);
  if (problem !== undefined) throw new CopyRefused(`${problem}.`);
}

/** Keeps a database that nobody has open under another name as well, until a copy replaces it; that name. */
function putAside(database: string): string {
  mustBeAlone(database);
  const former = `${database}.before-${new Date().toISOString().replaceAll(/[-:]|\..*/g, '')}`;
  if (existsSync(former)) throw new CopyRefused(`${former} exists already.`);
  linkSync(database, former);
  // Left by a database that is damaged: they are not the new one's.
  for (const end of ['-wal', '-shm', '-journal'])
    if (existsSync(`${database}${end}`)) renameSync(`${database}${end}`, `${former}${end}`);
  return former;
}

function mustBeAlone(database: string): void {
  try {
    if (isInUse(database)) throw new CopyRefused(`${database} is in use: stop the service first.`);
  } catch (error) {
    // Damaged files are what restoring is for.
    if (!isDamaged(error)) throw error;
  }
}

function refusal(file: string, error: unknown): unknown {
  if ((error as { code?: unknown }).code === 'SQLITE_CANTOPEN') return new CopyRefused(`${file} cannot be opened.`);
  if (isDamaged(error)) return new CopyRefused(`${file} is damaged or no SQLite database.`);
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
