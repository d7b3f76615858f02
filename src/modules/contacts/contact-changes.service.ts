import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sql, { join, raw } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { contributed } from '../../context/contributed.js';
import { currentCall } from '../../context/call-context.js';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { quoted } from '../../database/sql/quoted.js';
import { Conflict, Invalid, PreconditionFailed, refuse } from '../../errors/errors.js';
import { definedOf, duplicates, type Bound } from '../../record/bind.js';
import { emptyList, fieldError, within, type FieldError } from '../../record/field-error.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { fieldsOf } from '../../record/metadata.js';
import { following } from '../../record/values/following.js';
import { newGuid } from '../../record/values/guid.js';
import { TransferRulesService } from '../agents/transfer-rules.service.js';
import { ScopeService } from '../agents/scope.service.js';
import { SsnService, type EncryptedValue } from '../ssn/ssn.service.js';
import { choices, followingTexts, type Choice, type KnownChoices } from './contact-choices.js';
import { ContactFollower } from './contact-follower.js';
import { ContactLocksService } from './contact-locks.service.js';
import { ContactShare } from './contact-share.entity.js';
import { ContactTransfersService } from './transfers/contact-transfers.service.js';
import { Contact, type StoredContact } from './contact.entity.js';
import type { ContactChange } from './contacts.records.js';
import { ContactsService, ofContact, unlocked } from './contacts.service.js';
import { ContactIndexService } from './search/contact-index.service.js';
import { searchedFields } from './search/search-terms.js';

type SentContact = Bound<Contact>;

/** Fields that a change by an API call ignores, because the service writes them or separate rules apply to them. */
const ignored: readonly (keyof Contact)[] = [
  ...(['ContactId', 'AgentId', 'ContactGUID', 'SSN', 'DateCreated', 'LastContact', 'HasGiftCard'] as const),
  ...(['Deleted', 'DeletedBy', 'DeletedDateTimeUtc', 'Locked', 'LockedByAgentId', 'LockedTimestamp'] as const),
];
const placeOf = (at: number): string => `Contacts[${at}].ContactId`;
export const changeableFields = fieldsOf(Contact)
  .filter(({ name, options }) => !options.computed && !ignored.includes(name as keyof Contact))
  .map(({ name }) => name as keyof Contact);
const longestName = 200;
const named = ['Name', 'FirstName', 'LastName', 'BusinessName'] as const;

/** Adds, changes, deletes and shares contacts. Call the methods inside a transaction. */
@Injectable()
export class ContactChangesService {
  constructor(
    private readonly db: Db,
    private readonly discovery: DiscoveryService,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly locks: ContactLocksService,
    private readonly transfers: ContactTransfersService,
    private readonly index: ContactIndexService,
    private readonly ssns: SsnService,
    private readonly handovers: TransferRulesService,
  ) {}

  /**
   * Throws Invalid; Forbidden if AgentId is out of scope; Conflict if that agent is inactive or ContactGUID is in use.
   */
  async create(caller: Principal, sent: SentContact): Promise<StoredContact> {
    const errors = [
      ...(sent.ContactId ? [fieldError('Invalid', 'ContactId', 'must be 0 or absent in a new record')] : []),
      ...nameErrors(sent),
      ...this.ssns.errors(sent.SSN),
    ];
    refuse(errors);
    const AgentId = sent.AgentId || caller.AgentId;
    await this.scope.require(caller, AgentId);
    await this.handovers.mustBeActive([AgentId]);
    await this.mustNotBeErased(sent.ContactGUID, 'The contact with this ContactGUID was erased.');
    const { ContactGUID } = sent;
    const values = this.complete({ ...changesOf(sent), AgentId, ContactGUID }, await this.knownChoices([sent]));
    const added = await this.db.insert(Contact, values, (contact) => ({
      SSN: this.ssns.toStore(sent.SSN, encryptedOf(contact)) ?? undefined,
    }));
    await this.index.update([added.ContactId]);
    return added as StoredContact;
  }

  /**
   * Changes the sent fields. A new owner receives the contact without a lock. Throws Invalid, NotFound, Forbidden, and
   * Conflict if another agent has locked the contact or the new owner is not active.
   */
  async change(caller: Principal, contactId: number, sent: SentContact): Promise<void> {
    const before = await this.contacts.claim(caller, contactId, this.clock.now());
    if (before.Deleted) throw await this.contacts.goneError(before);
    refuse(this.errors(before, sent));
    await this.write(caller, [{ before, sent }]);
  }

  /**
   * Changes many contacts like `change`, all or none. Returns the ContactIds in the order sent. Throws the errors of
   * `change`; NotFound and Conflict have one error for each unknown or locked contact. Throws PreconditionFailed, with
   * one error for each contact whose Version is not the sent one.
   */
  async changeAll(caller: Principal, sent: readonly Bound<ContactChange>[] = []): Promise<number[]> {
    refuse([
      ...(sent.length === 0 ? [emptyList('Contacts')] : []),
      ...sent.flatMap(({ ContactId }, at) => (ContactId ? [] : [fieldError('NotEmpty', placeOf(at), 'is required')])),
      ...duplicates(sent, ['ContactId'], 'Contacts'),
    ]);
    const ids = sent.map(({ ContactId }) => ContactId!);
    const stored = await this.locks.claimAll(caller, ids, placeOf);
    await this.mustBeUnchanged(sent);
    const byId = new Map(stored.map((contact) => [contact.ContactId, contact]));
    const changes = sent.map((each) => ({ before: byId.get(each.ContactId!)!, sent: each }));
    refuse(
      changes.flatMap(({ before, sent: each }, at) =>
        this.errors(before, each).map((error) => within(`Contacts[${at}]`, error)),
      ),
    );
    await this.write(caller, changes, (at) => `Contacts[${at}]`);
    return ids;
  }

  /** Compares the sent versions with those of the contacts, whose rows are locked. Throws PreconditionFailed. */
  private async mustBeUnchanged(sent: readonly Bound<ContactChange>[]): Promise<void> {
    const versioned = sent.filter(({ Version }) => Version);
    if (versioned.length === 0) return;
    const versions = await this.contacts.versions(versioned.map(({ ContactId }) => ContactId!));
    const errors = sent.flatMap(({ ContactId, Version }, at) => {
      const present = versions.get(ContactId!);
      if (!Version || Version === present) return [];
      return [fieldError('Mismatch', `Contacts[${at}].Version`, 'is not the present one', { Version: present! })];
    });
    if (errors.length === 0) return;
    const message = 'Some of the contacts have changed since you read them; nothing was written.';
    throw new PreconditionFailed(message, undefined, errors);
  }

  private errors(before: Contact, sent: SentContact): FieldError[] {
    return [...nameErrors({ ...before, ...sent }), ...this.ssns.errors(sent.SSN, encryptedOf(before))];
  }

  /**
   * Writes changes, already checked by `errors`, to contacts whose rows are locked. `itemOf(at)` returns the place of
   * the change `changes[at]` in the request (`Contacts[0]`), with which the field names in errors begin.
   */
  private async write(
    caller: Principal,
    changes: readonly { before: Contact; sent: SentContact }[],
    itemOf = (_at: number): string => '',
  ): Promise<void> {
    for (const { before, sent } of changes) mustKeepGuid(before, sent.ContactGUID);
    const moved = changes
      .map(({ before, sent }) => ({ before, to: ownerAfter(before, sent) }))
      .filter(({ before, to }) => to !== before.AgentId);
    const owners = new Set(moved.map(({ to }) => to));
    for (const owner of owners) await this.scope.require(caller, owner ?? 0);
    await this.handovers.mustBeActive([...owners]);
    const known = await this.knownChoices(changes.flatMap(({ before, sent }) => [before, sent as Partial<Contact>]));
    const found: number[] = [];
    for (const [at, { before, sent }] of changes.entries()) {
      const AgentId = ownerAfter(before, sent);
      const written: Partial<Contact> = {
        ...withDerived(changesOf(sent), known, before),
        SSN: this.ssns.toStore(sent.SSN, encryptedOf(before)),
        AgentId,
        ContactGUID: sent.ContactGUID ?? undefined,
        ...(before.Locked && AgentId !== before.AgentId && unlocked),
      };
      await this.db.updateHeld(Contact, [before], written).catch((error: unknown) => {
        throw error instanceof Invalid ? new Invalid(error.errors.map((each) => within(itemOf(at), each))) : error;
      });
      if (searchedFields.some((name) => written[name] !== undefined && written[name] !== before[name]))
        found.push(before.ContactId);
    }
    // Add the transfers after the contacts are written, so that the error about an unknown new owner names AgentId.
    await this.transferred(caller, moved);
    if (found.length > 0) await this.index.update(found);
  }

  /** Adds imported contacts, which may contain every stored field. Throws Invalid and Conflict. */
  async addAll(sent: readonly Partial<Contact>[]): Promise<StoredContact[]> {
    refuse(sent.flatMap((contact) => importedNameErrors(contact)));
    await this.handovers.mustBeActive(sent.map(({ AgentId }) => AgentId));
    const known = await this.knownChoices(sent);
    const added = await this.db.insertAll(
      Contact,
      sent.map((contact) => this.complete(contact, known)),
    );
    await this.index.update(added.map(({ ContactId }) => ContactId));
    return added as StoredContact[];
  }

  /**
   * Imports contacts: changes those whose ContactId exists, and adds the others. Derives the same fields as `create`
   * and `change`. Throws Invalid and Conflict.
   */
  async save(sent: readonly Partial<Contact>[]): Promise<Upserted> {
    const ids = sent.map(({ ContactId }) => ContactId!);
    const stored = await this.db.lock<Contact>(sql`SELECT ${columns(Contact, 'c')} FROM contacts c
      WHERE c.ContactId IN (${join(ids)}) ORDER BY c.ContactId`);
    const byId = new Map(stored.map((contact) => [contact.ContactId, contact]));
    const known = await this.knownChoices([...stored, ...sent]);
    const rows = sent.map((contact) => {
      const before = byId.get(contact.ContactId!);
      refuse(importedNameErrors(before ? { ...before, ...definedOf(contact) } : contact));
      if (!before) return this.complete(contact, known);
      mustKeepGuid(before, contact.ContactGUID);
      return {
        ...withDerived(contact, known, before),
        ...keptFacts(contact, before),
        ...(before.Locked && contact.Locked === undefined && changesOwner(contact, before) && unlocked),
      };
    });
    const moved = rows.filter((contact) => changesOwner(contact, byId.get(contact.ContactId!)));
    // A new contact with a ContactGUID comes from another database. It keeps its owner, even an inactive one.
    const copied = new Set(sent.flatMap(({ ContactId, ContactGUID }) => (ContactGUID ? ContactId! : [])));
    const given = moved.filter(({ ContactId }) => byId.has(ContactId!) || !copied.has(ContactId!));
    await this.handovers.mustBeActive(given.map(({ AgentId }) => AgentId));
    await this.tellDeleted(
      rows.flatMap(({ ContactId, Deleted }) => {
        const before = byId.get(ContactId!);
        return Deleted && before && !before.Deleted ? [before.ContactId] : [];
      }),
    );
    const done = await this.db.upsertAll(Contact, rows, { audited: true });
    const UserId = currentCall()?.userId ?? null;
    await this.transferred(
      { UserId },
      moved.flatMap(({ ContactId, AgentId }) => {
        const before = byId.get(ContactId!);
        return before ? [{ before, to: AgentId || null }] : [];
      }),
    );
    await this.index.update(ids);
    return done;
  }

  /** Marks contacts as deleted that an import has added. */
  async removeAdded(contactIds: readonly number[]): Promise<void> {
    const DeletedDateTimeUtc = this.clock.now();
    await this.mark(contactIds, { Deleted: true, DeletedBy: 'undone import', DeletedDateTimeUtc });
  }

  /** Adds the transfers of contacts that have got another owner. */
  private async transferred(by: { UserId: Guid | null }, moved: readonly { before: Contact; to: number | null }[]) {
    for (const owner of new Set(moved.map(({ to }) => to))) {
      const contacts = moved.filter(({ to }) => to === owner).map(({ before }) => before);
      await this.transfers.add(by, contacts, owner ?? 0);
    }
  }

  private complete(contact: Partial<Contact>, known: KnownChoices): Partial<Contact> {
    return {
      ...withDerived(contact, known),
      ContactGUID: contact.ContactGUID ?? newGuid(),
      DateCreated: contact.DateCreated ?? this.clock.now(),
    };
  }

  /** The names of those choices that any of the contacts has. */
  private async knownChoices(contacts: readonly Partial<Contact>[]): Promise<KnownChoices> {
    const known = new Map<Choice['id'], ReadonlyMap<number, string>>();
    for (const { id, text, table } of choices) {
      const ids = [...new Set(contacts.flatMap((contact) => contact[id] ?? []))];
      if (ids.length === 0) continue;
      const found = await this.db.all<{ Id: number; Name: string }>(sql`SELECT ${quoted(id)} AS Id,
        ${quoted(text)} AS Name FROM ${raw(table)} WHERE ${quoted(id)} IN (${join(ids)})`);
      known.set(id, new Map(found.map(({ Id, Name }) => [Id, Name])));
    }
    return known;
  }

  /** Marks the contact as deleted. Throws NotFound, Forbidden, and Conflict if another agent has locked it. */
  async remove(caller: Principal, contactId: number): Promise<void> {
    const DeletedDateTimeUtc = this.clock.now();
    const { Deleted } = await this.contacts.claim(caller, contactId, DeletedDateTimeUtc);
    if (Deleted) return;
    await this.tellDeleted([contactId]);
    await this.mark([contactId], { Deleted: true, DeletedBy: caller.UserName, DeletedDateTimeUtc });
  }

  /** Restores a deleted contact. Throws NotFound, and Conflict if the contact was erased. */
  async restore(caller: Principal, contactId: number): Promise<void> {
    const { Deleted, ContactGUID } = await this.contacts.claim(caller, contactId, this.clock.now());
    await this.mustNotBeErased(ContactGUID, `Contact ${contactId} was erased, and cannot be restored.`);
    if (Deleted) await this.mark([contactId], { Deleted: false, DeletedBy: null, DeletedDateTimeUtc: null });
  }

  /** Replaces the agents that the contact is shared with. Throws Invalid, NotFound and Forbidden. */
  async share(caller: Principal, contactId: number, agentIds: readonly number[] | undefined): Promise<void> {
    if (!agentIds) throw new Invalid([fieldError('NotNull', 'AgentIds', 'is required')]);
    const contact = await this.contacts.claim(caller, contactId, this.clock.now());
    if (contact.Deleted) throw await this.contacts.goneError(contact);
    await this.handovers.share(ContactShare, ['ContactId', contactId], agentIds);
  }

  private async mustNotBeErased(ContactGUID: Guid | null | undefined, message: string): Promise<void> {
    if (ContactGUID && (await this.db.exists(sql`contact_erasures WHERE ContactGUID = ${ContactGUID}`)))
      throw new Conflict(message);
  }

  /** Calls the followers of contacts that are deleted next. */
  private async tellDeleted(contactIds: readonly number[]): Promise<void> {
    if (contactIds.length === 0) return;
    for (const follower of contributed(this.discovery, ContactFollower)) await follower.deleted(contactIds);
  }

  private async mark(
    contactIds: readonly number[],
    deleted: { Deleted: boolean; DeletedBy: string | null; DeletedDateTimeUtc: DateTime | null },
  ): Promise<void> {
    const keys = contactIds.map((ContactId) => ({ ContactId }));
    await this.db.updateAll(Contact, keys, deleted);
    await this.index.update(contactIds);
  }
}

/**
 * The values of ContactGUID, DateCreated and LastContact that an import writes; undefined keeps the stored value. An
 * import never sets these fields to null, and only raises LastContact, which follows the stored activities.
 */
function keptFacts({ ContactGUID, DateCreated, LastContact }: Partial<Contact>, before: Contact): Partial<Contact> {
  const isLater = LastContact && LastContact > (before.LastContact ?? '');
  return {
    ContactGUID: ContactGUID ?? undefined,
    DateCreated: DateCreated ?? undefined,
    LastContact: isLater ? LastContact : undefined,
  };
}

/** The sent values, and those that follow from them: the texts of choices, and Name. */
function withDerived(sent: Partial<Contact>, known: KnownChoices, before?: Contact): Partial<Contact> {
  return { ...sent, ...followingTexts(sent, known, before), ...following(contactName, sent, before) };
}

function changesOf(sent: SentContact): Partial<Contact> {
  return Object.fromEntries(changeableFields.map((name) => [name, sent[name]]));
}

function encryptedOf(contact: Contact): EncryptedValue {
  return { encrypted: contact.SSN, place: ofContact.placeOf(contact) };
}

function nameErrors(contact: SentContact): FieldError[] {
  if (named.some((name) => contact[name])) return [];
  return [fieldError('NotEmpty', 'Name', `is required, or one of ${named.slice(1).join(', ')}`)];
}

/** An erased contact has no name. Its row is exported with Deleted, and can be imported again. */
function importedNameErrors(contact: Partial<Contact>): FieldError[] {
  return contact.Deleted ? [] : nameErrors(contact);
}

/** Derives Name from FirstName and LastName, or else from BusinessName. */
export function contactName({ FirstName, LastName, BusinessName }: Partial<Contact>): Partial<Contact> {
  const full = [FirstName, LastName].filter(Boolean).join(' ');
  return { Name: full === '' ? (BusinessName ?? null) : [...full].slice(0, longestName).join('') };
}

function ownerAfter({ AgentId }: Contact, sent: SentContact): number | null {
  return sent.AgentId === undefined ? AgentId : sent.AgentId || null;
}

/** Whether an imported contact has another owner than the stored contact `before`. */
function changesOwner({ AgentId }: Partial<Contact>, before?: Contact): boolean {
  return AgentId !== undefined && (AgentId || null) !== (before?.AgentId ?? null);
}

/** Throws Conflict if the ContactGUID changes. */
function mustKeepGuid({ ContactId, ContactGUID }: Contact, sent: Guid | null | undefined): void {
  if (sent && ContactGUID && sent !== ContactGUID)
    throw new Conflict(`The ContactGUID of contact ${ContactId} cannot be changed.`, {
      errors: [fieldError('Invalid', 'ContactGUID', `cannot be changed: contact ${ContactId} has another one`)],
    });
}
