import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { FileNames } from '../files/file-names.js';

/** Keeps the files of imports. No response sends them, because a file may have more than its sender may still read. */
@Injectable()
export class ImportFileNames extends FileNames {
  naming(attachmentId: Sql): Sql {
    return sql`imports i WHERE i.AttachmentId = ${attachmentId}`;
  }

  showsTo(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
