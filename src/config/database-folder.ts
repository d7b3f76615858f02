import { mkdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { Stated } from '../errors/in-words.js';

/**
 * Makes the folder of a new SQLite file if the path is relative, as the default `data/agency.sqlite` is. The folder of
 * an absolute path must exist, so that a mistyped path does not become an empty database.
 */
export function makeDatabaseFolder(file: string): void {
  const folder = dirname(file);
  if (!isAbsolute(file)) mkdirSync(folder, { recursive: true });
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found)
    throw new Stated(`The folder ${folder} of DATABASE_URL does not exist. Correct the path, or create the folder.`);
  if (!found.isDirectory()) throw new Stated(`${folder} is a file, but must be a folder.`);
}
