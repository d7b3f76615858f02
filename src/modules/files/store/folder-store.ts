import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FilesTarget } from '../../../config/settings/files-url.js';
import { Unavailable } from '../../../errors/errors.js';
import { FileStore, type ByteRange } from './file-store.js';

/** Stores objects as files in a folder. The first upload makes a folder beside the database; any other must exist. */
export class FolderStore extends FileStore {
  readonly shown: string;

  private readonly folder: string;
  private readonly isMade: boolean;

  constructor({ folder, isMade = false }: Extract<FilesTarget, { kind: 'folder' }>) {
    super();
    this.folder = folder;
    this.isMade = isMade;
    this.shown = `the folder ${folder}`;
  }

  async put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const path = this.pathOf(name);
    const draft = `${path}.${randomUUID()}.part`;
    try {
      await this.makeFolders(dirname(path));
      const file = await open(draft, 'wx', 0o600);
      // The write stream syncs and closes the file.
      await pipeline(bytes, file.createWriteStream({ flush: true }));
      await rename(draft, path);
      await flush(dirname(path));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw failure(error);
    }
  }

  async open(name: string, { start, end }: ByteRange): Promise<Readable | undefined> {
    try {
      const file = await open(this.pathOf(name));
      return file.createReadStream({ start, end });
    } catch (error) {
      missing(error);
      return undefined;
    }
  }

  async size(name: string): Promise<number | undefined> {
    return (await stat(this.pathOf(name)).catch(missing))?.size;
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true }).catch((error: unknown) => {
      throw failure(error);
    });
  }

  /** Writes and removes a file. A folder that the first upload makes is not made. */
  async check(): Promise<void> {
    if (!(await stat(this.folder).catch(missing))) {
      if (!this.isMade) throw failure(new Error('the folder does not exist'));
      await access(dirname(this.folder), constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
        throw failure(error);
      });
      return;
    }
    const probe = `probe-${randomUUID()}`;
    await this.put(probe, Readable.from([Buffer.from(probe)]));
    await this.remove(probe);
  }

  /**
   * Makes the folders of an object one by one. The recursive mkdir would make a folder that is to be mounted, and never
   * ends in a file system that refuses new folders with ENOENT, such as /proc.
   */
  private async makeFolders(last: string): Promise<void> {
    const below = relative(this.folder, last).split(sep).filter(Boolean);
    const folders = below.map((_, at) => join(this.folder, ...below.slice(0, at + 1)));
    for (const folder of this.isMade ? [this.folder, ...folders] : folders)
      await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      });
  }

  private pathOf(name: string): string {
    return join(this.folder, ...name.split('/'));
  }
}

/** Syncs the folder: without that, a power failure can lose the name of a new file. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw failure(error);
}

function failure(error: unknown): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === '' && error instanceof Error && error.name !== 'Error') return error;
  const text = code === 'ENOSPC' || code === 'EDQUOT' ? 'is full' : 'cannot be used now';
  return new Unavailable(`The store of files ${text}. Try again later.`, { retryAfter: 60, cause: error });
}
