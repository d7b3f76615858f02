import { Table } from '../../../database/schema/table.js';
import { DateTime, Guid, Int32, Name } from '../../../record/fields.js';

@Table('contact_transfers', { set: 'contact-transfers', ofPerson: { keep: 'the owners and the time of the transfer' } })
export class ContactTransfer {
  @Int32({ key: 'generated', example: 1 }) TransferId!: number;
  @Int32({ required: true, references: 'Contact.ContactId', example: 42 }) ContactId!: number;
  @Name(200, {
    computed: true,
    namesPerson: true,
    example: 'Ada Lovelace',
    description: 'Empty for a contact that you may not see.',
  })
  ContactName!: string;
  @Int32({ references: 'Agent.AgentId', description: '0 if the contact had no owner.', example: 7 })
  FromAgentId!: number;
  @Name(200, { computed: true, example: 'Ana Álvarez' }) FromAgentName!: string;
  @Int32({
    references: 'Agent.AgentId',
    description: '0 if the transfer left the contact without an owner.',
    example: 2,
  })
  ToAgentId!: number;
  @Name(200, { computed: true, example: 'Ben Okafor' }) ToAgentName!: string;
  @DateTime({ required: true }) TransferredAt!: DateTime;
  @Guid({ description: 'UserId of the caller.' }) TransferredBy!: Guid | null;
}
