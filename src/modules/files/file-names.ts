import { Injectable } from '@nestjs/common';
import type { Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import type { Guid } from '../../record/fields.js';

/**
 * A kind of rows that name files, which means that they contain an AttachmentId. Provide each FileNames in the module
 * of its rows; FilesService discovers it.
 */
@Injectable()
export abstract class FileNames {
  /** Selects the rows that name a file: sql`documents d WHERE d.AttachmentId = ${attachmentId}`. */
  abstract naming(attachmentId: Sql): Sql;

  /** Whether the caller may see one of the rows that name the file. */
  abstract showsTo(caller: Principal, attachmentId: Guid): Promise<boolean>;
}
