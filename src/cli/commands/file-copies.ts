import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesTarget } from '../../config/settings/files-url.js';
import { FolderStore } from '../../modules/files/store/folder-store.js';
import { CommandFailed } from '../service.js';
import type { Terminal } from '../terminal.js';

/** Where the files of a backup are. */
function filesOf(backup: string): string {
  return `${backup}.files`;
}

/** Throws CommandFailed if the files of a backup would overwrite others. */
export function mustBeFree(backup: string): void {
  if (existsSync(filesOf(backup))) throw new CommandFailed(`${filesOf(backup)} exists already.`);
}

/**
 * Copies the stored files of a database beside its backup, without decrypting them. objects: their names, read after
 * the database was copied; a file that was removed since then is not needed.
 */
export async function backUpFiles(
  terminal: Terminal,
  target: FilesTarget | undefined,
  objects: readonly string[],
  backup: string,
): Promise<void> {
  if (objects.length === 0 || !target) return;
  if (target.kind === 's3') {
    terminal.say(`The files are in ${target.endpoint}: back up the bucket by its own means.`);
    return;
  }
  const missing = await copied(terminal, target.folder, filesOf(backup), objects);
  terminal.say(`Copied ${objects.length - missing} files to ${filesOf(backup)}, encrypted with FIELD_KEY.`);
  if (missing > 0) terminal.say(`${missing} files are missing in ${target.folder}: run \`agency doctor\`.`);
}

/** Puts the files of a backup, if it has any, in the place of those of a database. former: where that is now. */
export async function restoreFiles(
  terminal: Terminal,
  target: FilesTarget | undefined,
  backup: string,
  former: string | undefined,
): Promise<void> {
  const from = filesOf(backup);
  if (!existsSync(from)) {
    if (target?.kind === 's3') terminal.say(`The files are expected in ${target.endpoint}.`);
    return;
  }
  if (target?.kind !== 'folder')
    throw new CommandFailed(
      `The database is restored, but not ${from}: FILES_URL names no folder. Copy the files there.`,
    );
  if (former !== undefined && existsSync(target.folder)) {
    await rename(target.folder, filesOf(former));
    terminal.say(`The former files are in ${filesOf(former)}.`);
  }
  const objects = await objectsIn(from);
  await copied(terminal, from, target.folder, objects);
  terminal.say(`Restored ${objects.length} files in ${target.folder}.`);
}

/** Copies objects from one folder to another; the number of those that are missing. */
async function copied(terminal: Terminal, from: string, to: string, objects: readonly string[]): Promise<number> {
  const [source, copy] = [new FolderStore(from), new FolderStore(to)];
  const progress = terminal.progress('files', objects.length);
  let missing = 0;
  try {
    for (const [at, name] of objects.entries()) {
      const size = await source.size(name);
      const bytes = size === undefined ? undefined : await source.open(name, { start: 0, end: size - 1 });
      if (bytes) await copy.put(name, bytes);
      else missing++;
      progress.at(at + 1);
    }
  } finally {
    progress.end();
  }
  return missing;
}

async function objectsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const names: string[] = [];
  for (const entry of entries) if ((await stat(join(folder, entry))).isFile()) names.push(entry.replaceAll('\\', '/'));
  return names.filter((name) => !name.endsWith('.part'));
}
