import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { DatabaseUpkeep } from '../../database/database-upkeep.js';
import { Db } from '../../database/db.js';
import { columnsOf, selectOf } from '../../database/schema/columns.js';
import type { Upserted } from '../../database/rows/upsert.js';
import type { FieldError } from '../../record/field-error.js';
import { phonesIn } from '../../record/values/phone.js';
import type { Reading } from '../../record/field-types.js';
import type { Added, Divided, Together } from '../../sets/record-set.js';
import { TableSet } from '../../sets/table-set.js';
import { SsnService } from '../ssn/ssn.service.js';
import { choiceJoins, choiceTexts } from './contact-choices.js';
import { ContactChangesService } from './contact-changes.service.js';
import { Contact } from './contact.entity.js';
import { ContactIndexService } from './search/contact-index.service.js';
import { ContactTerm } from './search/contact-term.entity.js';

@Injectable()
export class ContactsRecordSet extends TableSet<Contact> {
  override readonly needsWholeFile = false;
  override readonly parts = [ContactTerm];
  override readonly rows = sql`SELECT ${selectOf({ ...columnsOf(Contact, 'c'), ...choiceTexts })}
    FROM contacts c ${join(Object.values(choiceJoins), ' ')} ORDER BY c.ContactId`;

  constructor(
    db: Db,
    private readonly upkeep: DatabaseUpkeep,
    private readonly changes: ContactChangesService,
    private readonly ssns: SsnService,
    private readonly index: ContactIndexService,
  ) {
    super(db, 'contacts', Contact);
  }

  override problems({ SSN }: Partial<Contact>): FieldError[] {
    return this.ssns.errors(SSN);
  }

  /** Places the second of two telephone numbers in Phone into PhoneAlt, if the row has none there. */
  override divide(json: Readonly<Record<string, unknown>>, { country = 'US' }: Reading): Divided | undefined {
    const { Phone, PhoneAlt } = json;
    if (typeof Phone !== 'string' || PhoneAlt) return undefined;
    const phones = phonesIn(Phone, country);
    if (phones.length !== 2) return undefined;
    const [first, second] = phones;
    return { json: { ...json, Phone: first, PhoneAlt: second }, placed: 'PhoneAlt' };
  }

  override async together(work: () => Promise<void>, options: Together): Promise<void> {
    const isFirst = options.alone && !(await this.db.exists(sql`contacts`));
    const fill = isFirst ? () => this.upkeep.withoutIndexes([Contact], work) : work;
    await this.index.together(fill, options);
  }

  override async add(contacts: readonly Partial<Contact>[]): Promise<Added> {
    const records = await this.changes.addAll(contacts);
    return { inserted: records.length, records };
  }

  override removeAdded(keys: readonly Partial<Contact>[]): Promise<void> {
    return this.changes.removeAdded(keys.map(({ ContactId }) => ContactId!));
  }

  override save(contacts: readonly Partial<Contact>[]): Promise<Upserted> {
    return this.changes.save(contacts);
  }
}
