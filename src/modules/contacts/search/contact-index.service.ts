import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import sql, { type Sql } from 'sql-template-tag';
import { DatabaseUpkeep } from '../../../database/database-upkeep.js';
import { Db } from '../../../database/db.js';
import { ServiceMeta } from '../../../database/schema/service-meta.entity.js';
import { Config } from '../../../config/config.js';
import { phoneCountry } from '../phone-inspection.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { Contact, type StoredContact } from '../contact.entity.js';
import type { Together } from '../../../sets/record-set.js';
import { ContactTerm } from './contact-term.entity.js';
import { searchedColumns } from './term-conditions.js';
import { apart, termsOf } from './search-terms.js';
import { readAtOnce, TermWriter } from './writing/term-writer.js';

/** Number of contacts that one query reads when `byName` reads all contacts in the order of names. */
const mostNames = 5000;

/** Number of contacts that one query of `contactsBehind` checks. */
const checkedAtOnce = 20_000;

/** Key of the service_meta row that stores the progress of `rebuild`. A finished rebuild deletes it. */
const progress = 'reindex';

/** A position in the list of contacts sorted by name. Contacts without a name have a list of their own. */
interface Place {
  /** The key of the contact's name. */
  Name: string | null;
  ContactId: number;
}

const beforeAll: Place = { Name: '', ContactId: 0 };
const beforeUnnamed: Place = { Name: null, ContactId: 0 };

/** The search index of contacts consists of search terms (`termsOf`). Each write of contacts updates it. */
@Injectable()
export class ContactIndexService {
  /** Number of contacts that `rebuild` indexes in one transaction. */
  batch = 2000;
  /** Up to this number of contacts, `byName` does not sort them by name. For more, it reads all names in order. */
  few = 5000;
  private readonly writer: TermWriter;
  private readonly postponed = new AsyncLocalStorage<Postponed>();

  constructor(
    private readonly db: Db,
    private readonly upkeep: DatabaseUpkeep,
    private readonly config: Config,
  ) {
    this.writer = new TermWriter(db);
  }

  /** Updates the search terms of these contacts, except terms that have not changed. Locks the contacts. */
  async update(contactIds: readonly number[]): Promise<void> {
    const postponed = this.postponed.getStore();
    if (postponed) postponed.add(contactIds);
    else await this.writer.update(chunksOf(contactIds, readAtOnce));
  }

  /**
   * Runs work that writes many contacts, and then updates their search terms in sorted order, so that each page of the
   * index is written once. Call it inside a transaction.
   */
  async together<T>(work: () => Promise<T>, { onDone, alone = false }: Together = {}): Promise<T> {
    const postponed = new Postponed();
    const result = await this.postponed.run(postponed, work);
    const ids = postponed.all();
    const parts = this.byName(ids);
    const report = (done: number): void => onDone?.(done, ids.length);
    if (alone && ids.length > this.few && (await this.isEmpty())) await this.fill(parts, report);
    else await this.writer.update(parts, report);
    return result;
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.db.exists(sql`contact_terms`));
  }

  /**
   * Writes terms into the empty table contact_terms, and only then creates its index on ContactId. This is faster,
   * because the terms are not written in the order of that index. Call it inside a transaction, while no other call
   * needs the database.
   */
  private fill(parts: AsyncIterable<readonly number[]>, onDone: (contacts: number) => void): Promise<void> {
    return this.upkeep.withoutIndexes([ContactTerm], () => this.writer.update(parts, onDone, true));
  }

  /**
   * Yields `ids`, which must be in ascending order, in parts of at most `readAtOnce`. More than `few` ids are yielded
   * in the order of the contacts' names, fewer in ascending order.
   */
  private async *byName(ids: Int32Array): AsyncGenerator<readonly number[]> {
    if (ids.length <= this.few) {
      yield* chunksOf([...ids], readAtOnce);
      return;
    }
    let part: number[] = [];
    for await (const contacts of this.inOrder(undefined, mostNames)) {
      for (const { ContactId } of contacts) {
        if (!holds(ids, ContactId)) continue;
        part.push(ContactId);
        if (part.length < readAtOnce) continue;
        yield part;
        part = [];
      }
    }
    if (part.length > 0) yield part;
  }

  /** Number of contacts that `rebuild` has to index. */
  async size(): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts`);
    return found?.Total ?? 0;
  }

  /**
   * Indexes all contacts in one transaction, while nothing else uses the database. `onDone` receives the number of
   * contacts indexed until then, which need not be an integer. Returns the number of all contacts.
   */
  async build(onDone: (contacts: number) => void): Promise<number> {
    let all = 0;
    const renew = (batch: Place[]): Promise<void> => this.upkeep.renewPhones(Contact, batch);
    const parts = async function* (batches: AsyncIterable<Place[]>): AsyncGenerator<readonly number[]> {
      for await (const batch of batches) {
        await renew(batch);
        all += batch.length;
        yield batch.map(({ ContactId }) => ContactId);
      }
    };
    await this.db.tx(async () => {
      await this.fill(parts(this.inOrder(undefined, readAtOnce)), onDone);
      await this.keepCountry();
    });
    return all;
  }

  /** Stores for which country the telephone numbers of all contacts were read. */
  private async keepCountry(): Promise<void> {
    await this.db.upsertAll(ServiceMeta, [{ Name: phoneCountry, Value: this.config.country }]);
  }

  /**
   * Rebuilds the index while the service runs, with one transaction for each batch of contacts. Continues an
   * interrupted run. `onDone` receives the number of contacts indexed until then. Returns the number of all contacts.
   */
  async rebuild(onDone: (contacts: number) => void): Promise<number> {
    const reached = await this.reached();
    let done = await this.indexedCount();
    for await (const batch of this.inOrder(reached, this.batch)) {
      await this.db.tx(async () => {
        await this.upkeep.renewPhones(Contact, batch);
        await this.update(batch.map(({ ContactId }) => ContactId));
        await this.reach(batch[batch.length - 1]);
      });
      onDone((done += batch.length));
    }
    await this.db.tx(async () => {
      await this.db.remove(ServiceMeta, { Name: progress });
      await this.keepCountry();
    });
    return done;
  }

  /** Number of contacts that an interrupted run of `rebuild` has indexed. */
  async indexedCount(): Promise<number> {
    const place = await this.reached();
    if (!place) return 0;
    const isReached = isUpTo(place);
    const upTo = place.Name === null ? isReached : sql`c.NameKey IS NULL OR (${isReached})`;
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contacts c WHERE ${upTo}`);
    return found?.Total ?? 0;
  }

  /** The contact that an interrupted `rebuild` indexed last; undefined if there is none or its name has changed. */
  private async reached(): Promise<Place | undefined> {
    const mark = await this.db.one<ServiceMeta>(sql`SELECT m.Value FROM service_meta m WHERE m.Name = ${progress}`);
    if (!mark) return undefined;
    const contact = await this.db.one<Place>(sql`SELECT c.NameKey AS Name, c.ContactId AS ContactId FROM contacts c
      WHERE c.ContactId = ${Number.parseInt(mark.Value)}`);
    return contact && markOf(contact) === mark.Value ? contact : undefined;
  }

  private async reach(contact: Place): Promise<void> {
    await this.db.upsertAll(ServiceMeta, [{ Name: progress, Value: markOf(contact) }]);
  }

  /**
   * Yields the contacts after `reached`, or all contacts if it is undefined, in the order of names and in batches of
   * `size`. The index has nearly this order, so that a batch changes few pages of the index.
   */
  private async *inOrder(reached: Place | undefined, size: number): AsyncGenerator<Place[]> {
    const isNamed = (reached?.Name ?? null) !== null;
    for (const first of isNamed ? [reached!] : [reached ?? beforeUnnamed, beforeAll])
      for (let after = first; ;) {
        const next = await this.db.all<Place>(sql`SELECT c.NameKey AS Name, c.ContactId AS ContactId FROM contacts c
          WHERE ${isBehind(after)} ORDER BY c.NameKey, c.ContactId LIMIT ${size}`);
        if (next.length === 0) break;
        yield next;
        after = next[next.length - 1];
      }
  }
}

/**
 * Counts the contacts whose search terms are missing or have an outdated name or deletion mark. Checks ranges of
 * `checkedAtOnce` contacts, and returns the count of the first range in which it is not 0. Reads one term of each
 * contact, through the index on ContactId.
 */
export async function contactsBehind(db: Db): Promise<number> {
  for (let after = 0; ;) {
    const last = await db.one<{ ContactId: number | null }>(sql`SELECT MAX(b.ContactId) AS ContactId FROM
      (SELECT ContactId FROM contacts WHERE ContactId > ${after} ORDER BY ContactId LIMIT ${checkedAtOnce}) b`);
    const upTo = last?.ContactId ?? after;
    if (upTo === after) return 0;
    const found = sql`SELECT CONCAT(CASE WHEN u.Term LIKE ${`${apart}%`} THEN 1 ELSE 0 END, u.Name)
      FROM contact_terms u WHERE u.ContactId = k.ContactId ORDER BY u.Term LIMIT 1`;
    const other = await db.all<
      StoredContact & { Found: string | null }
    >(sql`SELECT ${searchedColumns('c')}, f.Found AS Found
      FROM (SELECT k.ContactId, (${found}) AS Found FROM contacts k
        WHERE k.ContactId > ${after} AND k.ContactId <= ${upTo}) f JOIN contacts c ON c.ContactId = f.ContactId
      WHERE COALESCE(f.Found, '') <> CONCAT(COALESCE(c.Deleted, 0), COALESCE(c.NameKey, ''))`);
    const missed = other.filter((contact) => contact.Found !== null || termsOf(contact).length > 0);
    if (missed.length > 0) return missed.length;
    after = upTo;
  }
}

/** The contacts whose search terms are updated later, at the end of the work that writes the contacts. */
class Postponed {
  private readonly contacts: number[] = [];

  add(contactIds: readonly number[]): void {
    for (const id of contactIds) this.contacts.push(id);
  }

  /** The ids of the contacts in ascending order, each once. An Int32Array needs only 4 bytes per contact. */
  all(): Int32Array {
    const sorted = Int32Array.from(this.contacts).sort();
    return sorted.filter((id, at) => at === 0 || sorted[at - 1] !== id);
  }
}

/**
 * The ContactId and a hash of the ContactId and Name. It has no Name, because an erasure must not leave a Name in
 * service_meta.
 */
function markOf({ Name, ContactId }: Place): string {
  const place = createHash('sha256')
    .update(JSON.stringify([ContactId, Name]))
    .digest('hex');
  return `${ContactId}:${place}`;
}

/** Whether the ids, which are in ascending order, contain an id. */
function holds(ids: Int32Array, id: number): boolean {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ids[middle] < id) from = middle + 1;
    else to = middle;
  }
  return ids[from] === id;
}

/** The condition that the contact `c` comes after a place in the order of names. */
function isBehind({ Name, ContactId }: Place): Sql {
  if (Name === null) return sql`c.NameKey IS NULL AND c.ContactId > ${ContactId}`;
  return sql`c.NameKey >= ${Name} AND (c.NameKey > ${Name} OR c.ContactId > ${ContactId})`;
}

/** The condition that the contact `c` comes before a place in the order of names, or is that place. */
function isUpTo({ Name, ContactId }: Place): Sql {
  if (Name === null) return sql`c.NameKey IS NULL AND c.ContactId <= ${ContactId}`;
  return sql`c.NameKey <= ${Name} AND (c.NameKey < ${Name} OR c.ContactId <= ${ContactId})`;
}
