import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { RecordSet } from '../../sets/record-set.js';
import { SmartsheetLine } from './smartsheet.entity.js';

/** An export contains the owner's AgentName; an import ignores AgentName and uses AgentId. */
@Injectable()
export class SmartsheetLinesRecordSet extends RecordSet {
  readonly name = 'smartsheet-lines';
  readonly record = SmartsheetLine;
  readonly key = ['ID', 'TableName'];
  readonly rows = sql`SELECT ${columns(SmartsheetLine, 's')}, COALESCE(a.AgentName, '') AS AgentName
    FROM smartsheet_lines s LEFT JOIN agents a ON a.AgentId = s.AgentId ORDER BY s.ID, s.TableName`;

  constructor(private readonly db: Db) {
    super();
  }

  override save(lines: readonly Partial<SmartsheetLine>[]): Promise<Upserted> {
    return this.db.upsertAll(SmartsheetLine, lines, { audited: true });
  }
}
