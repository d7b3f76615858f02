import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../../http/endpoint/endpoint.js';
import type { Bound } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { contactsGroup } from '../contacts.group.js';
import { ContactsResponse, ContactTransferRequest, ContactTransfersResponse } from '../contacts.records.js';
import { ContactsService } from '../contacts.service.js';
import { ContactTransfers } from './contact-transfers.service.js';

@Resource(contactsGroup)
export class ContactTransfersController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly transfers: ContactTransfers,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Contacts/Transfers',
    response: ContactTransfersResponse,
    summary: 'List contact transfers',
    description: 'Those from or to an agent in scope, the latest first.',
  })
  async listContactTransfers(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Transfers: await this.transfers.list(caller, options) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts/Transfer',
    request: ContactTransferRequest,
    response: ContactsResponse,
    summary: 'Transfer contacts to an agent',
    description:
      'All or nothing. A contact that the receiver owns already stays as it is when it is in scope or the caller is ' +
      'who transferred it there. The answer has the contacts after the transfer, in the order sent.',
    errors: [NotFound, Forbidden, Conflict],
    example: { agent: { AgentId: 2 }, Contacts: [{ ContactId: 1 }] },
  })
  async transferContacts(
    @Input() request: Bound<ContactTransferRequest>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const ids = await this.transfers.transfer(request, caller);
    return { Contacts: await this.contacts.readAll(caller, ids, options) };
  }
}
