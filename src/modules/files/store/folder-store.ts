import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Unavailable } from '../../../errors/errors.js';
import { FileStore, type ByteRange } from './file-store.js';

/** Stores objects as files in a folder, which the first upload creates. */
export class FolderStore extends FileStore {
  readonly shown: string;

  constructor(private readonly folder: string) {
    super();
    this.shown = `the folder ${folder}`;
  }

  async put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const path = this.pathOf(name);
    const draft = `${path}.${randomUUID()}.part`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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

  /** If the folder does not exist yet, its nearest existing parent must be writable. */
  async check(): Promise<void> {
    let folder = this.folder;
    for (;;) {
      const found = await stat(folder).catch(missing);
      if (found?.isDirectory() || dirname(folder) === folder) break;
      if (found) throw failure(new Error(`${folder} is not a folder`));
      folder = dirname(folder);
    }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
      throw failure(error);
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
