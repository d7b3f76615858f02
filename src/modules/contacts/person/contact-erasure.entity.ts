import { Table } from '../../../database/schema/table.js';
import { DateTime, Guid } from '../../../record/fields.js';

/**
 * An erased contact. The row has no personal data, and outlives the contact's row: a backup or another database may
 * have the contact, but not its erasure.
 */
@Table('contact_erasures')
export class ContactErasure {
  @Guid({ key: true, example: '0b5e1c5f7a6d4c0f9d0f5a3e8c2b7a91' }) ContactGUID!: Guid;
  @DateTime({ required: true }) ErasedAt!: DateTime;
}
