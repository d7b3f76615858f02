import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db } from '../../database/db.js';
import { columnsOf } from '../../database/schema/columns.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { SmartsheetLine } from './smartsheet-line.entity.js';
import { SmartsheetTransfer } from './smartsheet-transfer.entity.js';

/** What there is to transfer, and what was. */
@Injectable()
export class SmartsheetLists {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /** The lines whose owners are in scope, by ID and TableName. */
  async lines(caller: Principal, options: ListOptions): Promise<ListResult<SmartsheetLine>> {
    return this.db.list(
      SmartsheetLine,
      {
        columns: { ...columnsOf(SmartsheetLine, 's'), AgentName: sql`a.AgentName` },
        from: sql`smartsheet_lines s`,
        joins: { a: sql`JOIN agents a ON a.AgentId = s.AgentId` },
        anyOf: await this.scope.eachOf(caller, [sql`s.AgentId`]),
        apart: true,
        order: [sql`s.ID`, sql`s.TableName`],
        key: [sql`s.ID`, sql`s.TableName`],
      },
      options,
    );
  }

  /** What went from or to an agent in scope, the latest first. */
  async transfers(caller: Principal, options: ListOptions): Promise<ListResult<SmartsheetTransfer>> {
    const ends = [sql`t.FromAgentId`, sql`t.ToAgentId`];
    return this.db.list(
      SmartsheetTransfer,
      {
        columns: columnsOf(SmartsheetTransfer, 't'),
        from: sql`smartsheet_transfers t`,
        anyOf: await this.scope.eachOf(caller, ends),
        order: [{ descending: sql`t.TransferId` }],
        key: [sql`t.TransferId`],
      },
      options,
    );
  }
}
