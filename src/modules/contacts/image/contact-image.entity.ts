import { Table } from '../../../database/schema/table.js';
import { Guid, Int32 } from '../../../record/fields.js';

/** A file that is or was the image of a contact. Contact.ContactImage refers to the current image. */
@Table('contact_images', { ofPerson: 'remove' })
export class ContactImageFile {
  @Guid({ key: true }) AttachmentId!: Guid;
  @Int32({ required: true, references: 'Contact.ContactId', onDelete: 'CASCADE' }) ContactId!: number;
}
