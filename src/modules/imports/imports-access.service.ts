import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { OwnPasswordService } from '../../auth/passwords/own-password.service.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { columnsOf, selectOf } from '../../database/schema/columns.js';
import { Conflict, Forbidden, NotFound, ServiceError } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Field } from '../../record/metadata.js';
import { readingOf } from '../../record/reading.js';
import type { SentRow } from '../../sets/import-options.js';
import { exportedFields, isImported, type ImportedSet } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { ActivitiesService } from '../activity/activities.service.js';
import { ScopeService } from '../agents/scope.service.js';
import { changeableFields } from '../contacts/contact-changes.service.js';
import { Contact } from '../contacts/contact.entity.js';
import { ContactsService, presentAs, type Lock } from '../contacts/contacts.service.js';
import type { ImportChoice, ImportSet } from './imports.records.js';
import { nameTitles } from './reading/columns.js';

/** The fields of the sets that agents import. The service or an Administrator writes the others. */
const ofAgents: ReadonlyMap<string, readonly string[]> = new Map([
  ['contacts', ['ContactId', 'AgentId', 'SSN', ...changeableFields]],
  ['activities', ['ActivityId', 'ContactId', 'EventTypeId', 'StartDate', 'EndDate', 'Outcome', 'Note']],
]);

/** A contact that a row names. */
type NamedContact = Lock & {
  ContactId: number;
  AgentId: number | null;
  Deleted: boolean | null;
  IsErased: number;
};

const { ContactId, AgentId, Deleted, Locked, LockedByAgentId, LockedTimestamp } = columnsOf(Contact, 'c');
const namedColumns = {
  ...{ ContactId, AgentId, Deleted, Locked, LockedByAgentId, LockedTimestamp },
  IsErased: sql`CASE WHEN c.ContactGUID IN (SELECT e.ContactGUID FROM contact_erasures e) THEN 1 ELSE 0 END`,
};

/** Decides which sets, fields and records a caller may import. */
@Injectable()
export class ImportsAccessService {
  constructor(
    private readonly db: Db,
    private readonly sets: RecordSetsService,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly activities: ActivitiesService,
    private readonly clock: BusinessClock,
    private readonly passwords: OwnPasswordService,
  ) {}

  /** The sets that the caller may import, by name. */
  of(caller: Principal): ImportSet[] {
    const sets = [...this.sets.all()].filter(isImported).filter(({ name }) => isOpen(caller, name));
    return sets
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((set) => {
        const allows = this.allows(caller, set);
        const fields = exportedFields(set, true).filter(({ name }) => allows(name));
        const names = fields.flatMap((field) => nameTitles(field).slice(-1));
        const all = [...new Set([...fields.map(({ name }) => name), ...names])];
        return { Into: set.name, Fields: all, Choices: choicesOf(set, fields, all) };
      });
  }

  /** Throws NotFound, Conflict for an export-only set, and Forbidden for a set beyond the role of the caller. */
  setOf(caller: Principal, name: string): ImportedSet {
    const set = this.sets.named(name);
    if (!set) throw new NotFound(`There is no record set ${name.slice(0, 100)}; GET /v1/Sets lists them.`);
    if (!isOpen(caller, name)) throw new Forbidden(`Agents import ${[...ofAgents.keys()].join(' and ')}.`, 'Role');
    if (!isImported(set)) throw new Conflict(`The set ${name} can only be exported.`);
    return set;
  }

  /** Throws Forbidden for a set of credentials, unless the session verified the password lately. */
  mustProve(caller: Principal, set: ImportedSet): void {
    if (set.sensitive !== undefined && !this.passwords.isProved(caller))
      throw new Forbidden(`An import of ${set.name} ${set.sensitive}: sign in again, and run it within 5 minutes.`);
  }

  /** Whether the caller may import a field of the set. */
  allows(caller: Principal, { name }: ImportedSet): (field: string) => boolean {
    return caller.isAdministrator ? () => true : (field) => ofAgents.get(name)!.includes(field);
  }

  /**
   * The condition that the names of a file may stand for a record `t`, to which a field of the set refers: the caller
   * sees the record, and it is not deleted. An owner is in scope; any active agent may be named elsewhere.
   */
  nameable(caller: Principal, { name: set }: ImportedSet, { name, options: { references } }: Field): Sql {
    if (references === 'Contact.ContactId') return sql`${presentAs('t')} AND ${this.contacts.within(caller, 't')}`;
    if (references !== 'Agent.AgentId') return sql`1 = 1`;
    const inScope = this.scope.within(caller, sql`t.AgentId`);
    return set === 'contacts' && name === 'AgentId' ? inScope : sql`(t.AgentStatus = 'Active' OR ${inScope})`;
  }

  /**
   * The errors of rows that the caller may not write. New records of an agent become the agent's own. A record out of
   * scope has the error of one that does not exist.
   */
  async errors(caller: Principal, { name }: ImportedSet, rows: readonly SentRow[]): Promise<FieldError[][]> {
    if (name === 'contacts') return this.ofContacts(caller, rows);
    if (caller.isAdministrator) return rows.map(() => []);
    return this.ofActivities(caller, rows);
  }

  private async ofContacts(caller: Principal, rows: readonly SentRow[]): Promise<FieldError[][]> {
    if (caller.isAdministrator) return this.withoutOwner(rows);
    const named = await this.named(rows.map(({ row }) => row.ContactId));
    const owners = [...rows.map(({ row }) => row.AgentId), ...[...named.values()].map(({ AgentId }) => AgentId)];
    const ids = [caller.AgentId, ...owners].filter((id) => typeof id === 'number');
    const inScope = await this.scope.among(caller, [...new Set(ids)]);
    const locked = await this.contacts.lockedAmong([...named.values()], caller, this.clock.now());
    return rows.map(({ row }) => {
      if (row.ContactId) {
        const contact = named.get(row.ContactId as number);
        if (!contact || !inScope.has(contact.AgentId ?? 0))
          return [fieldError('Unknown', 'ContactId', 'must be a contact in your scope, or empty in a new record')];
        if (contact.IsErased) return [];
        if (contact.Deleted) return [deletedContact];
        if (locked.has(contact)) return [fieldError('Invalid', 'ContactId', 'is locked by another agent')];
      } else row.AgentId ||= caller.AgentId;
      const owner = row.AgentId as number | null | undefined;
      if (owner === undefined || inScope.has(owner ?? 0)) return [];
      return [fieldError('Unknown', 'AgentId', 'must be an agent in your scope')];
    });
  }

  /** The contact into which each merged contact among the rows was merged, by its line. */
  async mergedInto({ name }: ImportedSet, rows: readonly SentRow[]): Promise<ReadonlyMap<number, number>> {
    const merged = new Map<number, number>();
    for (const { line, row } of rows) {
      if (name !== 'contacts' || !row.Deleted) continue;
      const remaining = await this.contacts.remainingOf(row.ContactId as number);
      if (remaining !== row.ContactId) merged.set(line, remaining);
    }
    return merged;
  }

  /** The errors of rows that take away the owner of a contact. */
  private async withoutOwner(rows: readonly SentRow[]): Promise<FieldError[][]> {
    const emptied = rows.filter(({ row }) => row.AgentId === null || row.AgentId === 0);
    const named = await this.named(emptied.map(({ row }) => row.ContactId));
    return rows.map(({ row }) => {
      const isEmptied = row.AgentId === null || row.AgentId === 0;
      const owner = isEmptied ? named.get(row.ContactId as number)?.AgentId : undefined;
      return owner ? [fieldError('NotEmpty', 'AgentId', 'must be an agent: a contact keeps an owner')] : [];
    });
  }

  private async ofActivities(caller: Principal, rows: readonly SentRow[]): Promise<FieldError[][]> {
    const contactOf = await this.contactsOf(rows.map(({ row }) => row.ActivityId));
    const named = await this.named([...rows.map(({ row }) => row.ContactId), ...contactOf.values()]);
    const visible = await this.visible(caller, [...named.values()]);
    const sees = (id: number): boolean => visible.has(named.get(id)?.ContactId ?? 0);
    const checked: FieldError[][] = [];
    for (const { row } of rows) {
      const [activityId, contactId] = [row.ActivityId as number | undefined, row.ContactId as number | undefined];
      const of = activityId ? (contactOf.get(activityId) ?? 0) : contactId;
      const contact = contactId === undefined ? undefined : named.get(contactId);
      if (activityId && !sees(of!))
        checked.push([fieldError('Unknown', 'ActivityId', 'must be an activity of a contact that you see')]);
      else if (contactId !== undefined && !sees(contactId))
        checked.push([fieldError('Unknown', 'ContactId', 'must be a contact in your scope or shared with you')]);
      else if (contact?.IsErased || (of && named.get(of)?.IsErased)) checked.push([]);
      else if (contact?.Deleted) checked.push([deletedContact]);
      else if (activityId) checked.push(await errorsOf('ActivityId', () => this.activities.locked(caller, activityId)));
      else {
        row.AgentId = caller.AgentId;
        checked.push([]);
      }
    }
    return checked;
  }

  /** The contacts with these ids by the id: of a merged contact, the one that remains. */
  private async named(ids: readonly unknown[]): Promise<ReadonlyMap<number, NamedContact>> {
    const named = new Map<number, NamedContact>();
    const read = async (wanted: readonly number[]): Promise<NamedContact[]> =>
      wanted.length === 0
        ? []
        : this.db.all<NamedContact>(sql`SELECT ${selectOf(namedColumns)} FROM contacts c
            WHERE c.ContactId IN (${join(wanted)})`);
    const wanted = [...new Set(ids)].filter((id) => typeof id === 'number');
    for (const contact of await read(wanted)) named.set(contact.ContactId, contact);
    for (const { ContactId, Deleted } of [...named.values()]) {
      const remaining = Deleted ? await this.contacts.remainingOf(ContactId) : ContactId;
      if (remaining !== ContactId) named.set(ContactId, (await read([remaining]))[0]);
    }
    return named;
  }

  /** Those of the contacts that the caller sees. */
  private async visible(caller: Principal, contacts: readonly NamedContact[]): Promise<ReadonlySet<number>> {
    const ids = contacts.map(({ ContactId }) => ContactId);
    if (ids.length === 0) return new Set();
    const found = await this.db.all<{ ContactId: number }>(sql`SELECT c.ContactId AS ContactId FROM contacts c
      WHERE c.ContactId IN (${join(ids)}) AND ${this.contacts.within(caller, 'c')}`);
    return new Set(found.map(({ ContactId }) => ContactId));
  }

  /** The ContactIds of stored activities by ActivityId. */
  private async contactsOf(ids: readonly unknown[]): Promise<ReadonlyMap<number, number>> {
    const wanted = ids.filter((id) => typeof id === 'number');
    if (wanted.length === 0) return new Map();
    const found = await this.db.all<{ ActivityId: number; ContactId: number }>(sql`SELECT a.ActivityId AS ActivityId,
      a.ContactId AS ContactId FROM activities a WHERE a.ActivityId IN (${join(wanted)})`);
    return new Map(found.map(({ ActivityId, ContactId }) => [ActivityId, ContactId]));
  }
}

const deletedContact = fieldError('Invalid', 'ContactId', 'is a deleted contact: restore it first');

/** The choices `names` of a set in reading order. A name that stands for an id is where the record has such a name. */
function choicesOf({ record }: ImportedSet, fields: readonly Field[], names: readonly string[]): ImportChoice[] {
  const groups = Object.entries(readingOf(record)?.groups ?? {});
  const order = groups.flatMap(([, grouped]) => grouped);
  const placeOf = (name: string): string | undefined => {
    const named = fields.find((field) => nameTitles(field).includes(name));
    return [name, ...(named ? [...nameTitles(named), named.name] : [])].find((each) => order.includes(each));
  };
  return names
    .map((name) => ({ name, place: placeOf(name) }))
    .sort((a, b) => rank(a.place) - rank(b.place))
    .map(({ name, place }) => ({
      Field: name,
      Title: fields.find((field) => field.name === name)?.options.title ?? '',
      Group: groups.find(([, grouped]) => place && grouped.includes(place))?.[0] ?? '',
    }));

  function rank(place: string | undefined): number {
    return place === undefined ? order.length : order.indexOf(place);
  }
}

function isOpen({ isAdministrator }: Principal, set: string): boolean {
  return isAdministrator || ofAgents.has(set);
}

/** The error that `work` throws as an error of a field; an empty list if it throws none. */
async function errorsOf(FieldName: string, work: () => Promise<unknown>): Promise<FieldError[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return [{ ErrorCode: 'Invalid', FieldName, Message: error.message }];
  }
}
