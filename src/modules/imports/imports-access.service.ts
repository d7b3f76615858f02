import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { OwnPasswordService } from '../../auth/passwords/own-password.service.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Conflict, Forbidden, NotFound, ServiceError } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Field } from '../../record/metadata.js';
import type { WatchedRow } from '../../sets/import-options.js';
import { exportedFields, isImported, type ImportedSet } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { ActivitiesService } from '../activity/activities.service.js';
import { ScopeService } from '../agents/scope.service.js';
import { changeableFields } from '../contacts/contact-changes.service.js';
import { ContactsService, presentAs, type Lock } from '../contacts/contacts.service.js';
import type { ImportSet } from './imports.records.js';
import { nameTitles } from './reading/columns.js';

/** The fields of the sets that agents import. The service or an Administrator writes the others. */
const ofAgents: ReadonlyMap<string, readonly string[]> = new Map([
  ['contacts', ['ContactId', 'AgentId', 'SSN', ...changeableFields]],
  ['activities', ['ActivityId', 'ContactId', 'EventTypeId', 'StartDate', 'EndDate', 'Outcome', 'Note']],
]);

type StoredContact = Lock & { AgentId: number | null; Deleted: boolean | null };

/** Decides which sets, fields and records a caller may import. */
@Injectable()
export class ImportsAccessService {
  constructor(
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
        return { Into: set.name, Fields: [...new Set([...fields.map(({ name }) => name), ...names])] };
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

  /** The errors of rows that the caller may not write. New records of an agent become the agent's own. */
  async errors(caller: Principal, { name }: ImportedSet, rows: readonly WatchedRow[]): Promise<FieldError[][]> {
    if (caller.isAdministrator) return rows.map(() => []);
    return name === 'contacts' ? this.ofContacts(caller, rows) : this.ofActivities(caller, rows);
  }

  private async ofContacts(caller: Principal, rows: readonly WatchedRow[]): Promise<FieldError[][]> {
    const now = this.clock.now();
    const owners = rows.flatMap(({ row, before }) => [before?.AgentId, row.AgentId]);
    const inScope = await this.scope.among(
      caller,
      [...new Set(owners)].filter((id) => typeof id === 'number'),
    );
    return rows.map(({ row, before }) => {
      if (!before) {
        if (row.ContactId) return [fieldError('Unknown', 'ContactId', 'is no contact: leave it empty in a new record')];
        row.AgentId = row.AgentId || caller.AgentId;
      } else {
        const contact = before as StoredContact;
        if (contact.Deleted || !inScope.has(contact.AgentId ?? 0))
          return [fieldError('Unknown', 'ContactId', 'must be a contact in your scope')];
        if (this.contacts.isLocked(contact, caller, now))
          return [fieldError('Invalid', 'ContactId', 'is locked by another agent')];
      }
      const owner = row.AgentId as number | undefined;
      if (!owner || inScope.has(owner) || owner === caller.AgentId) return [];
      return [fieldError('Unknown', 'AgentId', 'must be an agent in your scope')];
    });
  }

  private async ofActivities(caller: Principal, rows: readonly WatchedRow[]): Promise<FieldError[][]> {
    const visible = new Map<number, FieldError[]>();
    const checked: FieldError[][] = [];
    for (const { row, before } of rows) {
      const contactId = Number(row.ContactId ?? before?.ContactId);
      if (!visible.has(contactId))
        visible.set(contactId, await errorsOf('ContactId', () => this.contacts.require(caller, contactId)));
      const errors = [...visible.get(contactId)!];
      if (before) {
        const id = before.ActivityId as number;
        errors.push(...(await errorsOf('ActivityId', () => this.activities.locked(caller, id))));
      } else if (row.ActivityId)
        errors.push(fieldError('Unknown', 'ActivityId', 'is no activity: leave it empty in a new record'));
      else row.AgentId = caller.AgentId;
      checked.push(errors);
    }
    return checked;
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
