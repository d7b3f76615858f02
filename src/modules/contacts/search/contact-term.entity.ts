import { Table } from '../../../database/schema/table.js';
import { Int32, Text } from '../../../record/fields.js';

/** A search term of a contact, with the columns by which a search sorts and restricts its matches. */
@Table('contact_terms', {
  indexes: [['ContactId', 'Term']],
  audited: false,
  ofPerson: 'remove',
  staysWithContact: true,
})
export class ContactTerm {
  /** The form of a term is described at `termsOf` in search-terms.ts. */
  @Text(64, { key: true }) Term!: string;
  /** The key of the contact's Name, by which lists are sorted. */
  @Text(200, { key: true }) Name!: string;
  @Int32({ key: true, names: { field: 'Contact.ContactId' } }) ContactId!: number;
  /** OwnerId of a TermOwner of the agent that owns the contact; null if the contact has no agent. */
  @Int32({ nullable: true }) OwnerId!: number | null;
  /**
   * Length of the common prefix with the contact's previous term. A search for terms that begin with a text selects
   * only those whose `Shared` is smaller than the text. Exactly one such term of a contact has a smaller `Shared`, so
   * that a search finds each contact once.
   */
  @Int32() Shared!: number;
}

/**
 * The agent that owns the contacts of all search terms with this OwnerId. After hand-overs an agent has several
 * OwnerIds: a hand-over changes AgentId in these few rows instead of OwnerId in millions of terms.
 */
@Table('term_owners', { audited: false })
export class TermOwner {
  @Int32({ key: 'generated' }) OwnerId!: number;
  @Int32({ required: true, references: 'Agent.AgentId' }) AgentId!: number;
}
