import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Config } from '../../../config/config.js';
import { Db } from '../../../database/db.js';
import { columns } from '../../../database/schema/columns.js';
import { joinedName } from '../../../database/schema/name-keys.js';
import { FieldCipher } from '../../../database/encryption/field-cipher.js';
import { encryptionPlace } from '../../../database/schema/table.js';
import { Conflict, Gone, noSuch, refuse } from '../../../errors/errors.js';
import { missing, type Bound, type BoundWith } from '../../../record/bind.js';
import { emptyList, fieldError, repeatedItem, within, type FieldError } from '../../../record/field-error.js';
import { fieldOf } from '../../../record/metadata.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { following } from '../../../record/values/following.js';
import { newGuid } from '../../../record/values/guid.js';
import { shift } from '../../../record/values/datetime.js';
import { ScopeService } from '../../agents/scope.service.js';
import { contactName } from '../contact-changes.service.js';
import { Contact, type StoredContact } from '../contact.entity.js';
import { ContactLocksService } from '../contact-locks.service.js';
import { withdrawnConsent } from '../contact-phones.service.js';
import { ContactsService, ofContact, present, unlocked } from '../contacts.service.js';
import { ContactIndexService } from '../search/contact-index.service.js';
import { ContactDifferencesService } from './contact-differences.service.js';
import { ContactMerge } from './contact-merge.entity.js';
import { ContactReferencesService } from './contact-references.service.js';
import type { MergeStep } from './merge-rule.js';
import {
  consents,
  ListedMerge,
  mergedFields,
  MergeOfMany,
  MergesRequest,
  type MergeRequest,
  type Taken,
} from './merge.records.js';

/** Number of days for which a merge can be undone. */
const undoneWithin = 30;
const day = 86_400_000;

/** A field that the merge fills, its new value, and the contact that the value comes from. */
interface Filled {
  readonly field: keyof Contact;
  readonly value: unknown;
  readonly from: StoredContact;
}

/** Call the methods inside a transaction. */
@Injectable()
export class MergeService {
  constructor(
    private readonly db: Db,
    private readonly config: Config,
    private readonly clock: BusinessClock,
    private readonly cipher: FieldCipher,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly locks: ContactLocksService,
    private readonly references: ContactReferencesService,
    private readonly differences: ContactDifferencesService,
    private readonly index: ContactIndexService,
  ) {}

  /** Lists the merges of contacts whose owners are in scope, newest first. */
  list(caller: Principal, options: ListOptions): ListResult<ListedMerge> {
    const since = shift(this.clock.now(), -undoneWithin * day)!;
    const isLast = sql`NOT EXISTS (SELECT 1 FROM contact_merges n
      WHERE n.ContactId = m.ContactId AND n.MergeId > m.MergeId AND n.CallId <> m.CallId)`;
    return this.db.list<ListedMerge>(
      ListedMerge,
      {
        columns: {
          MergeId: sql`m.MergeId`,
          ContactId: sql`m.ContactId`,
          ContactName: joinedName('c', 'Name'),
          MergedContactId: sql`m.MergedContactId`,
          MergedContactName: joinedName('o', 'Name'),
          MergedAt: sql`m.MergedAt`,
          MergedBy: sql`COALESCE(o.DeletedBy, '')`,
          // An imported merge without its steps cannot be undone.
          CanUnmerge: sql`CASE WHEN m.MergedAt >= ${since} AND ${present} AND ${isLast} AND m.Steps <> ''
            THEN 1 ELSE 0 END`,
          UnmergeUntil: this.db.daysAfter('m.MergedAt', undoneWithin),
        },
        from: sql`contact_merges m`,
        joins: {
          c: sql`JOIN contacts c ON c.ContactId = m.ContactId`,
          o: sql`JOIN contacts o ON o.ContactId = m.MergedContactId`,
        },
        checks: sql`${this.scope.within(caller, sql`c.AgentId`)} AND ${this.scope.within(caller, sql`o.AgentId`)}`,
        order: [{ descending: sql`m.MergeId` }],
        key: [sql`m.MergeId`],
      },
      options,
    );
  }

  /**
   * Makes all rows that refer to the contacts in `From` refer to the contact `ContactId`, fills its unset fields from
   * those in `From`, gives each field in `Take` the value of the contact that `Take` names, and marks the contacts in
   * `From` as deleted. Returns the number of dropped rows by record. Throws Invalid; NotFound and Conflict with one
   * error for each unknown or locked contact; Forbidden; and Conflict if two of the contacts have open visits at one
   * location.
   */
  async merge(caller: Principal, request: BoundWith<MergeRequest, 'ContactId'>): Promise<Dropped> {
    refuse(errorsOf(request));
    await this.locks.claimAll(caller, idsOf(request), placeIn);
    return this.mergeClaimed(caller, request);
  }

  /**
   * Makes several merges, all or none, in the order sent. Returns the number of dropped rows by record. Throws as
   * `merge` does, with the place of the merge in each error.
   */
  async mergeAll(caller: Principal, merges: Bound<MergesRequest>): Promise<Dropped> {
    const sent = (merges.Merges ?? []) as BoundWith<MergeOfMany, 'ContactId'>[];
    const named = sent.flatMap((request, at) =>
      idsOf(request).map((id, place) => ({ id, at, place: `Merges[${at}].${placeIn(place)}` })),
    );
    const first = new Map(named.toReversed().map(({ id, at }) => [id, at]));
    refuse([
      ...missing(MergesRequest, merges),
      ...sent.flatMap((request, at) => [
        ...missing(MergeOfMany, request, `Merges[${at}]`),
        ...errorsOf(request).map((error) => within(`Merges[${at}]`, error)),
      ]),
      ...named.flatMap(({ id, at, place }) => (!id || first.get(id) === at ? [] : [repeatedItem(place)])),
    ]);
    const ids = named.map(({ id }) => id);
    await this.locks.claimAll(caller, ids, (at) => named[at].place);
    const dropped = new Map<string, number>();
    for (const [at, request] of sent.entries()) {
      try {
        for (const [record, count] of await this.mergeClaimed(caller, request))
          dropped.set(record, (dropped.get(record) ?? 0) + count);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        const rest = `cannot be merged: ${error.message.replace(/\.$/, '')}`;
        const errors = [fieldError('Invalid', `Merges[${at}]`, rest)];
        throw new Conflict(errors[0].Message, { errors, meta: error.meta, cause: error });
      }
    }
    return dropped;
  }

  /** Merges contacts whose rows are locked, and that the caller may change. */
  private async mergeClaimed(
    caller: Principal,
    request: BoundWith<MergeRequest, 'ContactId'>,
  ): Promise<Map<string, number>> {
    const { ContactId, From = [], Take } = request;
    const ids = idsOf(request);
    const [target, ...others] = await this.read(ids);
    const now = this.clock.now();
    const steps = new Map<number, MergeStep[]>();
    for (const other of others) {
      const moved = await this.references.move(other, target);
      steps.set(other.ContactId, [...moved, ...(await this.differences.move(other, target))]);
    }
    const filled = await this.fill(target, others, Take ?? {});
    for (const { from, ...change } of filled) steps.get(from.ContactId)!.push(change);
    const gone = { Deleted: true, DeletedBy: caller.UserName, DeletedDateTimeUtc: now, ...unlocked };
    await this.contacts.write(others, gone);
    steps.get(From[0])!.push(...(await this.references.settle(ContactId)));
    for (const id of From) await this.references.settle(id);
    await this.index.update(ids);
    const CallId = newGuid();
    for (const [MergedContactId, made] of steps) {
      const { MergeId } = await this.db.insert(ContactMerge, { ContactId, MergedContactId, MergedAt: now, CallId });
      await this.db.update(
        ContactMerge,
        { MergeId },
        { Steps: this.cipher.encrypt(JSON.stringify(made), placeOf(MergeId)) },
      );
    }
    const dropped = new Map<string, number>();
    for (const step of [...steps.values()].flat())
      if ('removed' in step && !step.added) dropped.set(step.record, (dropped.get(step.record) ?? 0) + 1);
    return dropped;
  }

  /**
   * Undoes the last merge into the contact, except for values that have changed since. `of` is the contact, or one that
   * was merged into it. Returns in `ids` the ContactIds of the contact and the restored contacts, and in `left` the
   * number of changes that were not undone. Throws NotFound; Forbidden; Conflict if there is no merge to undo, if the
   * last one is not that of `of`, if its changes cannot be decrypted, or another agent has locked the contact; and Gone
   * after 30 days.
   */
  async unmerge(caller: Principal, of: number): Promise<{ ids: number[]; left: number }> {
    const now = this.clock.now();
    const contactId = await this.remainingOf(of);
    const { Deleted } = await this.contacts.claim(caller, contactId, now);
    if (Deleted && contactId !== of)
      throw new Conflict(
        `Contact ${contactId}, into which ${of} was merged, was merged or deleted later. Undo that first.`,
      );
    if (Deleted) throw noSuch('contact', contactId);
    const merges = await this.db.lock<ContactMerge>(sql`SELECT ${columns(ContactMerge, 'm')} FROM contact_merges m
      WHERE m.ContactId = ${contactId} ORDER BY m.MergeId DESC`);
    if (merges.length === 0) throw new Conflict(`No contact was merged into contact ${contactId}.`);
    const call = merges.filter(({ CallId }) => CallId === merges[0].CallId);
    if (contactId !== of && !call.some(({ MergedContactId }) => MergedContactId === of))
      throw new Conflict(`Other contacts were merged into contact ${contactId} later. Undo those merges first.`);
    if (merges[0].MergedAt < shift(now, -undoneWithin * day)!)
      throw new Gone(`The contacts were merged more than ${undoneWithin} days ago.`);
    const others = await this.read(call.map(({ MergedContactId }) => MergedContactId));
    for (const { AgentId } of others) await this.scope.requireOwner(caller, AgentId ?? 0);
    let left = 0;
    for (const { MergeId, Steps } of call) {
      const text = this.cipher.open(Steps, placeOf(MergeId));
      // An imported merge has no steps if its encrypted values were not exported.
      if (!text)
        throw new Conflict(
          'The merge cannot be undone: its list of changes is missing, or FIELD_KEY and FIELD_KEYS_OLD lack its key.',
        );
      for (const step of (JSON.parse(text) as MergeStep[]).reverse())
        left += 'after' in step ? await this.unfill(contactId, step) : await this.references.undo(step);
    }
    await this.contacts.write(others, { Deleted: false, DeletedBy: null, DeletedDateTimeUtc: null });
    await this.db.removeAll(ContactMerge, call);
    const ids = [contactId, ...others.map(({ ContactId }) => ContactId)];
    for (const id of ids) await this.references.settle(id);
    await this.index.update(ids);
    return { ids, left };
  }

  /** The contact that a contact was merged into; the contact itself if it was not merged. */
  private async remainingOf(contactId: number): Promise<number> {
    const merged = await this.db.one<{ ContactId: number }>(sql`SELECT m.ContactId AS ContactId
      FROM contact_merges m JOIN contacts c ON c.ContactId = m.MergedContactId
      WHERE m.MergedContactId = ${contactId} AND c.Deleted = 1 ORDER BY m.MergeId DESC LIMIT 1`);
    return merged?.ContactId ?? contactId;
  }

  /**
   * Fills fields of `target`, the remaining contact, from `others`. Returns one change for each contact that gave a
   * value.
   */
  private async fill(
    target: StoredContact,
    others: readonly StoredContact[],
    taken: Taken,
  ): Promise<(Change & { from: Contact })[]> {
    const all = [target, ...others];
    const filled = filledFields.flatMap((field): Filled[] => {
      const named = all.find(({ ContactId }) => ContactId === taken[field]);
      const from = named ?? all.find((contact) => isSet(contact[field])) ?? target;
      return from === target ? [] : [{ field, value: this.open(from, field), from }];
    });
    filled.push(...consentOf(target, all, filled));
    // A person who must not be contacted keeps this protection in the remaining contact.
    const refusing = all.find(({ DoNotContact }) => DoNotContact);
    if (refusing && refusing !== target) filled.push({ field: 'DoNotContact', value: true, from: refusing });
    const last = all.reduce((one, two) => ((two.LastContact ?? '') > (one.LastContact ?? '') ? two : one));
    if (last !== target) filled.push({ field: 'LastContact', value: last.LastContact, from: last });
    const changes = others.map((from) => {
      const own = filled.filter((one) => one.from === from);
      return { from, after: Object.fromEntries(own.map(({ field, value }) => [field, value])) };
    });
    const named = following(
      contactName,
      Object.assign({}, ...changes.map(({ after }) => after)) as Partial<Contact>,
      target,
    );
    const [first] = changes;
    Object.assign(
      changes.find(({ after }) => after.FirstName ?? after.LastName ?? after.BusinessName)?.after ?? first.after,
      named,
    );
    const made: (Change & { from: Contact })[] = [];
    for (const { from, after } of changes) {
      const names = Object.keys(after) as (keyof Contact)[];
      if (names.length === 0) continue;
      made.push({ from, before: Object.fromEntries(names.map((name) => [name, this.open(target, name)])), after });
      await this.write(target.ContactId, after);
    }
    return made;
  }

  /** Undoes a merge in the fields that have not changed since. Returns the number of fields that have changed. */
  private async unfill(contactId: number, { before, after }: Change): Promise<number> {
    const [contact] = await this.read([contactId]);
    const names = Object.keys(after) as (keyof Contact)[];
    const isUnchanged = (name: keyof Contact): boolean => this.open(contact, name) === after[name];
    const belongsTo = (name: keyof Contact) => fieldOf(Contact, name)?.options.belongsTo ?? [];
    const undone = names.filter(
      (name) => isUnchanged(name) && names.every((other) => isUnchanged(other) || !belongsTo(name).includes(other)),
    );
    const former = Object.fromEntries(undone.map((name) => [name, before[name]])) as Partial<Contact>;
    await this.write(contactId, { ...former, ...withdrawnConsent(former, contact, this.config.country) });
    return names.length - undone.length;
  }

  private async write(ContactId: number, { SSN, ...values }: Partial<Contact>): Promise<void> {
    const place = encryptionPlace(Contact, 'SSN', ContactId);
    const encrypted = SSN === undefined ? {} : { SSN: SSN && this.cipher.encrypt(SSN, place) };
    await this.contacts.write(await this.read([ContactId]), { ...values, ...encrypted });
  }

  /** The value of a field, with the SSN decrypted. */
  private open(contact: Contact, field: keyof Contact): unknown {
    const value = contact[field];
    if (field !== 'SSN' || !contact.SSN) return value;
    return this.cipher.open(contact.SSN, ofContact.placeOf(contact)) ?? null;
  }

  /** Locks the rows of the contacts and returns them in the order of the ids. */
  private async read(ids: readonly number[]): Promise<StoredContact[]> {
    const found: StoredContact[] = [];
    for (const ContactId of ids) found.push((await this.db.lockRow(Contact, { ContactId })) as StoredContact);
    return found;
  }
}

/** Numbers of dropped rows by record. */
type Dropped = ReadonlyMap<string, number>;

type Change = Extract<MergeStep, { after: object }>;

function placeOf(mergeId: number): string {
  return encryptionPlace(ContactMerge, 'Steps', mergeId);
}

/** The fields that a merge fills one by one. SMSOptIn comes with its number, and DoNotContact of any contact stays. */
const filledFields = mergedFields.filter((name) => !consents.includes(name));

/** The number to which text messages to a contact go, and to which its SMSOptIn belongs; undefined without one. */
function textNumberOf({ Phone, PhoneAlt, PhoneE164, PhoneAltE164 }: StoredContact): string | undefined {
  return (Phone ? (PhoneE164 ?? Phone) : (PhoneAltE164 ?? PhoneAlt)) ?? undefined;
}

/**
 * The SMSOptIn of the remaining contact after `filled`, because consent is given for a number. A number that comes from
 * another contact comes with the SMSOptIn of that contact if it was given for this number. A contact that keeps its
 * number keeps its SMSOptIn; if that is unset, it takes the one of another contact with the same number.
 */
function consentOf(target: StoredContact, all: readonly StoredContact[], filled: readonly Filled[]): Filled[] {
  const giverOf = (field: keyof Contact): StoredContact => filled.find((one) => one.field === field)?.from ?? target;
  const name = giverOf('Phone').Phone ? 'Phone' : 'PhoneAlt';
  const giver = giverOf(name);
  const number = giver[`${name}E164`] ?? giver[name];
  if (!number) return [];
  const answered = all.filter((one) => textNumberOf(one) === number && one.SMSOptIn !== null);
  const from =
    giver === target && textNumberOf(target) === number
      ? (answered.find((one) => one === target) ?? answered.at(0) ?? target)
      : giver;
  const value = textNumberOf(from) === number ? (from.SMSOptIn ?? false) : false;
  const before = target.SMSOptIn ?? false;
  if (value === before) return [];
  return [{ field: 'SMSOptIn', value, from: from === target ? all[1] : from }];
}

/** Whether a field has a value. 0 and false count as values. */
function isSet(value: unknown): boolean {
  return value !== null && value !== '';
}

function idsOf({ ContactId, From = [] }: BoundWith<MergeRequest, 'ContactId'>): number[] {
  return [ContactId, ...From];
}

/** The field that has the id `idsOf(request)[at]`. */
function placeIn(at: number): string {
  return at === 0 ? 'ContactId' : `From[${at - 1}]`;
}

function errorsOf(request: BoundWith<MergeRequest, 'ContactId'>): FieldError[] {
  const [ids, from] = [idsOf(request), request.From ?? []];
  return [
    ...(from.length === 0 ? [emptyList('From')] : []),
    ...from.flatMap((id, at) => (ids.indexOf(id) < at + 1 ? [repeatedItem(`From[${at}]`)] : [])),
    ...Object.entries((request.Take ?? {}) as Taken).flatMap(([name, id]) =>
      takenErrors(name as keyof Contact, id, ids),
    ),
  ];
}

function takenErrors(name: keyof Contact, id: number, ids: readonly number[]): FieldError[] {
  if (consents.includes(name)) {
    const rest = 'cannot be taken: SMSOptIn comes with its telephone number, and DoNotContact of any contact stays';
    return [fieldError('Invalid', `Take.${name}`, rest)];
  }
  if (!mergedFields.includes(name))
    return [fieldError('Invalid', `Take.${name}`, 'is written by the service: a merge cannot take it')];
  if (!id || ids.includes(id)) return [];
  return [fieldError('Enum', `Take.${name}`, 'must be this contact or one of From', { Allowed: ids.join(', ') })];
}
