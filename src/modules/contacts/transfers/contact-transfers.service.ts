import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { columnsOf } from '../../../database/schema/columns.js';
import { NotFound, refuse } from '../../../errors/errors.js';
import { duplicates, type Bound } from '../../../record/bind.js';
import { emptyList, fieldError } from '../../../record/field-error.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { HandoversService, mustBeActive, receiverErrors } from '../../agents/handovers.service.js';
import { ScopeService } from '../../agents/scope.service.js';
import { ContactTransfer } from './contact-transfer.entity.js';
import { Contact } from '../contact.entity.js';
import type { ContactTransferRequest } from '../contacts.records.js';
import { present } from '../contacts.service.js';
import { ContactIndex } from '../search/contact-index.service.js';

type Owned = Pick<Contact, 'ContactId' | 'AgentId'>;

/** Hands contacts over from agents to another one, and tells what was handed over. */
@Injectable()
export class ContactTransfers {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly handovers: HandoversService,
    private readonly index: ContactIndex,
  ) {}

  /** What was handed over from or to an agent in scope, the latest first. */
  async list(caller: Principal, options: ListOptions): Promise<ListResult<ContactTransfer>> {
    const ends = [sql`t.FromAgentId`, sql`t.ToAgentId`];
    return this.db.list(
      ContactTransfer,
      {
        columns: columnsOf(ContactTransfer, 't'),
        from: sql`contact_transfers t`,
        anyOf: await this.scope.eachOf(caller, ends),
        order: [{ descending: sql`t.TransferId` }],
        key: [sql`t.TransferId`],
      },
      options,
    );
  }

  /**
   * Makes the contacts the receiver's; one that is so already stays as it is. The ContactIds in the order sent. Throws
   * Invalid; NotFound with one error for each unknown contact and for the receiver; Forbidden for contacts out of
   * scope, unless the caller is who transferred them to the receiver; Conflict for a receiver who is not active.
   */
  async transfer({ agent, Contacts }: Bound<ContactTransferRequest>, caller: Principal): Promise<number[]> {
    const sent = Contacts ?? [];
    const errors = [
      ...receiverErrors(agent),
      ...(sent.length === 0 ? [emptyList('Contacts')] : []),
      ...sent.flatMap(({ ContactId }, at) =>
        ContactId ? [] : [fieldError('NotNull', `Contacts[${at}].ContactId`, 'is required')],
      ),
      ...duplicates(sent, ['ContactId'], 'Contacts'),
    ];
    refuse(errors);
    const ids = sent.map(({ ContactId }) => ContactId!);
    const { receiver, errors: noReceiver } = await this.handovers.receiver(agent!.AgentId!);
    const stored = await this.db.lock<Owned>(sql`SELECT c.ContactId AS ContactId, c.AgentId AS AgentId FROM contacts c
      WHERE c.ContactId IN (${join(ids)}) AND ${present} ORDER BY c.ContactId`);
    const known = new Set(stored.map(({ ContactId }) => ContactId));
    const unknown = ids.flatMap((id, at) =>
      known.has(id) ? [] : [fieldError('Unknown', `Contacts[${at}].ContactId`, 'must be a contact')],
    );
    if (!receiver || unknown.length > 0)
      throw new NotFound('The receiver or some of the contacts do not exist; none was transferred.', {
        errors: [...noReceiver, ...unknown],
      });
    mustBeActive(receiver);
    await this.handovers.requireScope(caller, receiver, stored, (theirs) => this.handedOver(theirs, caller));
    const leaving = stored.filter(({ AgentId }) => AgentId !== receiver.AgentId);
    await this.add(caller, leaving, receiver.AgentId);
    await this.db.updateAll(Contact, leaving, { AgentId: receiver.AgentId });
    await this.index.update(leaving.map(({ ContactId }) => ContactId));
    return ids;
  }

  /** Keeps that contacts go from their owners to another. */
  async add({ UserId }: Principal, contacts: readonly Owned[], to: number): Promise<void> {
    const TransferredAt = this.clock.now();
    await this.db.insertAll(
      ContactTransfer,
      contacts.map(({ ContactId, AgentId }) => ({
        ...{ ContactId, FromAgentId: AgentId ?? 0, ToAgentId: to, TransferredAt, TransferredBy: UserId },
      })),
    );
  }

  /** Whether the caller made the last transfer of each contact: then it is they who gave it to its owner. */
  private async handedOver(contacts: readonly Owned[], { UserId }: Principal): Promise<boolean> {
    const ids = join(contacts.map(({ ContactId }) => ContactId));
    const own = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM contact_transfers t
      JOIN contacts c ON c.ContactId = t.ContactId AND c.AgentId = t.ToAgentId
      WHERE t.TransferredBy = ${UserId} AND t.TransferId IN
        (SELECT MAX(m.TransferId) FROM contact_transfers m WHERE m.ContactId IN (${ids}) GROUP BY m.ContactId)`);
    return own?.Total === contacts.length;
  }
}
