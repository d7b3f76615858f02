import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { contributed } from '../../../context/contributed.js';
import { Db } from '../../../database/db.js';
import { refuse } from '../../../errors/errors.js';
import { duplicates, type Bound } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import { emptyList, fieldError } from '../../../record/field-error.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { shift, unsetDateTime } from '../../../record/values/datetime.js';
import { TransferRulesService, receiverErrors } from '../../agents/transfer-rules.service.js';
import { ContactTransfer } from './contact-transfer.entity.js';
import { ContactShare } from '../contact-share.entity.js';
import type { ContactTransferRequest } from '../contacts.records.js';
import { ContactFollower, type Owned } from '../contact-follower.js';
import { ContactLocksService } from '../contact-locks.service.js';
import { ContactsService, unlocked, type Lock } from '../contacts.service.js';

type LockedContact = Owned & Lock;

/** For this many milliseconds (24 hours), a caller may repeat a transfer of contacts that are out of scope now. */
const retriedWithin = 86_400_000;

const placeOf = (at: number): string => `Contacts[${at}].ContactId`;

@Injectable()
export class ContactTransfersService {
  constructor(
    private readonly db: Db,
    private readonly discovery: DiscoveryService,
    private readonly clock: BusinessClock,
    private readonly handovers: TransferRulesService,
    private readonly contacts: ContactsService,
    private readonly locks: ContactLocksService,
  ) {}

  /** Lists the transfers from or to an agent in scope, newest first. */
  list(caller: Principal, options: ListOptions): Promise<ListResult<ContactTransfer>> {
    return this.handovers.transfers(ContactTransfer, caller, options, {
      columns: {
        ContactName: this.contacts.nameFor(caller),
      },
      joins: { c: sql`LEFT JOIN contacts c ON c.ContactId = t.ContactId` },
    });
  }

  /**
   * Transfers the contacts to the receiver and ends their locks. The receiver's own contacts remain unchanged. Returns
   * the ContactIds in the order sent. Throws Invalid; NotFound for each unknown contact and for the receiver; Forbidden
   * for contacts out of scope, unless the caller transferred them to this receiver before; Conflict for an inactive
   * receiver, and for each contact that another agent has locked.
   */
  async transfer({ agent, Contacts }: Bound<ContactTransferRequest>, caller: Principal): Promise<number[]> {
    const sent = Contacts ?? [];
    const errors = [
      ...receiverErrors(agent),
      ...(sent.length === 0 ? [emptyList('Contacts')] : []),
      ...sent.flatMap(({ ContactId }, at) => (ContactId ? [] : [fieldError('NotNull', placeOf(at), 'is required')])),
      ...duplicates(sent, ['ContactId'], 'Contacts'),
    ];
    refuse(errors);
    const ids = sent.map(({ ContactId }) => ContactId!);
    const { stored, unknown } = await this.locks.rows(ids, placeOf);
    const message = 'The receiver or some of the contacts do not exist; no contact was transferred.';
    const receiver = await this.handovers.receiver(agent!.AgentId!, unknown, message);
    // A transfer can be repeated only within `retriedWithin`, because the response shows the contacts, which a former
    // owner must not read for ever.
    const since = shift(this.clock.now(), -retriedWithin) ?? unsetDateTime;
    await this.handovers.requireScope(caller, receiver, stored, ContactTransfer, ['ContactId'], since);
    const moved = stored.filter(({ AgentId }) => AgentId !== receiver.AgentId);
    await this.locks.mustBeFree(caller, moved, ids, placeOf);
    await this.move(caller, moved, receiver.AgentId);
    return ids;
  }

  /**
   * Transfers at most `most` contacts of the agent `from` to the agent `to`, and ends their locks. Returns the number
   * of transferred contacts; a number less than `most` means that `from` has no contact left.
   */
  async handOver(caller: Principal, from: number, to: number, most: number): Promise<number> {
    const contacts = await this.db.lock<LockedContact>(sql`SELECT c.ContactId AS ContactId, c.AgentId AS AgentId,
        c.Locked AS Locked, c.LockedByAgentId AS LockedByAgentId, c.LockedTimestamp AS LockedTimestamp
      FROM contacts c WHERE c.AgentId = ${from} ORDER BY c.ContactId LIMIT ${most}`);
    await this.move(caller, contacts, to);
    return contacts.length;
  }

  private async move(caller: Principal, contacts: readonly LockedContact[], AgentId: number): Promise<void> {
    await this.add(caller, contacts, AgentId);
    const [locked, free] = [contacts.filter(({ Locked }) => Locked), contacts.filter(({ Locked }) => !Locked)];
    await this.contacts.write(free, { AgentId });
    // End the lock: the receiver could not change the contact, and the agent who locked it could no longer unlock it.
    await this.contacts.write(locked, { AgentId, ...unlocked });
  }

  /**
   * Stores a transfer row for each contact that its owner gives to another agent, and calls the followers of contacts.
   * Ends the shares of the contacts with the new owner: such a share would let the agent see the contact after its next
   * transfer.
   */
  async add({ UserId }: { UserId: Guid | null }, contacts: readonly Owned[], to: number): Promise<void> {
    const TransferredAt = this.clock.now();
    await this.db.insertAll(
      ContactTransfer,
      contacts.map(({ ContactId, AgentId }) => ({
        ContactId,
        FromAgentId: AgentId ?? 0,
        ToAgentId: to,
        TransferredAt,
        TransferredBy: UserId,
      })),
    );
    if (contacts.length === 0) return;
    const ids = contacts.map(({ ContactId }) => ContactId);
    const shares = await this.db.lock<ContactShare>(sql`SELECT s.ContactId AS ContactId, s.AgentId AS AgentId
      FROM contact_shares s WHERE s.AgentId = ${to} AND s.ContactId IN (${join(ids)}) ORDER BY s.ContactId`);
    await this.db.removeAll(ContactShare, shares);
    for (const follower of contributed(this.discovery, ContactFollower)) await follower.transferred(contacts, to);
  }
}
