import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { columnsOf, selectOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Contact } from '../contact.entity.js';
import { ContactTerm } from './contact-term.entity.js';
import { apart, searchedFields, termsOf } from './search-terms.js';

const batch = 500;
const lookedAt = 20_000;

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

  /**
   * How many contacts are not found by what they are: they have no terms, or those of another name, or of one deleted.
   * One term of each is looked at, in the index by contact alone, and no further than where the first such are.
   */
  async behind(): Promise<number> {
    for (let after = 0; ;) {
      const last = await this.db.one<{ ContactId: number | null }>(sql`SELECT MAX(b.ContactId) AS ContactId FROM
        (SELECT ContactId FROM contacts WHERE ContactId > ${after} ORDER BY ContactId LIMIT ${lookedAt}) b`);
      const upTo = last?.ContactId ?? after;
      if (upTo === after) return 0;
      const columns = selectOf<Contact>(columnsOf(Contact, 'c'), searchedFields);
      const found = sql`SELECT CONCAT(CASE WHEN u.Term LIKE ${`${apart}%`} THEN 1 ELSE 0 END, u.Name)
        FROM contact_terms u WHERE u.ContactId = k.ContactId ORDER BY u.Term LIMIT 1`;
      const other = await this.db.all<Contact & { Found: string | null }>(sql`SELECT ${columns}, f.Found AS Found
        FROM (SELECT k.ContactId, (${found}) AS Found FROM contacts k
          WHERE k.ContactId > ${after} AND k.ContactId <= ${upTo}) f JOIN contacts c ON c.ContactId = f.ContactId
        WHERE COALESCE(f.Found, '') <> CONCAT(COALESCE(c.Deleted, 0), COALESCE(c.Name, ''))`);
      const missed = other.filter((contact) => contact.Found !== null || termsOf(contact).length > 0);
      if (missed.length > 0) return missed.length;
      after = upTo;
    }
  }
}
