import { Table } from '../../../database/schema/table.js';
import { Int32, Text } from '../../../record/fields.js';

/**
 * What a contact is found by; made from the contact, and with what a list of those found is ordered and narrowed by.
 */
@Table('contact_terms', { indexes: [['ContactId', 'Term']], audited: false, ofPerson: 'remove' })
export class ContactTerm {
  /** As search-terms.ts makes it. */
  @Text(64, { key: true }) Term!: string;
  @Text(200, { key: true }) Name!: string;
  @Int32({ key: true, names: { field: 'Contact.ContactId' } }) ContactId!: number;
  @Int32({ nullable: true }) AgentId!: number | null;
  /**
   * How many of its first characters the contact's term before it has too: of a contact's terms that begin with a text,
   * one shares fewer than the text has. So a look-up finds each contact once.
   */
  @Int32() Shared!: number;
}
