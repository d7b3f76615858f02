import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { fieldError, repeatedItem, type FieldError } from '../../record/field-error.js';
import type { DateTime } from '../../record/fields.js';
import { fieldsOf } from '../../record/metadata.js';
import { newGuid } from '../../record/values/guid.js';
import { ScopeService } from '../agents/scope.service.js';
import { SsnService, type StoredSsn } from '../agents/ssn.service.js';
import { ContactShare } from './contact-share.entity.js';
import { ContactTransfers } from './transfers/contact-transfers.service.js';
import { Contact } from './contact.entity.js';
import { ContactsService, ofContact, unknown } from './contacts.service.js';
import { ContactIndex } from './search/contact-index.service.js';
import { searchedFields } from './search/search-terms.js';

type Sent = Bound<Contact>;

/** What has an operation or a rule of its own: sent with the record, it is left as it is. */
const kept: readonly (keyof Contact)[] = [
  ...(['ContactId', 'AgentId', 'ContactGUID', 'SSN', 'DateCreated', 'LastContact', 'HasGiftCard'] as const),
  ...(['Deleted', 'DeletedBy', 'DeletedDateTimeUtc', 'Locked', 'LockedByAgentId', 'LockedTimestamp'] as const),
];
const longestName = 200;
const named = ['Name', 'FirstName', 'LastName', 'BusinessName'] as const;

/** Adds, changes, deletes and shares contacts. All of it inside a transaction. */
@Injectable()
export class ContactChanges {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly transfers: ContactTransfers,
    private readonly index: ContactIndex,
    private readonly ssn: SsnService,
  ) {}

  /**
   * The new contact. Throws Invalid, Forbidden for an agent out of scope, Conflict for a ContactGUID that is in use.
   */
  async create(caller: Principal, sent: Sent): Promise<Contact> {
    const errors = [
      ...(sent.ContactId ? [fieldError('Invalid', 'ContactId', 'is given by the service')] : []),
      ...nameErrors(sent),
      ...this.ssn.errors(sent.SSN),
    ];
    refuse(errors);
    const AgentId = sent.AgentId || caller.AgentId;
    await this.scope.require(caller, AgentId);
    const added = await this.db.insert(Contact, {
      ...changesOf(sent),
      Name: sent.Name ?? nameOf(sent),
      ...{ AgentId, ContactGUID: sent.ContactGUID ?? newGuid(), DateCreated: this.clock.now() },
    });
    // It is bound to the key, which the database has only now given.
    const SSN = this.ssn.toStore(sent.SSN, storedSsn(added));
    if (SSN) await this.db.update(Contact, { ContactId: added.ContactId }, { SSN });
    await this.index.update([added.ContactId]);
    return added;
  }

  /** Changes what was sent. Throws Invalid, NotFound, Forbidden, and Conflict where another agent holds the contact. */
  async change(caller: Principal, contactId: number, sent: Sent): Promise<void> {
    const now = this.clock.now();
    const before = await this.contacts.claim(caller, contactId, now);
    if (before.Deleted) throw unknown(contactId);
    const errors = [...nameErrors({ ...before, ...sent }), ...this.ssn.errors(sent.SSN, storedSsn(before))];
    refuse(errors);
    if (sent.ContactGUID && before.ContactGUID && sent.ContactGUID !== before.ContactGUID)
      throw new Conflict(`The ContactGUID of contact ${contactId} cannot be changed.`);
    const owner = sent.AgentId === undefined ? before.AgentId : sent.AgentId || null;
    if (owner !== before.AgentId) {
      await this.scope.require(caller, owner ?? 0);
      await this.transfers.add(caller, [before], owner ?? 0);
    }
    const SSN = this.ssn.toStore(sent.SSN, storedSsn(before));
    const changes = { ...changesOf(sent), SSN, AgentId: owner, ContactGUID: sent.ContactGUID ?? undefined };
    const after = await this.db.update(Contact, { ContactId: contactId }, changes);
    if (searchedFields.some((name) => after![name] !== before[name])) await this.index.update([contactId]);
  }

  /** Marks the contact as deleted; one that is stays as it is. Throws as `change` does. */
  async remove(caller: Principal, contactId: number): Promise<void> {
    const DeletedDateTimeUtc = this.clock.now();
    const { Deleted } = await this.contacts.claim(caller, contactId, DeletedDateTimeUtc);
    if (!Deleted) await this.mark(contactId, { Deleted: true, DeletedBy: caller.UserName, DeletedDateTimeUtc });
  }

  /** The contact is there again. Throws NotFound. */
  async restore(caller: Principal, contactId: number): Promise<void> {
    const { Deleted } = await this.contacts.claim(caller, contactId, this.clock.now());
    if (Deleted) await this.mark(contactId, { Deleted: false, DeletedBy: null, DeletedDateTimeUtc: null });
  }

  /** These agents and no others see the contact beside its owner. Throws Invalid, NotFound and Forbidden. */
  async share(caller: Principal, contactId: number, agentIds: readonly number[] | undefined): Promise<void> {
    if (!agentIds) throw new Invalid([fieldError('NotNull', 'AgentIds', 'is required')]);
    const { Deleted } = await this.contacts.claim(caller, contactId, this.clock.now());
    if (Deleted) throw unknown(contactId);
    refuse(await this.agentErrors(agentIds));
    const before = await this.db.lock<ContactShare>(
      sql`SELECT ContactId, AgentId FROM contact_shares WHERE ContactId = ${contactId} ORDER BY AgentId`,
    );
    const shared = before.map(({ AgentId }) => AgentId);
    await this.db.removeAll(
      ContactShare,
      before.filter(({ AgentId }) => !agentIds.includes(AgentId)),
    );
    const added = agentIds.filter((id) => !shared.includes(id));
    await this.db.insertAll(
      ContactShare,
      added.map((AgentId) => ({ ContactId: contactId, AgentId })),
    );
  }

  private async mark(
    ContactId: number,
    deleted: { Deleted: boolean; DeletedBy: string | null; DeletedDateTimeUtc: DateTime | null },
  ): Promise<void> {
    await this.db.update(Contact, { ContactId }, deleted);
    await this.index.update([ContactId]);
  }

  private async agentErrors(agentIds: readonly number[]): Promise<FieldError[]> {
    if (agentIds.length === 0) return [];
    const found = await this.db.all<{ AgentId: number }>(
      sql`SELECT AgentId FROM agents WHERE AgentId IN (${join(agentIds)})`,
    );
    const known = new Set(found.map(({ AgentId }) => AgentId));
    return agentIds.flatMap((id, at) => [
      ...(known.has(id) ? [] : [fieldError('Unknown', `AgentIds[${at}]`, 'is no agent')]),
      ...(agentIds.indexOf(id) < at ? [repeatedItem(`AgentIds[${at}]`)] : []),
    ]);
  }
}

/** What was sent of the fields that are simply kept as they are sent. */
function changesOf(sent: Sent): Partial<Contact> {
  const changeable = fieldsOf(Contact).filter(
    ({ name, options }) => !options.computed && !kept.includes(name as keyof Contact),
  );
  return Object.fromEntries(changeable.map(({ name }) => [name, sent[name as keyof Contact]]));
}

function storedSsn(contact: Contact): StoredSsn {
  return { sealed: contact.SSN, place: ofContact.placeOf(contact) };
}

function nameErrors(contact: Sent): FieldError[] {
  if (named.some((name) => contact[name])) return [];
  return [fieldError('NotEmpty', 'Name', `is required, or one of ${named.slice(1).join(', ')}`)];
}

function nameOf({ FirstName, LastName, BusinessName }: Sent): string | null {
  const full = [FirstName, LastName].filter(Boolean).join(' ');
  return full === '' ? (BusinessName ?? null) : [...full].slice(0, longestName).join('');
}
