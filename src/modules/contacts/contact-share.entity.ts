import { Table } from '../../database/schema/table.js';
import { Int32 } from '../../record/fields.js';

/** A share lets an agent see a contact that is not in its own scope. */
@Table('contact_shares', { set: 'contact-shares', ofPerson: 'remove' })
export class ContactShare {
  @Int32({ key: true, references: 'Contact.ContactId', onDelete: 'CASCADE' }) ContactId!: number;
  @Int32({ key: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number;
}
