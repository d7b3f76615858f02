import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Config } from '../../config/config.js';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import type { ListStatement, OrderTerm } from '../../database/list-query.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import { shift } from '../../record/values/datetime.js';
import { ListResult, type ListOptions } from '../../record/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { Contact } from './contact.entity.js';
import { maskedSsn } from './ssn.js';

/** Which contacts to list, and in which order; the contact is `c`. */
export interface ContactFilter {
  where: Sql;
  /** With ContactId last, in the direction of the rest: then an index gives it. By LastContact, newest first, unless said. */
  order?: readonly OrderTerm[];
  /** What the caller asked for, as the audit tells it. */
  asked: Record<string, unknown>;
}

/** The contacts with the names of what they refer to. */
const contacts = {
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
  order: [{ descending: sql`c.LastContact` }, { descending: sql`c.ContactId` }],
  // With it a number is decrypted.
  always: ['ContactId'],
} satisfies ListStatement<Contact>;
/** Contacts that the audit of a list names one by one; of more it keeps what was asked for. */
const mostNamed = 100;
/** The condition that a contact, `c`, is not deleted. */
export const present = sql`(c.Deleted IS NULL OR c.Deleted = 0)`;

/** Contacts: who may see them, and the only place that writes them. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
  ) {}

  /** The contacts that the caller may see and that are not deleted, each once, as a stream. */
  async list(caller: Principal, filter: ContactFilter, options: ListOptions): Promise<ListResult<Contact>> {
    const { where, order = contacts.order, asked } = filter;
    const anyOf = await this.visible(caller);
    const list = this.db.list(Contact, { ...contacts, where: sql`${present} AND ${where}`, anyOf, order }, options);
    if (options.fields && !namesSsn(options)) return list;
    const rows = showsSsn(caller, options) ? this.disclosed(list.rows, asked) : this.masked(list.rows);
    return new ListResult(rows, list.total);
  }

  /** One contact, whoever it belongs to, as the caller sees it. Inside a transaction. */
  async read(caller: Principal, contactId: number, options: ListOptions): Promise<Contact> {
    const found = await this.db.find(Contact, contacts, sql`c.ContactId = ${contactId}`);
    if (!found) throw unknown(contactId);
    if (!showsSsn(caller, options)) return this.open(found, maskedSsn);
    this.auditSsn(String(contactId), {});
    return this.open(found);
  }

  /** Locks a contact that the caller may see; undefined where it is unknown or deleted. Throws Forbidden. */
  async lock(caller: Principal, contactId: number): Promise<Contact | undefined> {
    const query = sql`SELECT ${columns(Contact, 'c')} FROM contacts c WHERE c.ContactId = ${contactId} AND ${present}`;
    const found = (await this.db.lock<Contact>(query)).at(0);
    if (found && !(await this.mayLog(caller, found)))
      throw new Forbidden(`Contact ${contactId} is neither in your scope nor shared with you.`);
    return found;
  }

  /** Raises LastContact and never lowers it. */
  async contacted({ ContactId, LastContact }: Contact, when: DateTime): Promise<void> {
    if (LastContact === null || LastContact < when) await this.db.update(Contact, { ContactId }, { LastContact: when });
  }

  /** The same for an appointment whose time has come: no caller's change, so the audit is not told. */
  async met(contactId: number, when: DateTime): Promise<void> {
    await this.db.execute(sql`UPDATE contacts SET LastContact = ${when}
      WHERE ContactId = ${contactId} AND (LastContact IS NULL OR LastContact < ${when})`);
  }

  /** Whether another agent holds the contact at that moment. Nobody holds it against an Administrator. */
  isLocked({ Locked, LockedByAgentId, LockedTimestamp }: Contact, caller: Principal, now: DateTime): boolean {
    if (!Locked || caller.isAdministrator || LockedByAgentId === caller.AgentId) return false;
    const since = shift(now, -this.config.lockHours * 3_600_000);
    return LockedTimestamp === null || since === undefined || LockedTimestamp >= since;
  }

  /** Keeps that the contact has answered a gift-card survey. */
  async giveGiftCard(contactId: number): Promise<void> {
    const found = await this.db.update(Contact, { ContactId: contactId }, { HasGiftCard: true });
    if (!found) throw unknown(contactId);
  }

  /** The contacts in scope, and those shared with the caller's agent; undefined: all. */
  private async visible(caller: Principal): Promise<Sql[] | undefined> {
    if (this.scope.all(caller)) return undefined;
    const shares = sql`SELECT h.ContactId FROM contact_shares h WHERE h.AgentId = ${caller.AgentId}`;
    return [...(await this.scope.each(caller, sql`c.AgentId`)), sql`c.ContactId IN (${shares})`];
  }

  private async mayLog(caller: Principal, { ContactId, AgentId }: Contact): Promise<boolean> {
    if (this.scope.all(caller) || (AgentId !== null && (await this.scope.includes(caller, AgentId)))) return true;
    const query = sql`SELECT 1 AS One FROM contact_shares WHERE ContactId = ${ContactId} AND AgentId = ${caller.AgentId}`;
    return (await this.db.one(query)) !== undefined;
  }

  /** Numbers in full. Who reads them, and whose where these are few, is written down before the first row goes out. */
  private async *disclosed(
    rows: AsyncIterable<Contact>,
    asked: Record<string, unknown>,
  ): AsyncGenerator<Contact, void> {
    const held: Contact[] = [];
    let isTold = false;
    const tell = (whose: object): Promise<void> =>
      this.db.tx(async () => {
        this.auditSsn('*', { ...asked, ...whose });
      });
    for await (const row of rows) {
      held.push(row);
      if (!isTold) {
        if (held.length <= mostNamed) continue;
        await tell({});
        isTold = true;
      }
      for (const contact of held.splice(0)) yield this.open(contact);
    }
    if (!isTold) await tell({ ContactIds: held.map(({ ContactId }) => ContactId) });
    for (const contact of held) yield this.open(contact);
  }

  private async *masked(rows: AsyncIterable<Contact>): AsyncGenerator<Contact, void> {
    for await (const row of rows) yield this.open(row, maskedSsn);
  }

  private auditSsn(contactId: string, After: Record<string, unknown>): void {
    this.db.audited({ Record: 'Contact', Id: contactId, Action: 'ReadSSN', After });
  }

  private open(contact: Contact, shown: (ssn: string) => string = (ssn) => ssn): Contact {
    if (contact.SSN === null) return contact;
    contact.SSN = shown(this.cipher.decrypt(contact.SSN, `contacts.SSN:${contact.ContactId}`));
    return contact;
  }
}

function namesSsn({ fields }: ListOptions): boolean {
  return fields?.some(({ name }) => name === 'SSN') ?? false;
}

/** Numbers are shown in full to an Administrator alone, and only where the call names the field. */
function showsSsn(caller: Principal, options: ListOptions): boolean {
  return caller.isAdministrator && namesSsn(options);
}

function unknown(contactId: number): NotFound {
  return new NotFound(`There is no contact ${contactId}.`);
}
