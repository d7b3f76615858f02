import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns, storedFields } from '../../database/schema/columns.js';
import { RecordSet } from '../../sets/record-set.js';
import { Contact } from './contact.entity.js';
import { ContactIndex } from './search/contact-index.service.js';

/** Contacts in bulk. What saves them here has them in the search index from then on. */
@Injectable()
export class ContactsRecordSet extends RecordSet {
  readonly name = 'contacts';
  readonly record = Contact;
  override readonly fields = storedFields(Contact);
  readonly key = ['ContactId'];
  readonly rows = sql`SELECT ${columns(Contact, 'c')} FROM contacts c ORDER BY c.ContactId`;

  constructor(
    private readonly db: Db,
    private readonly index: ContactIndex,
  ) {
    super();
  }

  override async save(contacts: readonly Partial<Contact>[]): Promise<Upserted> {
    const done = await this.db.upsertAll(Contact, contacts);
    await this.index.update(contacts.map(({ ContactId }) => ContactId!));
    return done;
  }
}
