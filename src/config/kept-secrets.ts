import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { Stated } from '../errors/in-words.js';
import { makeDatabaseFolder } from './database-folder.js';

/** The generated secrets, under the names of their environment variables. */
export interface KeptSecrets {
  JWT_SECRET: string;
  FIELD_KEY: string;
}

/** Path of the file with the secrets of a SQLite database. */
export function secretsFile(databaseFile: string): string {
  return `${databaseFile}.secrets.json`;
}

/**
 * Reads the secrets from the file beside a SQLite file. For a new database it generates them in a file that only the
 * owner can read. Processes that start at the same time use the same secrets, because the file is created atomically
 * and once. Returns undefined for an existing database without its secrets, because new secrets could not decrypt its
 * fields.
 */
export function keptSecrets(databaseFile: string): KeptSecrets | undefined {
  const file = secretsFile(databaseFile);
  // Check the database first, because another process may create the secrets and then the database meanwhile.
  const isThere = holdsData(databaseFile);
  const kept = readSecrets(file);
  if (kept) return kept;
  if (isThere) return undefined;
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const made: KeptSecrets = { JWT_SECRET: randomBytes(32).toString('hex'), FIELD_KEY: randomBytes(32).toString('hex') };
  makeDatabaseFolder(databaseFile);
  writeFileSync(draft, JSON.stringify(made), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readSecrets(file) ?? made;
}

function holdsData(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.size > 0;
}

/** Returns undefined if `file` does not exist. */
export function readSecrets(file: string): KeptSecrets | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { JWT_SECRET, FIELD_KEY } = parsed(text);
  if (typeof JWT_SECRET !== 'string' || typeof FIELD_KEY !== 'string')
    throw new Stated(
      `${file} does not have both secrets, JWT_SECRET and FIELD_KEY. Restore it from the backup: without FIELD_KEY ` +
        'encrypted values cannot be read.',
    );
  return { JWT_SECRET, FIELD_KEY };
}

/** Parses the text of a secrets file. Returns {} if the text is empty or truncated. */
function parsed(text: string): Partial<KeptSecrets> {
  try {
    return (JSON.parse(text) as Partial<KeptSecrets> | null) ?? {};
  } catch {
    return {};
  }
}
