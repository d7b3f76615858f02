import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { columns, selectOf } from '../../database/schema/columns.js';
import { Conflict, Forbidden, noSuch, refuse } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { ScopeService } from '../agents/scope.service.js';
import { Contact } from './contact.entity.js';
import { contacts, ContactsService, present, unlocked } from './contacts.service.js';

/**
 * Sets and removes an agent's lock on a contact (the fields Locked, LockedByAgentId and LockedTimestamp). Call the
 * methods inside a transaction.
 */
@Injectable()
export class ContactLocksService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly scope: ScopeService,
  ) {}

  /** Throws NotFound, Forbidden if the owner is out of scope, and Conflict if another agent has locked the contact. */
  async lock(caller: Principal, contactId: number): Promise<void> {
    const now = this.clock.now();
    const contact = await this.contacts.claim(caller, contactId, now);
    if (contact.Deleted) throw noSuch('contact', contactId);
    const LockedByAgentId = caller.AgentId || null;
    await this.contacts.write([contact], { Locked: true, LockedByAgentId, LockedTimestamp: now });
  }

  /** Ends the lock. Throws NotFound, and Forbidden if another agent has locked the contact. */
  async unlock(caller: Principal, contactId: number): Promise<void> {
    const contact = await this.contacts.lock(caller, contactId);
    if (!contact) throw noSuch('contact', contactId);
    const now = this.clock.now();
    if (await this.contacts.isLocked(contact, caller, now)) {
      const meta = await this.contacts.lockMeta(contact, now);
      const by = meta.LockedBy;
      throw new Forbidden(
        `Contact ${contactId} is locked by ${by}: only who locked it or an Administrator can unlock it.`,
        'Role',
        { meta },
      );
    }
    await this.contacts.write([contact], unlocked);
  }

  /**
   * Locks the rows of contacts that the caller may change. `place(at)` returns the field name for an error about
   * `ids[at]`. Throws NotFound with one error for each unknown or deleted contact, Conflict with one error for each
   * contact that another agent has locked, and Forbidden with one error for each contact whose owner is out of scope.
   */
  async claimAll(caller: Principal, ids: readonly number[], place: (at: number) => string): Promise<Contact[]> {
    const stored = await this.inScope(caller, ids, place);
    await this.mustBeFree(caller, stored, ids, place);
    return stored;
  }

  /**
   * Locks the rows of contacts whose owners are in scope, also of those that another agent has locked. Throws NotFound
   * and Forbidden as `claimAll` does.
   */
  async inScope(caller: Principal, ids: readonly number[], place: (at: number) => string): Promise<Contact[]> {
    const { stored, unknown } = await this.rows(ids, place);
    if (unknown.length > 0) await this.addMerged(caller, ids, place, unknown);
    refuse([], unknown, 'Some of the contacts do not exist; nothing was written.');
    const owners = new Map(stored.map(({ ContactId, AgentId }) => [ContactId, AgentId ?? 0]));
    const inScope = await this.scope.among(caller, [...owners.values()]);
    const errors = ids.flatMap((id, at) =>
      inScope.has(owners.get(id)!) ? [] : [fieldError('Invalid', place(at), 'must be in your scope')],
    );
    if (errors.length === 0) return stored;
    const message = 'Some contacts belong to agents outside your scope; nothing was written.';
    throw new Forbidden(message, 'Scope', { errors });
  }

  /**
   * Locks the rows of the contacts that are not deleted. Returns them as `stored`, and in `unknown` an error for each
   * unknown or deleted contact. `place` is as in `claimAll`.
   */
  async rows(
    ids: readonly number[],
    place: (at: number) => string,
  ): Promise<{ stored: Contact[]; unknown: FieldError[] }> {
    const stored = await this.db.lock<Contact>(sql`SELECT ${columns(Contact, 'c')} FROM contacts c
      WHERE c.ContactId IN (${join(ids)}) AND ${present} ORDER BY c.ContactId`);
    const known = new Set(stored.map(({ ContactId }) => ContactId));
    const unknown = ids.flatMap((id, at) =>
      known.has(id) ? [] : [fieldError('Unknown', place(at), 'must be a contact')],
    );
    return { stored, unknown };
  }

  /** Names the remaining contact in the errors about contacts that were merged and whose owner is in scope. */
  private async addMerged(
    caller: Principal,
    ids: readonly number[],
    place: (at: number) => string,
    unknown: FieldError[],
  ): Promise<void> {
    const merged = await this.db.all<Contact>(sql`SELECT ${selectOf(contacts.columns, ['ContactId', 'Deleted'])}
      FROM contacts c WHERE c.ContactId IN (${join(ids)}) AND c.Deleted = 1
      AND ${this.scope.within(caller, sql`c.AgentId`)}
      AND EXISTS (SELECT 1 FROM contact_merges m WHERE m.MergedContactId = c.ContactId)`);
    for (const contact of merged) {
      const FieldName = place(ids.indexOf(contact.ContactId));
      const meta = await this.contacts.mergedInto(contact);
      const at = unknown.findIndex((error) => error.FieldName === FieldName);
      const rest = `must be ${meta.MergedInto}, into which the contact was merged`;
      if (at >= 0) unknown[at] = fieldError('Unknown', FieldName, rest, meta);
    }
  }

  /**
   * Throws Conflict if other agents have locked some of the contacts, with one error for each of them, whose Meta says
   * who locked the contact and until when. `place` is as in `claimAll`.
   */
  async mustBeFree(
    caller: Principal,
    stored: readonly Contact[],
    ids: readonly number[],
    place: (at: number) => string,
  ): Promise<void> {
    const now = this.clock.now();
    const byId = new Map(stored.map((contact) => [contact.ContactId, contact]));
    const locked = await this.contacts.lockedAmong(stored, caller, now);
    const errors: FieldError[] = [];
    for (const [at, id] of ids.entries()) {
      const contact = byId.get(id);
      if (!contact || !locked.has(contact)) continue;
      const meta = await this.contacts.lockMeta(contact, now);
      errors.push(fieldError('Invalid', place(at), `must not be locked: ${meta.LockedBy} has locked it`, meta));
    }
    if (errors.length === 0) return;
    const message = 'Other agents have locked some of the contacts; nothing was written.';
    throw new Conflict(message, { errors, meta: errors[0].Meta });
  }
}
