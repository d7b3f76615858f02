import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import { ListResult, type ListOptions } from '../../record/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { Contact } from './contact.entity.js';
import { maskedSsn } from './ssn.js';

/** Which contacts to list, and in which order; the contact is `c`. */
export interface ContactFilter {
  where: Sql;
  /** ORDER BY without the tie-break. */
  order: Sql;
  /** What the caller asked for, as the audit tells it. */
  asked: Record<string, unknown>;
}

const names = sql`d.DistrictName AS District, sc.SchoolName AS School, st.State AS State,
  st.StateName AS StateName, co.County AS County, w.AgentName AS WritingAgentName,
  EXISTS (SELECT 1 FROM contact_shares h WHERE h.ContactId = c.ContactId) AS IsShared`;
const select = sql`${columns(Contact, 'c')}, ${names}`;
const joins = sql`LEFT JOIN districts d ON d.DistrictID = c.DistrictID
  LEFT JOIN schools sc ON sc.SchoolID = c.SchoolID
  LEFT JOIN states st ON st.StateID = c.StateID
  LEFT JOIN counties co ON co.CountyID = c.CountyID
  LEFT JOIN agents w ON w.AgentId = c.WritingAgentId`;
/** The condition that a contact, `c`, is not deleted. */
export const present = sql`(c.Deleted IS NULL OR c.Deleted = 0)`;

/** Contacts: who may see them, and the only place that writes them. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly cipher: FieldCipher,
  ) {}

  /** The contacts that the caller may see and that are not deleted, each once, as a stream. */
  async list(
    caller: Principal,
    { where, order, asked }: ContactFilter,
    options: ListOptions,
  ): Promise<ListResult<Contact>> {
    const list = this.db.list(
      Contact,
      {
        select,
        from: sql`${this.visible(caller)} ${joins} WHERE ${present} AND ${where}`,
        order: sql`${order}, c.ContactId`,
        key: ['c.ContactId'],
      },
      options,
    );
    if (options.fields && !options.fields.some(({ name }) => name === 'SSN')) return list;
    await this.auditSsn(caller, '*', asked);
    return new ListResult(this.revealed(caller, list.rows), list.total);
  }

  /** One contact, whoever it belongs to, as the caller sees it. */
  async read(caller: Principal, contactId: number): Promise<Contact> {
    const query = sql`SELECT ${select} FROM contacts c ${joins} WHERE c.ContactId = ${contactId}`;
    const found = await this.db.one<Contact>(query);
    if (!found) throw unknown(contactId);
    await this.auditSsn(caller, String(contactId), {});
    return this.reveal(caller, found);
  }

  /** Locks a contact that the caller may see. Throws NotFound, also where it is deleted, and Forbidden. */
  async lock(caller: Principal, contactId: number): Promise<Contact> {
    const query = sql`SELECT ${columns(Contact, 'c')} FROM contacts c WHERE c.ContactId = ${contactId} AND ${present}`;
    const found = (await this.db.lock<Contact>(query)).at(0);
    if (!found) throw unknown(contactId);
    if (!(await this.mayLog(caller, found)))
      throw new Forbidden(`Contact ${contactId} is neither in your scope nor shared with you.`);
    return found;
  }

  /** Raises LastContact and never lowers it. */
  async contacted({ ContactId, LastContact }: Contact, when: DateTime): Promise<void> {
    if (LastContact === null || LastContact < when) await this.db.update(Contact, { ContactId }, { LastContact: when });
  }

  /** Keeps that the contact has answered a gift-card survey. */
  async giveGiftCard(contactId: number): Promise<void> {
    const found = await this.db.update(Contact, { ContactId: contactId }, { HasGiftCard: true });
    if (!found) throw unknown(contactId);
  }

  /** The contacts `c` in scope or shared with the caller's agent. Found by two indexes: OR would read every contact. */
  private visible(caller: Principal): Sql {
    if (this.scope.all(caller)) return sql`contacts c`;
    return sql`(
        SELECT ContactId FROM contacts WHERE AgentId IN ${this.scope.agentIds(caller)}
        UNION SELECT ContactId FROM contact_shares WHERE AgentId = ${caller.AgentId}
      ) v JOIN contacts c ON c.ContactId = v.ContactId`;
  }

  private async mayLog(caller: Principal, { ContactId, AgentId }: Contact): Promise<boolean> {
    if (this.scope.all(caller) || (AgentId !== null && (await this.scope.includes(caller, AgentId)))) return true;
    const query = sql`SELECT 1 AS One FROM contact_shares WHERE ContactId = ${ContactId} AND AgentId = ${caller.AgentId}`;
    return (await this.db.one(query)) !== undefined;
  }

  /** Who reads numbers in full is written down before the first of them goes out. */
  private async auditSsn(caller: Principal, contactId: string, asked: Record<string, unknown>): Promise<void> {
    if (!caller.isAdministrator) return;
    await this.db.tx(async () =>
      this.db.audited({ Record: 'Contact', Id: contactId, Action: 'ReadSSN', After: asked }),
    );
  }

  private async *revealed(caller: Principal, rows: AsyncIterable<Contact>): AsyncGenerator<Contact, void> {
    for await (const row of rows) yield this.reveal(caller, row);
  }

  private reveal(caller: Principal, contact: Contact): Contact {
    if (contact.SSN === null) return contact;
    const ssn = this.cipher.decrypt(contact.SSN, `contacts.SSN:${contact.ContactId}`);
    contact.SSN = caller.isAdministrator ? ssn : maskedSsn(ssn);
    return contact;
  }
}

function unknown(contactId: number): NotFound {
  return new NotFound(`There is no contact ${contactId}.`);
}
