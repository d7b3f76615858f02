import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { FileContents } from './file-contents.service.js';
import { FileContent } from './file.entity.js';

const batch = 100;

/** Encrypts the contents of files again after a change of FIELD_KEY. */
@Injectable()
export class FileReseal {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly contents: FileContents,
  ) {}

  /**
   * Encrypts the contents under former keys with FIELD_KEY. The service may run meanwhile. Start a run that was stopped
   * again: it does only the rest. unreadable: contents that are missing, or that no key decrypts; they do not change.
   */
  async run(): Promise<{ contents: number; unreadable: number }> {
    const done = { contents: 0, unreadable: 0 };
    let last = '';
    for (;;) {
      const rows = await this.db.all<FileContent>(sql`SELECT ${columns(FileContent, 'c')} FROM file_contents c
        WHERE c.Ready = 1 AND c.KeyId <> ${this.cipher.keyId} AND c.Object > ${last}
        ORDER BY c.Object LIMIT ${batch}`);
      for (const row of rows) {
        // A damaged content must not stop the others.
        const isDone = await this.contents.reseal(row).catch(() => false);
        if (isDone) done.contents++;
        else done.unreadable++;
      }
      if (rows.length < batch) return done;
      last = rows[rows.length - 1].Object;
    }
  }
}
