import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, Forbidden } from '../../errors/errors.js';
import { Contact } from './contact.entity.js';
import { ContactsService, unknown, type ContactState } from './contacts.service.js';

/** Holding a contact for oneself. All of it inside a transaction. */
@Injectable()
export class ContactLocks {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * The caller's agent holds the contact from now on. Throws NotFound, Forbidden, and Conflict where another holds it.
   */
  async lock(caller: Principal, contactId: number): Promise<void> {
    const now = this.clock.now();
    const contact = await this.visible(caller, contactId);
    if (this.contacts.isLocked(contact, caller, now))
      throw new Conflict(`Contact ${contactId} is locked by another agent.`);
    const LockedByAgentId = caller.AgentId || null;
    await this.db.update(Contact, { ContactId: contactId }, { Locked: true, LockedByAgentId, LockedTimestamp: now });
  }

  /** Nobody holds the contact any more. Throws NotFound, and Forbidden where another holds it. */
  async unlock(caller: Principal, contactId: number): Promise<void> {
    const contact = await this.visible(caller, contactId);
    if (this.contacts.isLocked(contact, caller, this.clock.now()))
      throw new Forbidden(`Contact ${contactId} is locked by another agent, who can unlock it.`);
    await this.db.update(
      Contact,
      { ContactId: contactId },
      { Locked: false, LockedByAgentId: null, LockedTimestamp: null },
    );
  }

  private async visible(caller: Principal, contactId: number): Promise<ContactState> {
    const contact = await this.contacts.lock(caller, contactId);
    if (!contact) throw unknown(contactId);
    return contact;
  }
}
