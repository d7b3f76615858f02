import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import sql, { join, type Sql } from 'sql-template-tag';
import { columnsOf, selectOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { ServiceMeta } from '../../../database/schema/service-meta.entity.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { Contact } from '../contact.entity.js';
import { ContactTerm } from './contact-term.entity.js';
import { beforeAll, isBehind, isUpTo } from './place.js';
import { apart, searchedFields, termsOf } from './search-terms.js';
import { TermOwners } from './term-owners.service.js';

/** Contacts that `behind` checks with one query. */
const checkedAtOnce = 20_000;

/** Contacts whose terms one statement of `move` changes: thousands of rows, which are far apart in the table. */
const movedAtOnce = 100;

/** Key of the service_meta row that stores the progress of `rebuild`. A finished rebuild deletes it. */
const progress = 'reindex';

/** The last contact that `rebuild` has indexed. */
interface Reached {
  Name: string | null;
  ContactId: number;
}

/** Keeps the search index up to date, in the transaction that writes the contacts. */
@Injectable()
export class ContactIndex {
  /** Contacts that are read and indexed together. */
  batch = 500;

  constructor(
    private readonly db: Db,
    private readonly owners: TermOwners,
  ) {}

  /** Updates the terms of these contacts; unchanged terms are not written. Locks the contacts. */
  async update(contactIds: readonly number[]): Promise<void> {
    for (let from = 0; from < contactIds.length; from += this.batch) {
      const ids = contactIds.slice(from, from + this.batch);
      const contacts = await this.lock(ids);
      const owners = await this.owners.of(contacts.map(({ AgentId }) => AgentId));
      const stored = await this.stored(ids);
      const wanted = new Map(
        contacts.map((contact) => {
          const own: readonly (number | null)[] = owners.get(contact.AgentId ?? 0) ?? [null];
          const owner = stored.get(contact.ContactId)?.[0].OwnerId ?? null;
          return [contact.ContactId, termsFor(contact, own.includes(owner) ? owner : own[0])];
        }),
      );
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

  /** Gives the terms of these contacts to their new agent. */
  async move(contactIds: readonly number[], agentId: number): Promise<void> {
    const [owner] = (await this.owners.of([agentId])).get(agentId)!;
    for (const ids of chunksOf(contactIds, movedAtOnce))
      await this.db.execute(sql`UPDATE contact_terms SET OwnerId = ${owner} WHERE ContactId IN (${join(ids)})`);
  }

  private async lock(contactIds: readonly number[]): Promise<Contact[]> {
    const columns = selectOf<Contact>(columnsOf(Contact, 'c'), ['ContactId', ...searchedFields]);
    return this.db.lock<Contact>(
      sql`SELECT ${columns} FROM contacts c WHERE c.ContactId IN (${join(contactIds)}) ORDER BY c.ContactId`,
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

  /** Number of contacts that `rebuild` indexes. */
  async size(): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts`);
    return found?.Total ?? 0;
  }

  /**
   * Rebuilds the index, one transaction for each batch of contacts; the service may run meanwhile. Continues an
   * interrupted run. onDone receives the number of indexed contacts. Returns the total.
   */
  async rebuild(onDone: (contacts: number) => void): Promise<number> {
    const reached = await this.reached();
    let done = await this.indexedCount();
    for await (const batch of this.batches(reached)) {
      await this.db.tx(async () => {
        await this.update(batch.map(({ ContactId }) => ContactId));
        await this.reach(batch[batch.length - 1]);
      });
      onDone((done += batch.length));
    }
    await this.db.tx(() => this.db.remove(ServiceMeta, { Name: progress }));
    return done;
  }

  /** Number of contacts that an interrupted run has indexed. */
  async indexedCount(): Promise<number> {
    const place = await this.reached();
    if (!place) return 0;
    const upTo =
      place.Name === null
        ? sql`c.Name IS NULL AND c.ContactId <= ${place.ContactId}`
        : sql`c.Name IS NULL OR (${isUpTo({ ...place, Name: place.Name }, 'c')})`;
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts c WHERE ${upTo}`);
    return found?.Total ?? 0;
  }

  /** The last contact of an interrupted run; undefined: no such run, or the contact was renamed since. */
  private async reached(): Promise<Reached | undefined> {
    const mark = await this.db.one<ServiceMeta>(sql`SELECT m.Value FROM service_meta m WHERE m.Name = ${progress}`);
    if (!mark) return undefined;
    const contact = await this.db.one<Reached>(sql`SELECT c.Name AS Name, c.ContactId AS ContactId FROM contacts c
      WHERE c.ContactId = ${Number.parseInt(mark.Value)}`);
    return contact && markOf(contact) === mark.Value ? contact : undefined;
  }

  private async reach(contact: Reached): Promise<void> {
    const Value = markOf(contact);
    if (!(await this.db.update(ServiceMeta, { Name: progress }, { Value })))
      await this.db.insert(ServiceMeta, { Name: progress, Value });
  }

  /** All contacts by name, the order of most of their terms, so that a batch touches few pages of the index. */
  private async *batches(reached: Reached | undefined): AsyncGenerator<Reached[]> {
    const unnamed = ({ ContactId }: Reached): Sql => sql`c.Name IS NULL AND c.ContactId > ${ContactId}`;
    const named = ({ Name, ContactId }: Reached): Sql => isBehind({ Name: Name ?? '', ContactId }, 'c');
    const isNamed = (reached?.Name ?? null) !== null;
    const parts = [
      ...(isNamed ? [] : [{ rest: unnamed, from: reached ?? beforeAll }]),
      { rest: named, from: isNamed ? reached! : beforeAll },
    ];
    for (const { rest, from } of parts)
      for (let after: Reached = from; ;) {
        const next = await this.db.all<Reached>(sql`SELECT c.Name AS Name, c.ContactId AS ContactId FROM contacts c
          WHERE ${rest(after)} ORDER BY c.Name, c.ContactId LIMIT ${this.batch}`);
        if (next.length === 0) break;
        yield next;
        after = next[next.length - 1];
      }
  }

  /**
   * Number of contacts whose index rows are missing or outdated (other name, other deletion), in the first range of
   * contacts that has any. Reads one term of each contact, from the index on ContactId.
   */
  async behind(): Promise<number> {
    for (let after = 0; ;) {
      const last = await this.db.one<{ ContactId: number | null }>(sql`SELECT MAX(b.ContactId) AS ContactId FROM
        (SELECT ContactId FROM contacts WHERE ContactId > ${after} ORDER BY ContactId LIMIT ${checkedAtOnce}) b`);
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

/** Identifies a contact and its place by a hash, because an erasure must not leave the name here. */
function markOf({ Name, ContactId }: Reached): string {
  const place = createHash('sha256')
    .update(JSON.stringify([ContactId, Name]))
    .digest('hex');
  return `${ContactId}:${place}`;
}

function termsFor(contact: Contact, OwnerId: number | null): ContactTerm[] {
  const { ContactId, Name } = contact;
  return termsOf(contact).map(({ Term, Shared }) => ({ Term, Name: Name ?? '', ContactId, OwnerId, Shared }));
}

function areSame(stored: readonly ContactTerm[] = [], wanted: readonly ContactTerm[] = []): boolean {
  if (stored.length !== wanted.length) return false;
  const byTerm = new Map(stored.map((term) => [term.Term, term]));
  return wanted.every(({ Term, Name, OwnerId, Shared }) => {
    const found = byTerm.get(Term);
    return found?.Name === Name && found.OwnerId === OwnerId && found.Shared === Shared;
  });
}
