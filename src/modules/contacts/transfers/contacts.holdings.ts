import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db, type LookUp } from '../../../database/db.js';
import { Holding, Relations, type HandOver, type Outcome, type Party } from '../../agents/hand-over/holding.js';
import { ContactShare } from '../contact-share.entity.js';
import type { Contact } from '../contact.entity.js';
import { ContactsService, unlocked, type Lock } from '../contacts.service.js';
import { ContactTransfersService } from './contact-transfers.service.js';

/** The contacts of a leaving agent, also deleted ones, so that their owner is active if they are restored. */
@Injectable()
export class OwnedContacts extends Holding {
  readonly kind = 'Contacts';

  constructor(
    db: Db,
    private readonly transfers: ContactTransfersService,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`contacts c WHERE c.AgentId = ${AgentId}`;
  }

  settle({ from, to, caller }: HandOver, most: number): Promise<number> {
    return this.transfers.handOver(caller, from.AgentId, to.AgentId, most);
  }
}

/** A leaving agent's locks on other agents' contacts. Locks on its own contacts end with their transfer. */
@Injectable()
export class HeldLocks extends Holding {
  readonly kind = 'ContactLocks';
  override readonly outcome: Outcome = 'Closed';

  constructor(
    db: Db,
    private readonly contacts: ContactsService,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`contacts c WHERE c.LockedByAgentId = ${AgentId} AND (c.AgentId IS NULL OR c.AgentId <> ${AgentId})`;
  }

  async settle({ from }: HandOver, most: number): Promise<number> {
    const locked = await this.db.lock<Lock & Pick<Contact, 'ContactId'>>(sql`SELECT c.ContactId AS ContactId,
        c.Locked AS Locked, c.LockedByAgentId AS LockedByAgentId, c.LockedTimestamp AS LockedTimestamp
      FROM ${this.of(from)} ORDER BY c.ContactId LIMIT ${most}`);
    await this.contacts.write(locked, unlocked);
    return locked.length;
  }
}

/** The shares that let a leaving agent see other agents' contacts. The receiver gets them. */
@Injectable()
export class SharedContacts extends Relations<ContactShare> {
  readonly kind = 'ContactShares';
  protected readonly entity = ContactShare;
  protected readonly other = 'ContactId';

  protected override ownedBy({ AgentId }: Party, keys: readonly (number | string)[]): LookUp {
    return {
      key: sql`c.ContactId`,
      from: sql`contacts c WHERE c.AgentId = ${AgentId} AND c.ContactId IN (${join(keys)})`,
    };
  }
}
