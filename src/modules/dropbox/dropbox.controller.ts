import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { NotFound } from '../../errors/errors.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { DropboxRequest, DropboxResponse } from './dropbox.records.js';
import { DropboxService } from './dropbox.service.js';

const shared = {
  verb: 'GET',
  delegable: true,
  request: DropboxRequest,
  response: DropboxResponse,
  description:
    'If the owner is in scope, lists all its documents; otherwise those that are shared with your agent, and 403 if ' +
    'there are none. Sorted by DocumentGroup (documents without a group last), then newest DateAdded first.',
  errors: [NotFound],
} as const;

@Resource({
  name: 'Dropbox',
  title: 'Documents',
  order: 10,
  access: roles(Role.Agent, Role.Administrator),
})
export class DropboxController {
  constructor(private readonly dropbox: DropboxService) {}

  @Endpoint({
    ...shared,
    path: '/v1/Dropbox/DocumentGroups/{ContactId}',
    summary: "List a contact's documents",
  })
  async listContactDocuments(
    @Input() { ContactId }: BoundWith<DropboxRequest, 'ContactId'>,
    @ListQuery() options: ListOptions,
    @Caller() caller: Principal,
  ) {
    return { Dropbox: await this.dropbox.list({ TableName: 'Contact', RecordId: ContactId }, caller, options) };
  }

  @Endpoint({
    ...shared,
    path: '/v1/Dropbox/DocumentGroups/Agent/{AgentId}',
    summary: "List an agent's documents",
  })
  async listAgentDocuments(
    @Input() { AgentId }: BoundWith<DropboxRequest, 'AgentId'>,
    @ListQuery() options: ListOptions,
    @Caller() caller: Principal,
  ) {
    return { Dropbox: await this.dropbox.list({ TableName: 'Agent', RecordId: AgentId }, caller, options) };
  }
}
