import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columnsOf, selectOf } from '../../database/schema/columns.js';
import { keyedBy } from '../../database/schema/name-keys.js';
import { Db } from '../../database/db.js';
import { shortList } from '../../database/driver/dialect.js';
import type { ListStatement, OrderTerm } from '../../database/lists/list-query.js';
import { partsInOrder } from '../../database/lists/parts-in-order.js';
import { quoted } from '../../database/sql/quoted.js';
import { rowByRow } from '../../database/sql/conditions.js';
import { encryptionPlace } from '../../database/schema/table.js';
import { Conflict, Forbidden, noSuch, NotFound } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { asSent, shift, unsetDateTime } from '../../record/values/datetime.js';
import { ListResult, RowSource, type ListOptions } from '../../record/lists/list-options.js';
import { VersionsService } from '../../sets/versions.service.js';
import { ScopeService } from '../agents/scope.service.js';
import { SsnService, type EncryptedRecord } from '../ssn/ssn.service.js';
import { choiceJoins, choiceTexts } from './contact-choices.js';
import { Contact } from './contact.entity.js';

/** Selects and sorts the contacts of a list. Its SQL uses the alias `c` for a contact. */
export interface ContactFilter extends Pick<ListStatement<Contact>, 'where' | 'checks'> {
  /**
   * By default LastContact, newest first. An index gives the order only if all columns sort in the same direction and
   * ContactId is the last one.
   */
  order?: readonly OrderTerm[];
  /**
   * Another statement that selects the same contacts in the same order. The list reads a page from its first rows,
   * without sorting all contacts. Join `c` with LEFT JOIN, so that the database reads the rows of `from` first.
   */
  through?: Required<Pick<ListStatement<Contact>, 'from' | 'where' | 'order' | 'key'>> & {
    /** A FROM with only the first rows. The rows of `from` are read only for a page that these do not fill. */
    near?: Sql;
  };
  /** The fields of the caller's request, for the audit row about disclosed SSNs. */
  request: Record<string, unknown>;
}

/** If a caller sees at least this many contacts, a list reads an index in order instead of sorting them all. */
const walkFrom = 20_000;

/** The contacts, joined with the records whose names they show. */
export const contacts = {
  columns: {
    ...columnsOf(Contact, 'c'),
    District: keyedBy(sql`d.DistrictName`, sql`d.DistrictNameKey`),
    School: keyedBy(sql`sc.SchoolName`, sql`sc.SchoolNameKey`),
    State: keyedBy(sql`st.State`, sql`st.StateKey`),
    StateName: keyedBy(sql`st.StateName`, sql`st.StateNameKey`),
    County: keyedBy(sql`co.County`, sql`co.CountyKey`),
    WritingAgentName: keyedBy(sql`w.AgentName`, sql`w.AgentNameKey`),
    ...choiceTexts,
    IsShared: sql`EXISTS (SELECT 1 FROM contact_shares h WHERE h.ContactId = c.ContactId)`,
  },
  from: sql`contacts c`,
  joins: {
    d: sql`LEFT JOIN districts d ON d.DistrictID = c.DistrictID`,
    sc: sql`LEFT JOIN schools sc ON sc.SchoolID = c.SchoolID`,
    st: sql`LEFT JOIN states st ON st.StateID = c.StateID`,
    co: sql`LEFT JOIN counties co ON co.CountyID = c.CountyID`,
    w: sql`LEFT JOIN agents w ON w.AgentId = c.WritingAgentId`,
    ...choiceJoins,
  },
  key: [sql`c.ContactId`],
  keyFollows: true,
  order: [{ descending: sql`c.LastContact` }, { descending: sql`c.ContactId` }],
} satisfies ListStatement<Contact>;
type Owned = Pick<Contact, 'ContactId' | 'AgentId' | 'Deleted'>;

const lockFields = ['Locked', 'LockedByAgentId', 'LockedTimestamp'] as const;
export type Lock = Pick<Contact, (typeof lockFields)[number]>;
/** Who meets a lock: the caller of an operation, or an agent. */
type LockReader = Pick<Principal, 'AgentId' | 'isAdministrator'>;
export const unlocked: Lock = { Locked: false, LockedByAgentId: null, LockedTimestamp: null };

/** The columns that other modules need of a contact whose row they lock: access, consent and LastContact. */
const stateFields = [...(['ContactId', 'AgentId', 'Deleted', 'LastContact', 'DoNotContact'] as const), ...lockFields];
export type ContactState = Pick<Contact, (typeof stateFields)[number]>;

/** The condition that a contact is not deleted. */
export const presentAs = (alias: string): Sql =>
  sql`(${quoted('Deleted', alias)} IS NULL OR ${quoted('Deleted', alias)} = 0)`;
export const present = presentAs('c');

/** Selects the holders of locks who have left: the agent is not active, or its user is disabled. */
function goneHolder(isHolder: Sql): Sql {
  return sql`agents h LEFT JOIN users hu ON hu.UserId = h.UserId
    WHERE h.AgentId ${isHolder} AND (h.AgentStatus <> 'Active' OR hu.Disabled = 1)`;
}

/** Describes the encrypted SSN of a contact to SsnService. */
export const ofContact: EncryptedRecord<Contact> = {
  record: Contact,
  list: 'ContactIds',
  idOf: ({ ContactId }) => ContactId,
  placeOf: ({ ContactId }) => encryptionPlace(Contact, 'SSN', ContactId),
};

/** The page of `take` rows from the list `first`, if it has so many rows, or else from the list `all`. */
function filledBy<T>(first: ListResult<T>, all: ListResult<T>, take: number): ListResult<T> {
  const rows = new RowSource(async () => {
    const page = await first.rows.open();
    return page.first.length === take ? page : all.rows.open();
  });
  return new ListResult(rows, all.total);
}

/** The access rules of contacts, and the reads and writes that other modules need. */
@Injectable()
export class ContactsService {
  /** The columns of a list of contacts. A contact whose lock has ended is shown as unlocked. */
  private readonly columns: typeof contacts.columns;

  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly ssns: SsnService,
    private readonly config: Config,
    private readonly clock: BusinessClock,
    private readonly versionsOf: VersionsService,
  ) {
    const ended = sql`c.Locked = 1 AND (c.LockedTimestamp < ${() => this.locksSince(this.clock.now())}
      OR EXISTS (SELECT 1 FROM ${goneHolder(sql`= c.LockedByAgentId`)}))`;
    this.columns = {
      ...contacts.columns,
      Locked: sql`CASE WHEN ${ended} THEN 0 ELSE c.Locked END`,
      LockedByAgentId: sql`CASE WHEN ${ended} THEN NULL ELSE c.LockedByAgentId END`,
      LockedTimestamp: sql`CASE WHEN ${ended} THEN NULL ELSE c.LockedTimestamp END`,
    };
  }

  /** Streams the contacts that the caller may see, each once, without deleted ones. */
  async list(caller: Principal, filter: ContactFilter, options: ListOptions): Promise<ListResult<Contact>> {
    const { order = contacts.order, through, request, checks } = filter;
    const where = filter.where ? sql`${present} AND ${filter.where}` : present;
    const found = { ...(await this.visible(caller)), where, checks };
    if (through && options.take !== undefined && options.orderBy.length === 0 && (await this.seesMany(caller))) {
      const { near, ...rest } = through;
      const first = sql`${present} AND ${through.where} AND ${rowByRow(this.within(caller, 'c'))}`;
      const list = { ...contacts, ...rest, where: first, counted: { ...contacts, ...found } };
      return this.show(caller, list, request, options, near);
    }
    return this.show(caller, { ...contacts, ...found, order }, request, options);
  }

  /**
   * Streams the rows of a statement, with SSNs as the caller may see them. `request` goes into the audit row. `near` is
   * a FROM with only the first rows.
   */
  show(
    caller: Principal,
    statement: ListStatement<Contact>,
    request: Record<string, unknown>,
    options: ListOptions,
    near?: Sql,
  ): ListResult<Contact> {
    const { take } = options;
    const listed = (from: Sql): ListResult<Contact> =>
      this.db.list(Contact, { ...statement, from, columns: this.columns }, options);
    const all = listed(statement.from);
    const list = near && take !== undefined && take <= shortList ? filledBy(listed(near), all, take) : all;
    return this.ssns.show(caller, list, ofContact, { request, options });
  }

  /** Reads a contact without an access check, with its SSN as the caller may see it. Throws NotFound. */
  async read(caller: Principal, contactId: number, options: ListOptions): Promise<Contact> {
    const list = { ...contacts, columns: this.columns };
    const found = await this.db.rowOfList(Contact, list, sql`c.ContactId = ${contactId}`);
    if (!found) throw noSuch('contact', contactId);
    return this.ssns.showOne(caller, found, ofContact, options);
  }

  /** Reads several contacts in the order of the ids, without checking access to them. */
  async readAll(caller: Principal, contactIds: readonly number[], options: ListOptions): Promise<Contact[]> {
    const read: Contact[] = [];
    for (const id of contactIds) read.push(await this.read(caller, id, options));
    return read;
  }

  /** The Version of each of the contacts, as record sets and lists show it. */
  async versions(contactIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const contacts = contactIds.map((ContactId) => ({ ContactId }));
    const versions = await this.versionsOf.of(this.versionsOf.setOf(Contact)!, contacts);
    return new Map(contactIds.map((id, at) => [id, versions[at]]));
  }

  /** Reads a contact. Throws NotFound, and Forbidden if the caller may not see it. */
  async find(caller: Principal, contactId: number, options: ListOptions): Promise<Contact> {
    await this.require(caller, contactId);
    return this.read(caller, contactId, options);
  }

  /** The texts of the contact's status, source, category and job. */
  async choiceTexts(contactId: number): Promise<Partial<Contact>> {
    const texts = await this.db.one<Partial<Contact>>(sql`SELECT ${selectOf(choiceTexts)} FROM contacts c
      ${join(Object.values(choiceJoins), ' ')} WHERE c.ContactId = ${contactId}`);
    return texts ?? {};
  }

  /** Response metadata that names the contact into which a deleted contact was merged. */
  async mergedInto({ ContactId, Deleted }: Contact): Promise<Record<string, string>> {
    const remaining = Deleted ? await this.remainingOf(ContactId) : ContactId;
    return remaining === ContactId ? {} : { MergedInto: String(remaining) };
  }

  /** The contact into which a contact was merged, and which was not merged itself; the contact itself if none. */
  async remainingOf(contactId: number): Promise<number> {
    const seen = [contactId];
    for (const id of seen) {
      const merge = await this.db.one<{ ContactId: number }>(sql`SELECT m.ContactId AS ContactId FROM contact_merges m
        JOIN contacts c ON c.ContactId = m.MergedContactId AND c.Deleted = 1
        WHERE m.MergedContactId = ${id} ORDER BY m.MergeId DESC LIMIT 1`);
      if (merge && !seen.includes(merge.ContactId)) seen.push(merge.ContactId);
    }
    return seen.at(-1)!;
  }

  /** The deleted contacts that were merged into a contact, directly or through others. */
  async formerOf(contactId: number): Promise<Pick<Contact, 'ContactId' | 'ContactGUID'>[]> {
    const found: Pick<Contact, 'ContactId' | 'ContactGUID'>[] = [];
    const seen = [contactId];
    for (const id of seen) {
      const merged = await this.db.all<Pick<Contact, 'ContactId' | 'ContactGUID'>>(sql`SELECT
          c.ContactId AS ContactId, c.ContactGUID AS ContactGUID
        FROM contact_merges m JOIN contacts c ON c.ContactId = m.MergedContactId AND c.Deleted = 1
        WHERE m.ContactId = ${id} ORDER BY m.MergeId`);
      const more = merged.filter(({ ContactId }) => !seen.includes(ContactId));
      seen.push(...more.map(({ ContactId }) => ContactId));
      found.push(...more);
    }
    return found;
  }

  /** The error about a deleted contact, which names the contact into which it was merged. */
  async goneError(contact: Contact): Promise<NotFound> {
    const { ContactId } = contact;
    const meta = await this.mergedInto(contact);
    if (!meta.MergedInto) return noSuch('contact', ContactId);
    return new NotFound(`Contact ${ContactId} was merged into contact ${meta.MergedInto}: change that one.`, { meta });
  }

  /** Throws NotFound, and Forbidden if the caller may not see the contact. Only Administrators see deleted contacts. */
  async require(caller: Principal, contactId: number): Promise<void> {
    const found = await this.db.one<Owned>(sql`SELECT c.ContactId AS ContactId, c.AgentId AS AgentId,
      c.Deleted AS Deleted FROM contacts c WHERE c.ContactId = ${contactId}`);
    if (!found || (found.Deleted && !caller.isAdministrator)) throw noSuch('contact', contactId);
    await this.requireVisible(caller, found);
  }

  /**
   * Locks the row of a contact for a change, even of a deleted contact. The owner must be in scope. Throws NotFound,
   * Forbidden, and Conflict if another agent has locked the contact.
   */
  async claim(caller: Principal, contactId: number, now: DateTime): Promise<Contact> {
    const found = await this.db.lockRow(Contact, { ContactId: contactId });
    if (!found) throw noSuch('contact', contactId);
    await this.scope.requireOwner(caller, found.AgentId ?? 0);
    await this.mustBeFree(found, caller, now);
    return found;
  }

  /** Locks the row of a contact that the caller may see; undefined if it is unknown or deleted. Throws Forbidden. */
  async lock(caller: Principal, contactId: number): Promise<ContactState | undefined> {
    const found = await this.state(contactId);
    if (!found || found.Deleted) return undefined;
    await this.requireVisible(caller, found);
    return found;
  }

  /** Locks the row of a contact, even of a deleted one, without checking access. */
  async state(contactId: number): Promise<ContactState | undefined> {
    const query = sql`SELECT ${selectOf(contacts.columns, stateFields)} FROM contacts c
      WHERE c.ContactId = ${contactId}`;
    return (await this.db.lock<ContactState>(query)).at(0);
  }

  /**
   * Writes changes to contacts whose rows are locked, and which have the columns that change. All services write
   * contacts here, except ContactChangesService, which also derives values from those that callers send.
   */
  write(held: readonly Partial<Contact>[], changes: Partial<Contact>): Promise<void> {
    return this.db.updateHeld(Contact, held, changes);
  }

  /** Whether the contact gets no messages, except those that it asks for. */
  async refusesMessages(contactId: number): Promise<boolean> {
    return this.db.exists(sql`contacts c WHERE c.ContactId = ${contactId} AND c.DoNotContact = 1`);
  }

  /** Sets DoNotContact of a contact who does not want messages, or clears it. */
  async refuseMessages(contactId: number, DoNotContact = true): Promise<void> {
    const contact = await this.state(contactId);
    if (contact) await this.write([contact], { DoNotContact });
  }

  /** Sets LastContact of a contact whose row is locked. */
  async setLastContact(contact: ContactState, LastContact: DateTime | null): Promise<void> {
    await this.write([contact], { LastContact });
  }

  /** Raises LastContact of contacts. `times` maps a ContactId to the new time; an earlier time changes nothing. */
  async raise(times: ReadonlyMap<number, DateTime>): Promise<void> {
    if (times.size === 0) return;
    const contacts = await this.db.lock<Pick<Contact, 'ContactId' | 'LastContact'>>(
      sql`SELECT c.ContactId AS ContactId, c.LastContact AS LastContact FROM contacts c
        WHERE c.ContactId IN (${join([...times.keys()])}) ORDER BY c.ContactId`,
    );
    const raised = contacts.flatMap((contact) => {
      const LastContact = times.get(contact.ContactId)!;
      return (contact.LastContact ?? '') < LastContact ? [{ ContactId: contact.ContactId, LastContact }] : [];
    });
    await this.db.upsertAll(Contact, raised, { audited: true });
  }

  /** Raises LastContact of the customers of `visits`, each to the latest CompletedTime of its visits. */
  async visited(visits: readonly { CustomerId: Guid; CompletedTime: DateTime | null }[]): Promise<void> {
    const ends = new Map<Guid, DateTime>();
    for (const { CustomerId, CompletedTime } of visits)
      if (CompletedTime && CompletedTime > (ends.get(CustomerId) ?? '')) ends.set(CustomerId, CompletedTime);
    if (ends.size === 0) return;
    const customers = await this.db.all<Pick<Contact, 'ContactId'> & { ContactGUID: Guid }>(
      sql`SELECT ContactId, ContactGUID FROM contacts WHERE ContactGUID IN (${join([...ends.keys()])})`,
    );
    await this.raise(new Map(customers.map(({ ContactId, ContactGUID }) => [ContactId, ends.get(ContactGUID)!])));
  }

  /** Raises LastContact to `when`, the start of a planned activity. Not audited, because no caller made the change. */
  async met(contactId: number, when: DateTime): Promise<void> {
    await this.db.execute(sql`UPDATE contacts SET LastContact = ${when}
      WHERE ContactId = ${contactId} AND (LastContact IS NULL OR LastContact < ${when})`);
  }

  /** Throws Conflict if another agent has locked the contact. */
  async mustBeFree(contact: Lock & Pick<Contact, 'ContactId'>, caller: LockReader, now: DateTime): Promise<void> {
    if (!(await this.isLocked(contact, caller, now))) return;
    const meta = await this.lockMeta(contact, now);
    throw new Conflict(`Contact ${contact.ContactId} is locked by ${meta.LockedBy}.`, { meta });
  }

  /**
   * The Meta of an error about a locked contact: the name of the agent that locked it, and the time when the lock
   * expires. Only Administrators can lock a contact without an agent.
   */
  async lockMeta({ LockedByAgentId, LockedTimestamp }: Lock, now: DateTime): Promise<Record<string, string>> {
    const agent = await this.db.one<{ AgentName: string }>(
      sql`SELECT a.AgentName AS AgentName FROM agents a WHERE a.AgentId = ${LockedByAgentId ?? 0}`,
    );
    const ends = shift(LockedTimestamp ?? now, this.lockTime);
    return { LockedBy: agent?.AgentName ?? 'an Administrator', ...(ends && { LockedUntil: asSent(ends) }) };
  }

  /** Whether another agent has locked the contact. A lock never stops an Administrator. */
  async isLocked(contact: Lock, caller: LockReader, now: DateTime): Promise<boolean> {
    return (await this.lockedAmong([contact], caller, now)).has(contact);
  }

  /** Those of the contacts that another agent has locked. */
  async lockedAmong<C extends Lock>(
    contacts: readonly C[],
    caller: LockReader,
    now: DateTime,
  ): Promise<ReadonlySet<C>> {
    if (caller.isAdministrator) return new Set();
    const others = contacts.filter(({ LockedByAgentId }) => LockedByAgentId !== caller.AgentId);
    return this.heldAmong(others, now);
  }

  /** Those of the contacts whose lock has not expired, and was not set by an agent who has left. */
  async heldAmong<C extends Lock>(contacts: readonly C[], now: DateTime): Promise<ReadonlySet<C>> {
    const since = this.locksSince(now);
    const held = contacts.filter(
      ({ Locked, LockedTimestamp }) => Locked && (LockedTimestamp === null || LockedTimestamp >= since),
    );
    const holders = new Set(held.flatMap(({ LockedByAgentId }) => LockedByAgentId ?? []));
    if (holders.size === 0) return new Set(held);
    const [gone] = await this.db.existingKeys<number>({
      key: sql`h.AgentId`,
      from: goneHolder(sql`IN (${join([...holders])})`),
    });
    return new Set(held.filter(({ LockedByAgentId }) => !gone.has(LockedByAgentId ?? 0)));
  }

  /** The time before which a lock must have been set to have expired. */
  private locksSince(now: DateTime): DateTime {
    return shift(now, -this.lockTime) ?? unsetDateTime;
  }

  /** Milliseconds after which a lock expires. */
  private get lockTime(): number {
    return this.config.lockHours * 3_600_000;
  }

  async setHasGiftCard(contactId: number, HasGiftCard: boolean): Promise<void> {
    const found = await this.db.update(Contact, { ContactId: contactId }, { HasGiftCard });
    if (!found) throw noSuch('contact', contactId);
  }

  /** Whether the caller sees so many contacts that a list must not sort them all, but read an index in order. */
  async seesMany(caller: Principal): Promise<boolean> {
    return (await this.inScope(caller, walkFrom)) === walkFrom;
  }

  /** The number of contacts in scope of the caller, at most `most`. */
  async inScope(caller: Principal, most: number): Promise<number> {
    if (this.scope.isUnlimited(caller)) return most;
    const found = await this.db.one<{ Contacts: number }>(sql`SELECT COUNT(*) AS Contacts FROM
      (SELECT 1 AS One FROM contacts c WHERE ${this.scope.within(caller, sql`c.AgentId`)} LIMIT ${most}) seen`);
    return found!.Contacts;
  }

  /**
   * The contacts that the caller may see, as the part `anyOf` of a list: conditions, one of which is true for a contact
   * in scope or shared with the caller's agent. Without `anyOf`, the caller may see all contacts.
   */
  async visible(caller: Principal): Promise<Pick<ListStatement<Contact>, 'anyOf' | 'apart'>> {
    if (this.scope.isUnlimited(caller)) return {};
    const owned = await this.scope.each(caller, sql`c.AgentId`);
    const shared = sql`c.ContactId IN ${sharedWith(caller)} AND (${join(owned, ' OR ')}) IS NOT TRUE`;
    return { anyOf: [...owned, shared], apart: true };
  }

  /**
   * Conditions that divide the contacts of `visible` into parts of at most `size`, each of which an index finds. Call
   * it only if some contacts are not in scope.
   */
  async *visibleParts(caller: Principal, size: number): AsyncGenerator<Sql> {
    const isOwned = this.scope.within(caller, sql`c.AgentId`);
    const agents = await this.db.all<{ AgentId: number; Contacts: number }>(sql`SELECT c.AgentId AS AgentId,
      COUNT(*) AS Contacts FROM contacts c WHERE ${isOwned} GROUP BY c.AgentId ORDER BY c.AgentId`);
    let some: number[] = [];
    let contactsOfSome = 0;
    for (const { AgentId, Contacts } of agents) {
      if (some.length > 0 && contactsOfSome + Contacts > size) {
        yield sql`c.AgentId IN (${join(some)})`;
        [some, contactsOfSome] = [[], 0];
      }
      if (Contacts <= size) {
        some.push(AgentId);
        contactsOfSome += Contacts;
      } else {
        const where = sql`c.AgentId = ${AgentId}`;
        yield* partsInOrder(
          this.db,
          { from: contacts.from, where, column: sql`c.NameKey`, isNullable: true, key: sql`c.ContactId` },
          size,
        );
      }
    }
    if (some.length > 0) yield sql`c.AgentId IN (${join(some)})`;
    const shared = sql`h.AgentId = ${caller.AgentId}`;
    const id = sql`h.ContactId`;
    const shares = { from: sql`contact_shares h`, where: shared, column: id, key: id };
    for await (const part of partsInOrder(this.db, shares, size))
      yield sql`c.ContactId IN (SELECT h.ContactId FROM contact_shares h WHERE ${part}) AND ${isOwned} IS NOT TRUE`;
  }

  /** The condition that the caller may see a contact. `alias` names rows with the columns AgentId and ContactId. */
  within(caller: Principal, alias: string): Sql {
    if (this.scope.isUnlimited(caller)) return sql`1 = 1`;
    const owned = this.scope.within(caller, quoted('AgentId', alias));
    return sql`(${owned} OR ${quoted('ContactId', alias)} IN ${sharedWith(caller)})`;
  }

  /** SQL for the name of the contact `c`; '' for a contact that the caller may not see. */
  nameFor(caller: Principal): Sql {
    const isSeen = this.within(caller, 'c');
    return keyedBy(
      sql`CASE WHEN ${isSeen} THEN COALESCE(c.Name, '') ELSE '' END`,
      sql`CASE WHEN ${isSeen} THEN c.NameKey END`,
    );
  }

  /**
   * The same condition as `within`, for rows that have the ContactId only. It is a scalar subquery and not EXISTS, so
   * that the database looks up the contact of each row: it could evaluate EXISTS for all contacts in scope first.
   */
  withinTerms(caller: Principal, alias: string): Sql {
    if (this.scope.isUnlimited(caller)) return sql`1 = 1`;
    return sql`(SELECT 1 FROM contacts s WHERE s.ContactId = ${quoted('ContactId', alias)}
      AND ${this.within(caller, 's')}) = 1`;
  }

  private async requireVisible(caller: Principal, { ContactId, AgentId }: Owned): Promise<void> {
    if (this.scope.isUnlimited(caller) || (AgentId !== null && (await this.scope.includes(caller, AgentId)))) return;
    const shared = sql`contact_shares WHERE ContactId = ${ContactId} AND AgentId = ${caller.AgentId}`;
    if (!(await this.db.exists(shared)))
      throw new Forbidden(`Contact ${ContactId} is neither in your scope nor shared with you.`, 'Scope');
  }
}

function sharedWith({ AgentId }: Principal): Sql {
  return sql`(SELECT h.ContactId FROM contact_shares h WHERE h.AgentId = ${AgentId})`;
}
