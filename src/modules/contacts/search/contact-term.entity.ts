import { Table } from '../../../database/schema/table.js';
import { Int32, Text } from '../../../record/fields.js';

/** A search term of a contact, with the fields by which a search is sorted and restricted. */
@Table('contact_terms', {
  indexes: [['ContactId', 'Term']],
  audited: false,
  ofPerson: 'remove',
  staysWithContact: true,
})
export class ContactTerm {
  /** See `termsOf` in search-terms.ts. */
  @Text(64, { key: true }) Term!: string;
  @Text(200, { key: true }) Name!: string;
  @Int32({ key: true, names: { field: 'Contact.ContactId' } }) ContactId!: number;
  /** A TermOwner of the agent that owns the contact; null if the contact has no agent. */
  @Int32({ nullable: true }) OwnerId!: number | null;
  /**
   * Length of the common prefix with the contact's previous term. Of the contact's terms that begin with a text,
   * exactly one has a shorter common prefix than the text, so a search finds each contact once.
   */
  @Int32() Shared!: number;
}
