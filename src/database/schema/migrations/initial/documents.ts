import { datetime, double, flag, guid, int32, int64, text } from '../column-kinds.js';
import { column, name, table } from '../table-definition.js';

export const documentTables = [
  table(
    'documents',
    {
      Id: column(int32, { key: 'generated' }),
      AttachmentId: guid,
      ...name('FirstName', 100),
      ...name('LastName', 100),
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
    { indexes: [['TableName', 'RecordId'], ['AttachmentId']] },
  ),
  table('document_shares', {
    Id: column(int32, { key: true, references: 'documents.Id', onDelete: 'CASCADE' }),
    AgentId: column(int32, { key: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
  }),
  table('record_types', name('RecordType', 100, { key: true })),
  table(
    'policy_documents',
    {
      Id: column(int32, { key: 'generated' }),
      ...name('Name', 200, { required: true }),
      Type: text(100),
    },
    { indexes: [['NameKey', 'Id']] },
  ),
  table('policy_document_defaults', {
    RecordType: column(text(100), { key: true }),
    Id: column(int32, { key: true, references: 'policy_documents.Id', onDelete: 'CASCADE' }),
    IsDefault: flag,
  }),
  table(
    'file_contents',
    {
      Object: column(text(200), { key: true }),
      Sha256: column(text(64), { required: true }),
      Size: column(int64, { required: true }),
      KeyId: column(text(8), { required: true }),
      Ready: flag,
      CreatedAt: column(datetime, { required: true }),
    },
    { indexes: [['Sha256'], ['CreatedAt']] },
  ),
  table(
    'files',
    {
      AttachmentId: column(guid, { key: true }),
      FileName: text(255),
      MimeType: text(100),
      Size: column(int64, { required: true }),
      Sha256: column(text(64), { required: true }),
      Object: column(text(200), { required: true, references: 'file_contents.Object' }),
      UploadedBy: guid,
      UploadedAt: column(datetime, { required: true }),
    },
    { indexes: [['UploadedAt']] },
  ),
  table('contact_images', {
    AttachmentId: column(guid, { key: true }),
    ContactId: column(int32, { required: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
  }),
  table('visit_documents', {
    Id: column(int32, { key: true, references: 'documents.Id', onDelete: 'CASCADE' }),
    CheckinId: column(guid, { required: true, references: 'checkins.Id', onDelete: 'CASCADE' }),
    LineId: column(guid, { required: true, references: 'service_lines.Id' }),
  }),
];
