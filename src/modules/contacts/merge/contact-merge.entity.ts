import { Table } from '../../../database/schema/table.js';
import { DateTime, Guid, Int32, Text } from '../../../record/fields.js';

/** A contact that was merged into another. Undoing the merge removes the row. */
@Table('contact_merges', { set: 'contact-merges', ofPerson: 'remove', staysWithContact: true })
export class ContactMerge {
  @Int32({ key: 'generated', example: 1 }) MergeId!: number;
  @Int32({ required: true, references: 'Contact.ContactId', example: 25 }) ContactId!: number;
  @Int32({ required: true, references: 'Contact.ContactId', example: 49 }) MergedContactId!: number;
  @DateTime({ required: true }) MergedAt!: DateTime;
  /** The id of the call that merged the contact. One call can merge several contacts. */
  @Guid({ required: true }) CallId!: Guid;
  /** The encrypted changes of the merge: a JSON list of MergeStep, which contains personal data. */
  @Text(16_000_000, { secret: true, encrypted: true }) Steps!: string;
}
