import type { BoundWith } from '../../record/bind.js';
import { Endpoint, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { NotFound } from '../../errors/errors.js';
import { PolicyDocumentDefaultsRequest, PolicyDocumentDefaultsResponse } from './policydocs.records.js';
import { PolicyDocsService } from './policydocs.service.js';

@Resource({
  name: 'PolicyDocument',
  title: 'Policy document defaults',
  order: 15,
  access: roles(Role.Agent, Role.Administrator),
})
export class PolicyDocsController {
  constructor(private readonly policyDocs: PolicyDocsService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/PolicyDocumentDefaults/{RecordType}',
    request: PolicyDocumentDefaultsRequest,
    response: PolicyDocumentDefaultsResponse,
    etag: true,
    summary: 'List the policy documents of a record type',
    description: 'The defaults first, then by Name. The type counts in any letter case.',
    errors: [NotFound],
  })
  async listPolicyDocumentDefaults(@Input() { RecordType }: BoundWith<PolicyDocumentDefaultsRequest, 'RecordType'>) {
    return { PolicyDocuments: await this.policyDocs.defaults(RecordType) };
  }
}
