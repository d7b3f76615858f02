import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { AuditEntry } from '../../database/audit/audit.entity.js';
import { Db } from '../../database/db.js';
import { columnsOf } from '../../database/schema/columns.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';

/** What was done, as it was written down with each change. */
@Injectable()
export class AuditService {
  constructor(private readonly db: Db) {}

  /** The newest first. */
  list(options: ListOptions): ListResult<AuditEntry> {
    return this.db.list(
      AuditEntry,
      {
        columns: { ...columnsOf(AuditEntry, 'o'), UserName: sql`COALESCE(u.UserName, '')` },
        from: sql`audit o`,
        joins: { u: sql`LEFT JOIN users u ON u.UserId = o.UserId` },
        order: [{ descending: sql`o.At` }, { descending: sql`o.AuditId` }],
        key: [sql`o.AuditId`],
      },
      options,
    );
  }
}
