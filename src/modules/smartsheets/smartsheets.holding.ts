import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Holding, type HandOver, type Party } from '../agents/leaving/holding.js';
import type { SmartsheetLine } from './smartsheet.entity.js';
import { SmartsheetsService } from './smartsheets.service.js';

@Injectable()
export class OwnedLines extends Holding {
  readonly kind = 'SmartsheetLines';

  constructor(
    db: Db,
    private readonly smartsheets: SmartsheetsService,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`smartsheet_lines s WHERE s.AgentId = ${AgentId}`;
  }

  async settle({ from, to, caller }: HandOver, most: number): Promise<number> {
    const lines = await this.db.lock<SmartsheetLine>(sql`SELECT s.ID AS ID, s.TableName AS TableName,
      s.AgentId AS AgentId FROM ${this.of(from)} ORDER BY s.ID, s.TableName LIMIT ${most}`);
    await this.smartsheets.move(caller, lines, to.AgentId);
    return lines.length;
  }
}
