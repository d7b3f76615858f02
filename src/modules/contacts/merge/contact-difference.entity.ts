import { Table } from '../../../database/schema/table.js';
import { DateTime, Int32, Name, Text } from '../../../record/fields.js';

/** Two contacts that a user has marked as different people. Each pair has one row. */
@Table('contact_differences', {
  ofPerson: 'remove',
  // A merge moves these rows itself, because the smaller ContactId of a pair comes first.
  staysWithContact: true,
  indexes: [['MarkedAt', 'ContactId', 'OtherContactId']],
})
export class ContactDifference {
  @Int32({ key: true, references: 'Contact.ContactId', onDelete: 'CASCADE', example: 1 }) ContactId!: number;
  @Name(200, { computed: true, namesPerson: true, example: 'Ada Lovelace' }) ContactName!: string;
  @Int32({
    key: true,
    references: 'Contact.ContactId',
    onDelete: 'CASCADE',
    description: 'Always greater than ContactId.',
    example: 7,
  })
  OtherContactId!: number;
  @Name(200, { computed: true, namesPerson: true, example: 'Ada Byron' }) OtherContactName!: string;
  @DateTime({ required: true }) MarkedAt!: DateTime;
  @Text(200, { description: 'UserName of the caller.', example: 'agent@demo.test' }) MarkedBy!: string;
}
