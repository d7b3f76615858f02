import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { ContactChangesService } from './contact-changes.service.js';
import { ContactLocksService } from './contact-locks.service.js';
import { ContactRequest, ContactSharesRequest, ContactsResponse } from './contacts.records.js';
import { ContactsService } from './contacts.service.js';

const response = ContactsResponse;

@Resource(groups.contacts)
export class ContactLocksController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly locks: ContactLocksService,
    private readonly changes: ContactChangesService,
  ) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts/{ContactId}/Lock',
    request: ContactRequest,
    response,
    summary: 'Lock a contact',
    description:
      'Keeps other agents from logging activities with the contact and from changing it, until your agent unlocks it ' +
      'or LOCK_HOURS have passed. The owner must be in scope; a share is not enough. 409 for a contact that another ' +
      'agent has locked.',
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
    description:
      'Only the agent who locked the contact and Administrators can unlock it. Other callers get 403. If the contact ' +
      'is not locked, the call changes nothing.',
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
    description:
      'Replaces the agents that the contact is shared with. The owner must be in scope. 409 for a contact that ' +
      'another agent has locked.',
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

  @Endpoint({
    verb: 'POST',
    path: '/v1/Contacts/{ContactId}/Restore',
    access: roles(Role.Administrator),
    request: ContactRequest,
    response,
    summary: 'Restore a deleted contact',
    description: 'If the contact is not deleted, the call changes nothing.',
    errors: [NotFound],
    example: {},
  })
  async restoreContact(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.restore(caller, ContactId);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }
}
