import { stat } from 'node:fs/promises';
import type { Config } from '../../../config/config.js';
import { Unavailable } from '../../../errors/errors.js';
import { FileStore } from './file-store.js';
import { FolderStore } from './folder-store.js';
import { S3Store } from './s3-store.js';
import { TimedStore } from './timed-store.js';

export function storeOf({ filesUrl }: Config): FileStore {
  if (!filesUrl) return new NoStore();
  return new TimedStore(filesUrl.kind === 'folder' ? new FolderStore(filesUrl) : new S3Store(filesUrl));
}

/** The problem of a FILES_URL that names a folder which does not exist; undefined without one. */
export async function missingFolder({ filesUrl }: Config): Promise<string | undefined> {
  if (filesUrl?.kind !== 'folder' || filesUrl.isMade) return undefined;
  const { folder } = filesUrl;
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''),
  );
  return isThere ? undefined : `FILES_URL must name a folder that exists, and ${folder} does not: make it, or mount it`;
}

/** The store if FILES_URL is not set and the database is on a server: every use fails. */
class NoStore extends FileStore {
  readonly shown = 'no store';

  override mustBeSet = refuseAll;
  put = refuseAll;
  open = refuseAll;
  size = refuseAll;
  remove = refuseAll;
  check = refuseAll;
}

function refuseAll(): never {
  throw new Unavailable('This installation stores no files: FILES_URL is not set.', { retryAfter: 3600 });
}
