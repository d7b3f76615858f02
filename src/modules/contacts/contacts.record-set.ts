import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns, storedFields } from '../../database/schema/columns.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { closeTogether, sealedTogether } from '../../database/sealed/sealed-together.js';
import { RecordSet } from '../../sets/record-set.js';
import { Contact } from './contact.entity.js';
import { ContactIndex } from './search/contact-index.service.js';

type Row = Readonly<Record<string, unknown>>;
type Given = Partial<Contact> & Pick<Contact, 'ContactId'>;

const batch = 500;
const together = sealedTogether(Contact)!;

/** Whoever writes contacts in bulk saves them here: they are found from then on. */
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
    private readonly cipher: FieldCipher,
  ) {
    super();
  }

  override async save(contacts: readonly Given[]): Promise<Upserted> {
    const done = await this.db.upsertAll(Contact, await this.sealed(contacts));
    await this.index.update(contacts.map(({ ContactId }) => ContactId));
    return done;
  }

  /** With what is stored of them in place of the fields that are encrypted together. */
  private async sealed(contacts: readonly Given[]): Promise<readonly Given[]> {
    const isGiven = (contact: Given): boolean => together.names.some((name) => (contact as Row)[name] !== undefined);
    const given = contacts.filter(isGiven);
    const stored = new Map<number, string | null>();
    for (let from = 0; from < given.length; from += batch) {
      const ids = join(given.slice(from, from + batch).map(({ ContactId }) => ContactId));
      const found = sql`SELECT ContactId, Sealed FROM contacts WHERE ContactId IN (${ids}) ORDER BY ContactId`;
      for (const { ContactId, Sealed } of await this.db.lock<Contact>(found)) stored.set(ContactId, Sealed);
    }
    return contacts.map((contact) => {
      if (!isGiven(contact)) return contact;
      const Sealed = closeTogether(together, this.cipher, contact, stored.get(contact.ContactId));
      return { ...contact, Sealed };
    });
  }
}
