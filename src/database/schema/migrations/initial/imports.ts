import { datetime, guid, int32, int64, json, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

export const importTables = [
  table(
    'imports',
    {
      ImportId: column(guid, { key: true }),
      Into: text(50),
      FileName: text(255),
      State: text(10),
      Rows: int32,
      Inserted: int32,
      Updated: int32,
      Unchanged: int32,
      Doubtful: int32,
      Invalid: int32,
      Columns: json,
      Options: column(json, { nullable: true }),
      CreatedAt: column(datetime, { required: true }),
      UserId: column(guid, { required: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      AttachmentId: guid,
      Sha256: column(text(64), { required: true }),
      Charset: text(40),
    },
    { indexes: [['UserId', 'CreatedAt'], ['Sha256'], ['AttachmentId'], ['CreatedAt']] },
  ),
  table(
    'import_rows',
    {
      Line: int32,
      Action: text(10),
      Key: text(200),
      Field: text(200),
      From: text(100_000),
      To: text(100_000),
      ErrorCode: text(20),
      Message: text(1000),
      RowId: column(int64, { key: 'generated' }),
      ImportId: column(guid, { required: true, references: 'imports.ImportId', onDelete: 'CASCADE' }),
      StoredFrom: text(20_000),
      StoredTo: text(20_000),
    },
    { indexes: [['ImportId', 'Line', 'RowId']] },
  ),
];
