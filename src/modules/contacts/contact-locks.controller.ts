import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { ContactChanges } from './contact-changes.service.js';
import { ContactLocks } from './contact-locks.service.js';
import { contactsGroup } from './contacts.group.js';
import { ContactRequest, ContactSharesRequest, ContactsResponse } from './contacts.records.js';
import { ContactsService } from './contacts.service.js';

const response = ContactsResponse;

/** Who else may do something with a contact. */
@Resource(contactsGroup)
export class ContactLocksController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly locks: ContactLocks,
    private readonly changes: ContactChanges,
  ) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts/{ContactId}/Lock',
    request: ContactRequest,
    response,
    summary: 'Lock a contact',
    description:
      'The own agent holds it from now on: of the agents it alone logs activities and changes the contact, until it ' +
      'unlocks it or LOCK_HOURS are over. One that another agent holds: 409, but for Administrators.',
    errors: [NotFound, Forbidden, Conflict],
    example: {},
  })
  async lockContact(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.locks.lock(caller, ContactId);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts/{ContactId}/Unlock',
    request: ContactRequest,
    response,
    summary: 'Unlock a contact',
    description: 'By the agent who locked it, or an Administrator; others: 403. One that is not locked stays as it is.',
    errors: [NotFound, Forbidden],
    example: {},
  })
  async unlockContact(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.locks.unlock(caller, ContactId);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: '/v1/Contacts/{ContactId}/Shares',
    request: ContactSharesRequest,
    response,
    summary: 'Share a contact',
    description: 'With these agents and no others; the owner is in scope. One that another agent holds: 409.',
    errors: [NotFound, Forbidden, Conflict],
    example: { AgentIds: [3, 4] },
  })
  async shareContact(
    @Input() { ContactId, AgentIds }: BoundWith<ContactSharesRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.share(caller, ContactId, AgentIds);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }
}
