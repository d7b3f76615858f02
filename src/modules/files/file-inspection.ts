import type { INestApplicationContext } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { fail, ok, warn, type Finding } from '../../database/driver/finding.js';
import { keyIdOf } from '../../database/encryption/field-cipher.js';
import { columns } from '../../database/schema/columns.js';
import { FileContent } from './file.entity.js';
import { FilesCheckService } from './files-check.service.js';
import { FileStore } from './store/file-store.js';
import { encryptedSize } from './store/encrypted-content.js';

/** Maximum number of concurrent requests to the store. */
const atOnce = 16;
/** Number of rows that one query reads. */
const batch = 1000;

/** Checks that uploads work, and that the store has every content in full, encrypted with a known key. */
export async function inspectFiles(service: INestApplicationContext): Promise<Finding[]> {
  const [config, db, store] = [service.get(Config), service.get(Db), service.get(FileStore, { strict: false })];
  const stored = await db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM file_contents c WHERE c.Ready = 1`);
  const total = stored?.Total ?? 0;
  if (!config.filesUrl) {
    return total === 0
      ? [warn('FILES_URL is not set: uploads of files are refused.', 'Set it to a folder or an S3 bucket.')]
      : [fail(`FILES_URL is not set, and the database has ${total} contents of files.`, 'Set FILES_URL.')];
  }
  const checked = await service.get(FilesCheckService, { strict: false }).findings();
  if (checked.some(({ level }) => level === 'fail')) return checked;
  return [...checked, ...(await contents(db, store, total)), ...(await keys(db, config))];
}

async function contents(db: Db, store: FileStore, total: number): Promise<Finding[]> {
  const slots = new Semaphore(atOnce);
  let [missing, damaged] = [0, 0];
  let last = '';
  for (;;) {
    const rows = await db.all<FileContent>(sql`SELECT ${columns(FileContent, 'c')} FROM file_contents c
      WHERE c.Ready = 1 AND c.Object > ${last} ORDER BY c.Object LIMIT ${batch}`);
    const sizes = await Promise.all(rows.map(({ Object }) => slots.runExclusive(() => store.size(Object))));
    missing += sizes.filter((size) => size === undefined).length;
    damaged += sizes.filter((size, at) => size !== undefined && size !== encryptedSize(Number(rows[at].Size))).length;
    if (rows.length < batch) break;
    last = rows[rows.length - 1].Object;
  }
  if (missing + damaged === 0) return [ok(`The store of files (${store.shown}) has all ${total} contents.`)];
  return [
    fail(
      `The store of files (${store.shown}) lacks ${missing} of ${total} contents, and ${damaged} have a wrong size.`,
      'Restore the files of the backup, or correct FILES_URL.',
    ),
  ];
}

async function keys(db: Db, { fieldKey, fieldKeysOld }: Config): Promise<Finding[]> {
  const found = await db.all<{ KeyId: string; Total: number }>(sql`SELECT c.KeyId AS KeyId, COUNT(*) AS Total
    FROM file_contents c WHERE c.Ready = 1 AND c.KeyId <> ${keyIdOf(fieldKey)} GROUP BY c.KeyId ORDER BY c.KeyId`);
  const former = fieldKeysOld.map(keyIdOf);
  return found.map(({ KeyId, Total }) =>
    former.includes(KeyId)
      ? warn(`${Total} contents of files are encrypted with the former key ${KeyId}.`, 'Run `agency reseal`.')
      : fail(
          `${Total} contents of files are encrypted with the key ${KeyId}, which is not configured.`,
          'Set FIELD_KEY, or FIELD_KEYS_OLD, to the key that encrypted them.',
        ),
  );
}
