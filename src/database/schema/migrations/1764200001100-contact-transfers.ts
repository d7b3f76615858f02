import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, guid, int32 } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const agent = column(int32, { references: 'agents.AgentId' });

/** Between whom contacts went. */
export class ContactTransfers1764200001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'contact_transfers', {
      TransferId: column(int32, { key: 'generated' }),
      ContactId: column(int32, { required: true, references: 'contacts.ContactId' }),
      FromAgentId: agent,
      ToAgentId: agent,
      TransferredAt: column(datetime, { required: true }),
      TransferredBy: guid,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'contact_transfers');
  }
}
