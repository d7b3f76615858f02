import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, double, flag, guid, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

/** Documents of contacts and agents, and whom they are shared with. */
export class Documents1764000016000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
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
    );
    await createTable(runner, 'document_shares', {
      Id: column(int32, { key: true, references: 'documents.Id', onDelete: 'CASCADE' }),
      AgentId: column(int32, { key: true, references: 'agents.AgentId', onDelete: 'CASCADE' }),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['document_shares', 'documents']) await dropTable(runner, table);
  }
}
