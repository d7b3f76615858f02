import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { columnsOf, selectOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Contact } from '../contact.entity.js';
import { ContactTerm } from './contact-term.entity.js';
import { beforeAll, isBehind, type Place } from './place.js';
import { apart, searchedFields, termsOf } from './search-terms.js';

const lookedAt = 20_000;

/** Keeps what contacts are found by equal to the contacts, in the transaction that writes them. */
@Injectable()
export class ContactIndex {
  /** As many contacts are looked at, and written, together. */
  batch = 500;

  constructor(private readonly db: Db) {}

  /** Makes the terms of these contacts what they should be; where they are, nothing is written. */
  async update(contactIds: readonly number[]): Promise<void> {
    for (let from = 0; from < contactIds.length; from += this.batch) {
      const ids = contactIds.slice(from, from + this.batch);
      const wanted = await this.wanted(ids);
      const stored = await this.stored(ids);
      const other = ids.filter((id) => !areSame(stored.get(id), wanted.get(id)));
      const outdated = other.filter((id) => stored.has(id));
      if (outdated.length > 0)
        await this.db.execute(sql`DELETE FROM contact_terms WHERE ContactId IN (${join(outdated)})`);
      await this.db.insertAll(
        ContactTerm,
        other.flatMap((id) => wanted.get(id) ?? []),
      );
    }
  }

  /** The terms that the contacts should have, which are locked. */
  private async wanted(contactIds: readonly number[]): Promise<ReadonlyMap<number, ContactTerm[]>> {
    const columns = selectOf<Contact>(columnsOf(Contact, 'c'), ['ContactId', ...searchedFields]);
    const contacts = await this.db.lock<Contact>(
      sql`SELECT ${columns} FROM contacts c WHERE c.ContactId IN (${join(contactIds)}) ORDER BY c.ContactId`,
    );
    return new Map(
      contacts.map((contact) => {
        const { ContactId, AgentId, Name } = contact;
        const terms = termsOf(contact).map(({ Term, Shared }) => ({
          Term,
          Name: Name ?? '',
          ContactId,
          AgentId,
          Shared,
        }));
        return [ContactId, terms];
      }),
    );
  }

  private async stored(contactIds: readonly number[]): Promise<ReadonlyMap<number, ContactTerm[]>> {
    const columns = selectOf<ContactTerm>(columnsOf(ContactTerm, 't'));
    const terms = await this.db.all<ContactTerm>(
      sql`SELECT ${columns} FROM contact_terms t WHERE t.ContactId IN (${join(contactIds)})`,
    );
    const stored = new Map<number, ContactTerm[]>();
    for (const term of terms) {
      const others = stored.get(term.ContactId);
      if (others) others.push(term);
      else stored.set(term.ContactId, [term]);
    }
    return stored;
  }

  /** How many contacts there are to `rebuild`. */
  async size(): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts`);
    return found?.Total ?? 0;
  }

  /**
   * Makes all terms what they should be, a batch of contacts a transaction: the service may run meanwhile. onDone is
   * told how many contacts are done; the answer is how many there were.
   */
  async rebuild(onDone: (contacts: number) => void): Promise<number> {
    let done = 0;
    for await (const ids of this.batches()) {
      await this.db.tx(() => this.update(ids));
      onDone((done += ids.length));
    }
    return done;
  }

  /** All contacts by name, as most of their terms stand: what is written together is then on few pages. */
  private async *batches(): AsyncGenerator<number[]> {
    const unnamed = ({ ContactId }: Place): Sql => sql`c.Name IS NULL AND c.ContactId > ${ContactId}`;
    const named = (after: Place): Sql => isBehind(after, 'c');
    for (const rest of [unnamed, named])
      for (let after = beforeAll; ;) {
        const next = await this.db.all<Place>(sql`SELECT c.Name AS Name, c.ContactId AS ContactId FROM contacts c
          WHERE ${rest(after)} ORDER BY c.Name, c.ContactId LIMIT ${this.batch}`);
        if (next.length === 0) break;
        yield next.map(({ ContactId }) => ContactId);
        after = next[next.length - 1];
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

function areSame(stored: readonly ContactTerm[] = [], wanted: readonly ContactTerm[] = []): boolean {
  if (stored.length !== wanted.length) return false;
  const byTerm = new Map(stored.map((term) => [term.Term, term]));
  return wanted.every(({ Term, Name, AgentId, Shared }) => {
    const found = byTerm.get(Term);
    return found?.Name === Name && found.AgentId === AgentId && found.Shared === Shared;
  });
}
