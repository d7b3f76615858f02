import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import type { FieldError } from '../../record/field-error.js';
import type { Added, Together } from '../../sets/record-set.js';
import { TableSet } from '../../sets/table-set.js';
import { SealedFields } from '../agents/sealed-fields.service.js';
import { ContactChanges } from './contact-changes.service.js';
import { Contact } from './contact.entity.js';
import { ContactIndex } from './search/contact-index.service.js';

@Injectable()
export class ContactsRecordSet extends TableSet<Contact> {
  constructor(
    private readonly db: Db,
    private readonly changes: ContactChanges,
    private readonly sealedFields: SealedFields,
    private readonly index: ContactIndex,
  ) {
    super('contacts', Contact);
  }

  override problems({ SSN }: Partial<Contact>): FieldError[] {
    return this.sealedFields.errors(SSN);
  }

  override async together(work: () => Promise<void>, options: Together): Promise<void> {
    const isFirst = options.alone && !(await this.db.exists(sql`contacts`));
    const fill = isFirst ? () => this.db.withoutIndexes([Contact], work) : work;
    await this.index.together(fill, options);
  }

  override async add(contacts: readonly Partial<Contact>[]): Promise<Added> {
    const records = await this.changes.addAll(contacts);
    return { inserted: records.length, records };
  }

  override save(contacts: readonly Partial<Contact>[]): Promise<Upserted> {
    return this.changes.save(contacts);
  }
}
