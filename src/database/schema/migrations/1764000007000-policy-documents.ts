import type { MigrationInterface, QueryRunner } from 'typeorm';
import { flag, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

export class PolicyDocuments1764000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'record_types', { RecordType: column(text(100), { key: true }) });
    await createTable(runner, 'policy_documents', {
      Id: column(int32, { key: 'generated' }),
      Name: column(text(200), { required: true }),
      Type: text(100),
    });
    await createTable(runner, 'policy_document_defaults', {
      RecordType: column(text(100), { key: true }),
      Id: column(int32, { key: true, references: 'policy_documents.Id', onDelete: 'CASCADE' }),
      IsDefault: flag,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['policy_document_defaults', 'policy_documents', 'record_types'])
      await dropTable(runner, table);
  }
}
