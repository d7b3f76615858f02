import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, int64, text } from './column-kinds.js';
import { addIndex, column, createTable, dropIndex, dropTable, table } from './table-definition.js';

/** Each table comes after the tables that it refers to. */
const tables = [
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

export class Files1795001500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of tables) await createTable(runner, each);
    await addIndex(runner, 'documents', ['AttachmentId']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'documents', ['AttachmentId']);
    for (const { name } of tables.toReversed()) await dropTable(runner, name);
  }
}
