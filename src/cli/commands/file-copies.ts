import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesTarget } from '../../config/settings/files-url.js';
import { FolderStore } from '../../modules/files/store/folder-store.js';
import { CommandFailed } from '../service.js';
import type { Terminal } from '../terminal.js';

/** The path of the folder with the uploaded files that belong to a backup. */
function filesOf(backup: string): string {
  return `${backup}.files`;
}

/** Throws CommandFailed if a backup to the path `backup` would overwrite the uploaded files of an earlier backup. */
export function mustBeFree(backup: string): void {
  if (existsSync(filesOf(backup))) throw new CommandFailed(`${filesOf(backup)} exists. Choose another file.`);
}

/**
 * Copies the uploaded files, which are encrypted, from the folder of FILES_URL to a folder beside the backup. `objects`
 * are the names of the files that the copied database needs.
 */
export async function backUpFiles(
  terminal: Terminal,
  target: FilesTarget | undefined,
  objects: readonly string[],
  backup: string,
): Promise<void> {
  if (objects.length === 0 || !target) return;
  if (target.kind === 's3') {
    terminal.say(`The files are in ${target.endpoint}: back up that bucket separately.`);
    return;
  }
  const missing = await copied(terminal, target.folder, filesOf(backup), objects);
  terminal.say(`Copied ${objects.length - missing} files to ${filesOf(backup)}, encrypted with FIELD_KEY.`);
  if (missing > 0) terminal.say(`${missing} files are missing in ${target.folder}: run \`agency doctor\`.`);
}

/**
 * Copies the uploaded files of a backup to the folder of FILES_URL. `former` is the new path of the former database, if
 * there was one: the former folder moves beside it.
 */
export async function restoreFiles(
  terminal: Terminal,
  target: FilesTarget | undefined,
  backup: string,
  former: string | undefined,
): Promise<void> {
  const from = filesOf(backup);
  if (!existsSync(from)) {
    if (target?.kind === 's3') terminal.say(`The restored database expects its files in ${target.endpoint}.`);
    return;
  }
  if (target?.kind !== 'folder')
    throw new CommandFailed(
      `The database is restored, but the files in ${from} are not, because FILES_URL names no folder. Copy them to ` +
        'the bucket of FILES_URL.',
    );
  if (former !== undefined && existsSync(target.folder)) {
    await rename(target.folder, filesOf(former));
    terminal.say(`The former files are now in ${filesOf(former)}.`);
  }
  const objects = await objectsIn(from);
  await copied(terminal, from, target.folder, objects);
  terminal.say(`Restored ${objects.length} files in ${target.folder}.`);
}

/** Copies the objects from the folder `from` to the folder `to`. Returns the number of objects that `from` lacks. */
async function copied(terminal: Terminal, from: string, to: string, objects: readonly string[]): Promise<number> {
  const [source, copy] = [from, to].map((folder) => new FolderStore({ kind: 'folder', folder, isMade: true }));
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
