import { datetime, double, flag, guid, int32, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

export const documentTables = [
  table(
    'documents',
    {
      Id: column(int32, { key: 'generated' }),
      AttachmentId: guid,
      FirstName: text(100),
      LastName: text(100),
      TableName: column(text(100), { required: true }),
      RecordId: column(int32, { required: true }),
      Description: text(1000),
      DocumentType: text(100),
      DocumentGroup: text(200),
      DateAdded: datetime,
      Locked: flag,
      FileSizeInKB: double,
      AttachmentName: text(255),
      MimeType: text(100),
    },
    { indexes: [['TableName', 'RecordId']] },
  ),
  table('document_shares', {
    Id: column(int32, { key: true, references: 'documents.Id', onDelete: 'CASCADE' }),
    AgentId: column(int32, { key: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
  }),
  table('record_types', { RecordType: column(text(100), { key: true }) }),
  table('policy_documents', {
    Id: column(int32, { key: 'generated' }),
    Name: column(text(200), { required: true }),
    Type: text(100),
  }),
  table('policy_document_defaults', {
    RecordType: column(text(100), { key: true }),
    Id: column(int32, { key: true, references: 'policy_documents.Id', onDelete: 'CASCADE' }),
    IsDefault: flag,
  }),
];
