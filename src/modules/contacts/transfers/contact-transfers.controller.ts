import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { Bound } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { ContactsResponse, ContactTransferRequest, ContactTransfersResponse } from '../contacts.records.js';
import { ContactsService } from '../contacts.service.js';
import { ContactTransfersService } from './contact-transfers.service.js';

@Resource(groups.contacts)
export class ContactTransfersController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly transfers: ContactTransfersService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Contacts/Transfers',
    response: ContactTransfersResponse,
    summary: 'List contact transfers',
    description: 'Lists the transfers from or to an agent in scope, newest first.',
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
      'Transfers all contacts or none, and ends their locks. 409 for a contact that another agent has locked. A ' +
      'contact that the receiver already owns does not change: it must be in scope, or transferred by you in the ' +
      'last 24 hours. Returns the contacts after the transfer, in the order sent.',
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
