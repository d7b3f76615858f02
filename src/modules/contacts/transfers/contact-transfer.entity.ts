import { Table } from '../../../database/schema/table.js';
import { DateTime, Guid, Int32 } from '../../../record/fields.js';

/** That a contact went from one agent to another. */
@Table('contact_transfers', { set: 'contact-transfers', ofPerson: { keep: 'whose the contact was, and from when on' } })
export class ContactTransfer {
  @Int32({ key: 'generated', example: 1 }) TransferId!: number;
  @Int32({ required: true, references: 'Contact.ContactId', example: 42 }) ContactId!: number;
  @Int32({ references: 'Agent.AgentId', description: "0: it was no agent's.", example: 7 }) FromAgentId!: number;
  @Int32({ references: 'Agent.AgentId', description: "0: it is no agent's.", example: 2 }) ToAgentId!: number;
  @DateTime({ required: true }) TransferredAt!: DateTime;
  @Guid({ description: 'UserId of who asked for it.' }) TransferredBy!: Guid | null;
}
