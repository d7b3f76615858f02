import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { columnsOf, selectOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Contact } from '../contact.entity.js';
import { ContactTerm } from './contact-term.entity.js';
import { searchedFields, termsOf } from './search-terms.js';

const batch = 500;

/** Keeps what contacts are found by equal to the contacts, in the transaction that writes them. */
@Injectable()
export class ContactIndex {
  constructor(private readonly db: Db) {}

  /** Makes the terms of these contacts anew. */
  async update(contactIds: readonly number[]): Promise<void> {
    for (let from = 0; from < contactIds.length; from += batch) {
      const ids = join(contactIds.slice(from, from + batch));
      const columns = selectOf<Contact>(columnsOf(Contact, 'c'), ['ContactId', ...searchedFields]);
      const contacts = await this.db.lock<Contact>(
        sql`SELECT ${columns} FROM contacts c WHERE c.ContactId IN (${ids}) ORDER BY c.ContactId`,
      );
      await this.db.execute(sql`DELETE FROM contact_terms WHERE ContactId IN (${ids})`);
      const terms = contacts.flatMap((contact) => {
        const { ContactId, AgentId, Name } = contact;
        return termsOf(contact).map((term) => ({ ...term, ContactId, AgentId, Name: Name ?? '' }));
      });
      await this.db.insertAll(ContactTerm, terms);
    }
  }

  /** How many contacts there are to `rebuild`. */
  async size(): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts`);
    return found?.Total ?? 0;
  }

  /**
   * Makes all terms anew, a batch of contacts a transaction: the service may run meanwhile. onDone is told how many
   * contacts are done; the answer is how many there were.
   */
  async rebuild(onDone: (contacts: number) => void): Promise<number> {
    let done = 0;
    for (let after = 0; ;) {
      const next = await this.db.all<{ ContactId: number }>(
        sql`SELECT ContactId FROM contacts WHERE ContactId > ${after} ORDER BY ContactId LIMIT ${batch}`,
      );
      const ids = next.map(({ ContactId }) => ContactId);
      if (ids.length === 0) return done;
      after = ids[ids.length - 1];
      await this.db.tx(() => this.update(ids));
      onDone((done += ids.length));
    }
  }
}
