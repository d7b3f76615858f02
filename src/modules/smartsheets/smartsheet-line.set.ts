import sql from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import { defineSet } from '../../sets/record-set.js';
import { SmartsheetLine } from './smartsheet-line.entity.js';

/** AgentName is the owner's: it is written out, and on the way in AgentId alone counts. */
defineSet({
  name: 'smartsheet-lines',
  record: SmartsheetLine,
  key: ['ID', 'TableName'],
  rows: sql`SELECT ${columns(SmartsheetLine, 's')}, COALESCE(a.AgentName, '') AS AgentName
    FROM smartsheet_lines s LEFT JOIN agents a ON a.AgentId = s.AgentId ORDER BY s.ID, s.TableName`,
  save: (db, lines) => db.upsertAll(SmartsheetLine, lines),
});
