import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Config } from '../../config/config.js';
import { columnsOf, selectOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import type { ListStatement, OrderTerm } from '../../database/list-query.js';
import { quoted } from '../../database/quoted.js';
import { sealedPlace } from '../../database/sealed/sealed-columns.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import { shift } from '../../record/values/datetime.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { SsnService, type SsnOwner } from '../agents/ssn.service.js';
import { Contact } from './contact.entity.js';

/** Which contacts to list, and in which order; the contact is `c`. */
export interface ContactFilter {
  where: Sql;
  /**
   * With ContactId last, in the direction of the rest: then an index gives it.
   * By LastContact, newest first, unless said.
   */
  order?: readonly OrderTerm[];
  /**
   * The same contacts in the same order, found through rows that an index gives in it: a page of many is found among
   * the first of them. `c` is joined from the left, so that these rows come first.
   */
  through?: Required<Pick<ListStatement<Contact>, 'from' | 'where' | 'order' | 'key'>>;
  /** What the caller asked for, as the audit tells it. */
  asked: Record<string, unknown>;
}

/** With fewer contacts in scope each of them is asked. */
const many = 20_000;

/** The contacts with the names of what they refer to. */
export const contacts = {
  columns: {
    ...columnsOf(Contact, 'c'),
    District: sql`d.DistrictName`,
    School: sql`sc.SchoolName`,
    State: sql`st.State`,
    StateName: sql`st.StateName`,
    County: sql`co.County`,
    WritingAgentName: sql`w.AgentName`,
    IsShared: sql`EXISTS (SELECT 1 FROM contact_shares h WHERE h.ContactId = c.ContactId)`,
  },
  from: sql`contacts c`,
  joins: {
    d: sql`LEFT JOIN districts d ON d.DistrictID = c.DistrictID`,
    sc: sql`LEFT JOIN schools sc ON sc.SchoolID = c.SchoolID`,
    st: sql`LEFT JOIN states st ON st.StateID = c.StateID`,
    co: sql`LEFT JOIN counties co ON co.CountyID = c.CountyID`,
    w: sql`LEFT JOIN agents w ON w.AgentId = c.WritingAgentId`,
  },
  key: [sql`c.ContactId`],
  keyFollows: true,
  order: [{ descending: sql`c.LastContact` }, { descending: sql`c.ContactId` }],
  // With it a number is decrypted.
  always: ['ContactId'],
} satisfies ListStatement<Contact>;
type Owned = Pick<Contact, 'ContactId' | 'AgentId' | 'Deleted'>;

/** What says who may do what with a contact now. */
const stateFields = [
  ...(['ContactId', 'AgentId', 'Deleted', 'LastContact', 'DoNotContact'] as const),
  ...(['Locked', 'LockedByAgentId', 'LockedTimestamp'] as const),
];
export type ContactState = Pick<Contact, (typeof stateFields)[number]>;

/** The condition that a contact, `c`, is not deleted. */
export const present = sql`(c.Deleted IS NULL OR c.Deleted = 0)`;

/** Whose a number is. */
export const ofContact: SsnOwner<Contact> = {
  record: Contact,
  list: 'ContactIds',
  idOf: ({ ContactId }) => ContactId,
  placeOf: ({ ContactId }) => sealedPlace('contacts', 'SSN', ContactId),
};

/** Contacts: who may see them, and what other modules read and write of them. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly ssn: SsnService,
    private readonly config: Config,
  ) {}

  /** The contacts that the caller may see and that are not deleted, each once, as a stream. */
  async list(caller: Principal, filter: ContactFilter, options: ListOptions): Promise<ListResult<Contact>> {
    const { where, order = contacts.order, through, asked } = filter;
    if (through && options.take !== undefined && options.orderBy.length === 0 && (await this.seesMany(caller))) {
      const seen = sql`CASE WHEN ${this.within(caller, 'c')} THEN 1 ELSE 0 END = 1`;
      const found = sql`${present} AND ${through.where}${this.scope.all(caller) ? empty : sql` AND ${seen}`}`;
      return this.show(caller, { ...contacts, ...through, where: found }, asked, options);
    }
    const visible = await this.visible(caller);
    return this.show(caller, { ...contacts, where: sql`${present} AND ${where}`, ...visible, order }, asked, options);
  }

  /** The list as the caller sees it. asked: what for, as the audit tells it. */
  show(
    caller: Principal,
    statement: ListStatement<Contact>,
    asked: Record<string, unknown>,
    options: ListOptions,
  ): ListResult<Contact> {
    return this.ssn.show(caller, this.db.list(Contact, statement, options), ofContact, { asked, options });
  }

  /** One contact, whoever it belongs to, as the caller sees it. Throws NotFound. */
  async read(caller: Principal, contactId: number, options: ListOptions): Promise<Contact> {
    const found = await this.db.find(Contact, contacts, sql`c.ContactId = ${contactId}`);
    if (!found) throw unknown(contactId);
    return this.ssn.showOne(caller, found, ofContact, options);
  }

  /** Contacts in the order of their ids, as `read` gives one. */
  async readAll(caller: Principal, contactIds: readonly number[], options: ListOptions): Promise<Contact[]> {
    const read: Contact[] = [];
    for (const id of contactIds) read.push(await this.read(caller, id, options));
    return read;
  }

  /** One contact that the caller may see, as the caller sees it. Throws NotFound and Forbidden. */
  async find(caller: Principal, contactId: number, options: ListOptions): Promise<Contact> {
    await this.require(caller, contactId);
    return this.read(caller, contactId, options);
  }

  /**
   * Throws NotFound, and Forbidden for a contact that the caller may not see. A
   * deleted one is an Administrator's to see.
   */
  async require(caller: Principal, contactId: number): Promise<void> {
    const found = await this.db.one<Owned>(sql`SELECT c.ContactId AS ContactId, c.AgentId AS AgentId,
      c.Deleted AS Deleted FROM contacts c WHERE c.ContactId = ${contactId}`);
    if (!found || (found.Deleted && !caller.isAdministrator)) throw unknown(contactId);
    await this.requireVisible(caller, found);
  }

  /**
   * Locks a contact whose owner is in scope, deleted or not, to change it. Throws NotFound, Forbidden,
   * and Conflict where another agent holds it.
   */
  async claim(caller: Principal, contactId: number, now: DateTime): Promise<Contact> {
    const found = await this.db.lockRow(Contact, { ContactId: contactId });
    if (!found) throw unknown(contactId);
    await this.scope.require(caller, found.AgentId ?? 0);
    if (this.isLocked(found, caller, now)) throw new Conflict(`Contact ${contactId} is locked by another agent.`);
    return found;
  }

  /** Locks a contact that the caller may see; undefined where it is unknown or deleted. Throws Forbidden. */
  async lock(caller: Principal, contactId: number): Promise<ContactState | undefined> {
    const query = sql`SELECT ${selectOf(contacts.columns, stateFields)} FROM contacts c
      WHERE c.ContactId = ${contactId} AND ${present}`;
    const found = (await this.db.lock<ContactState>(query)).at(0);
    if (found) await this.requireVisible(caller, found);
    return found;
  }

  /** Raises LastContact and never lowers it. */
  async contacted(contact: ContactState, when: DateTime): Promise<void> {
    const { LastContact } = contact;
    if (LastContact === null || LastContact < when) await this.db.updateHeld(Contact, [contact], { LastContact: when });
  }

  /** The same for an appointment whose time has come: no caller's change, so the audit is not told. */
  async met(contactId: number, when: DateTime): Promise<void> {
    await this.db.execute(sql`UPDATE contacts SET LastContact = ${when}
      WHERE ContactId = ${contactId} AND (LastContact IS NULL OR LastContact < ${when})`);
  }

  /** Whether another agent holds the contact at that moment. Nobody holds it against an Administrator. */
  isLocked(contact: ContactState, caller: Principal, now: DateTime): boolean {
    if (caller.isAdministrator || contact.LockedByAgentId === caller.AgentId) return false;
    return this.isHeld(contact, now);
  }

  /** Whether some agent holds the contact at that moment. */
  isHeld({ Locked, LockedTimestamp }: Pick<Contact, 'Locked' | 'LockedTimestamp'>, now: DateTime): boolean {
    if (!Locked) return false;
    const since = shift(now, -this.config.lockHours * 3_600_000);
    return LockedTimestamp === null || since === undefined || LockedTimestamp >= since;
  }

  /** Keeps that the contact has answered a gift-card survey. */
  async giveGiftCard(contactId: number): Promise<void> {
    const found = await this.db.update(Contact, { ContactId: contactId }, { HasGiftCard: true });
    if (!found) throw unknown(contactId);
  }

  private async seesMany(caller: Principal): Promise<boolean> {
    if (this.scope.all(caller)) return true;
    const found = await this.db.one<{ Contacts: number }>(sql`SELECT COUNT(*) AS Contacts FROM
      (SELECT 1 AS One FROM contacts c WHERE ${this.scope.within(caller, sql`c.AgentId`)} LIMIT ${many}) seen`);
    return found?.Contacts === many;
  }

  /** The contacts in scope, and those others that are shared with the caller's agent; nothing: all. */
  async visible(caller: Principal): Promise<Pick<ListStatement<Contact>, 'anyOf' | 'apart'>> {
    if (this.scope.all(caller)) return {};
    const owned = await this.scope.each(caller, sql`c.AgentId`);
    const shared = sql`c.ContactId IN ${sharedWith(caller)} AND (${join(owned, ' OR ')}) IS NOT TRUE`;
    return { anyOf: [...owned, shared], apart: true };
  }

  /** The same as one condition, on the AgentId and the ContactId of the rows under that alias. */
  within(caller: Principal, alias: string): Sql {
    if (this.scope.all(caller)) return sql`1 = 1`;
    const owned = this.scope.within(caller, quoted('AgentId', alias));
    return sql`(${owned} OR ${quoted('ContactId', alias)} IN ${sharedWith(caller)})`;
  }

  private async requireVisible(caller: Principal, { ContactId, AgentId }: Owned): Promise<void> {
    if (this.scope.all(caller) || (AgentId !== null && (await this.scope.includes(caller, AgentId)))) return;
    const query = sql`SELECT 1 AS One FROM contact_shares
      WHERE ContactId = ${ContactId} AND AgentId = ${caller.AgentId}`;
    if (!(await this.db.one(query)))
      throw new Forbidden(`Contact ${ContactId} is neither in your scope nor shared with you.`);
  }
}

/** The ids of the contacts that are shared with the caller's agent. */
function sharedWith({ AgentId }: Principal): Sql {
  return sql`(SELECT h.ContactId FROM contact_shares h WHERE h.AgentId = ${AgentId})`;
}

export function unknown(contactId: number): NotFound {
  return new NotFound(`There is no contact ${contactId}.`);
}
