import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns, storedFields } from '../../database/schema/columns.js';
import type { FieldError } from '../../record/field-error.js';
import { RecordSet, type Added } from '../../sets/record-set.js';
import { SealedFields } from '../agents/sealed-fields.service.js';
import { ContactChanges } from './contact-changes.service.js';
import { Contact } from './contact.entity.js';

@Injectable()
export class ContactsRecordSet extends RecordSet {
  readonly name = 'contacts';
  readonly record = Contact;
  override readonly fields = storedFields(Contact);
  readonly key = ['ContactId'];
  readonly rows = sql`SELECT ${columns(Contact, 'c')} FROM contacts c ORDER BY c.ContactId`;

  constructor(
    private readonly changes: ContactChanges,
    private readonly sealedFields: SealedFields,
  ) {
    super();
  }

  override problems({ SSN }: Partial<Contact>): FieldError[] {
    return this.sealedFields.errors(SSN);
  }

  override async add(contacts: readonly Partial<Contact>[]): Promise<Added> {
    const records = await this.changes.addAll(contacts);
    return { inserted: records.length, records };
  }

  override save(contacts: readonly Partial<Contact>[]): Promise<Upserted> {
    return this.changes.save(contacts);
  }
}
