import { Table } from '../../../database/schema/table.js';
import { Int32, Text } from '../../../record/fields.js';

/** A search term of a contact, with the columns by which a search sorts its matches. */
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
  /**
   * Length of the common prefix with the contact's previous term. A search for terms that begin with a text selects
   * only those whose `Shared` is smaller than the text. Exactly one such term of a contact has a smaller `Shared`, so
   * that a search finds each contact once.
   */
  @Int32() Shared!: number;
}
