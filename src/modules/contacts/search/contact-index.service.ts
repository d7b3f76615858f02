import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import sql, { join, type Sql } from 'sql-template-tag';
import { columnsOf, selectOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { ServiceMeta } from '../../../database/schema/service-meta.entity.js';
import { Contact } from '../contact.entity.js';
import { ContactTerm } from './contact-term.entity.js';
import { beforeAll, isBehind, isUpTo } from './place.js';
import { apart, searchedFields, termsOf } from './search-terms.js';

const lookedAt = 20_000;

/** The row of service_meta that says how far `rebuild` has come; there is none once it is done. */
const progress = 'reindex';

/** A contact that is done. */
interface Reached {
  Name: string | null;
  ContactId: number;
}

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
   * Makes all terms what they should be, a batch of contacts a transaction: the service may run meanwhile. A run that
   * was stopped is gone on with. onDone is told how many contacts are done; the answer is how many there were.
   */
  async rebuild(onDone: (contacts: number) => void): Promise<number> {
    const reached = await this.reached();
    let done = await this.done();
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

  /** How many contacts a run that was stopped has done. */
  async done(): Promise<number> {
    const place = await this.reached();
    if (!place) return 0;
    const upTo =
      place.Name === null
        ? sql`c.Name IS NULL AND c.ContactId <= ${place.ContactId}`
        : sql`c.Name IS NULL OR (${isUpTo({ ...place, Name: place.Name }, 'c')})`;
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts c WHERE ${upTo}`);
    return found?.Total ?? 0;
  }

  /** The last contact of a run that was stopped. undefined: there is none, or it has another name since. */
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

  /** All contacts by name, as most of their terms stand: what is written together is then on few pages. */
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

/** A contact with the place that it had; without its name, which an erasure must not leave here. */
function markOf({ Name, ContactId }: Reached): string {
  const place = createHash('sha256')
    .update(JSON.stringify([ContactId, Name]))
    .digest('hex');
  return `${ContactId}:${place}`;
}

function areSame(stored: readonly ContactTerm[] = [], wanted: readonly ContactTerm[] = []): boolean {
  if (stored.length !== wanted.length) return false;
  const byTerm = new Map(stored.map((term) => [term.Term, term]));
  return wanted.every(({ Term, Name, AgentId, Shared }) => {
    const found = byTerm.get(Term);
    return found?.Name === Name && found.AgentId === AgentId && found.Shared === Shared;
  });
}
