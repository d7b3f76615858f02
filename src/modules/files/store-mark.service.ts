import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Config } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { Unavailable } from '../../errors/errors.js';
import { FileStore } from './store/file-store.js';

/** The object that has the id of the installation whose files the store has. */
const mark = 'installation';
const longestMark = 100;

/**
 * Tells the store of this database from another one, and from the empty folder of a share that is not mounted. A folder
 * beside the SQLite file needs no mark.
 */
@Injectable()
export class StoreMarkService {
  private isKnown = false;

  constructor(
    private readonly db: Db,
    private readonly store: FileStore,
    private readonly config: Config,
  ) {}

  /** Marks a store without files. Throws Unavailable if the store is not that of this database. */
  async require(): Promise<void> {
    const { filesUrl } = this.config;
    if (!filesUrl || (filesUrl.kind === 'folder' && filesUrl.isMade)) return;
    const size = await this.store.size(mark);
    if (this.isKnown && size !== undefined) return;
    const own = await this.installation();
    if (size === undefined) await this.write(own);
    else if ((await this.read(size)) !== own) throw notOurs('it has the files of another database');
    this.isKnown = true;
  }

  private async write(own: string): Promise<void> {
    const some = await this.db.one<{ Object: string }>(
      sql`SELECT c.Object AS Object FROM file_contents c WHERE c.Ready = 1 ORDER BY c.Object LIMIT 1`,
    );
    if (some && (await this.store.size(some.Object)) === undefined)
      throw notOurs(
        'it lacks the files of this database. Mount its share, or restore its files. If they are lost for good, put ' +
          `a file ${mark} with the text ${own} there`,
      );
    await this.store.put(mark, Readable.from([Buffer.from(own)]), own.length);
  }

  private async read(size: number): Promise<string> {
    const found = await this.store.open(mark, { start: 0, end: Math.min(size, longestMark) - 1 });
    return found ? text(found) : '';
  }

  private async installation(): Promise<string> {
    const found = await this.db.one<{ Value: string }>(
      sql`SELECT m.Value AS Value FROM service_meta m WHERE m.Name = 'installation'`,
    );
    if (!found) throw new Error('The database has no id of the installation.');
    return found.Value;
  }
}

function notOurs(why: string): Unavailable {
  return new Unavailable('The store of files cannot be used now. Try again later.', {
    retryAfter: 60,
    cause: new Error(why),
  });
}
