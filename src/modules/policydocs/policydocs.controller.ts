import type { BoundWith, Bound } from '../../record/bind.js';
import { Endpoint, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { NotFound } from '../../errors/errors.js';
import { HistoryOf } from '../history/history.controller.js';
import {
  PolicyDocumentDefaultsRequest,
  PolicyDocumentDefaultsResponse,
  CataloguedPolicyDocument,
  PolicyDocumentsResponse,
} from './policydocs.records.js';
import { PolicyDocsService } from './policydocs.service.js';
import { groups } from '../../http/endpoint/groups.js';
import { PolicyDocument } from './policy-document.entity.js';

const records = { group: groups.catalogue, request: CataloguedPolicyDocument, response: PolicyDocumentsResponse };
const path = '/v1/PolicyDocuments';
const byId = '/v1/PolicyDocuments/{Id}';
type Named = BoundWith<CataloguedPolicyDocument, 'Id'>;

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
    description: 'Lists the defaults first, then by Name. The letter case of the type does not matter.',
    errors: [NotFound],
  })
  async listPolicyDocumentDefaults(@Input() { RecordType }: BoundWith<PolicyDocumentDefaultsRequest, 'RecordType'>) {
    return { PolicyDocuments: await this.policyDocs.defaults(RecordType) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path,
    summary: 'List policy documents',
    description: 'Lists the policy documents by Name, each with its record types.',
  })
  async listPolicyDocuments() {
    return { PolicyDocuments: await this.policyDocs.list() };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path: byId,
    summary: 'Read a policy document',
    errors: [NotFound],
    etag: PolicyDocument,
  })
  async readPolicyDocument(@Input() { Id }: Named) {
    return { PolicyDocuments: [await this.policyDocs.read(Id)] };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    path,
    summary: 'Add a policy document',
    description: 'Id must be 0 or absent. RecordType is a configured record type, or `*` for every type.',
    example: { Name: 'Rollover form', Type: 'Form', Defaults: [{ RecordType: 'Contact', IsDefault: true }] },
  })
  async addPolicyDocument(@Input() sent: Bound<CataloguedPolicyDocument>) {
    return { PolicyDocuments: [await this.policyDocs.add(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: byId,
    summary: 'Change a policy document',
    description: 'Changes only the fields that you send. Defaults replaces the whole list of record types.',
    example: { Defaults: [{ RecordType: '*', IsDefault: false }] },
    errors: [NotFound],
  })
  async changePolicyDocument(@Input() sent: Named) {
    return { PolicyDocuments: [await this.policyDocs.change(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    path: byId,
    summary: 'Remove a policy document',
    description: 'Removes the document from all record types too.',
    errors: [NotFound],
  })
  async removePolicyDocument(@Input() { Id }: Named) {
    return { PolicyDocuments: [await this.policyDocs.remove(Id)] };
  }
}

export class PolicyDocumentHistoryController extends HistoryOf(
  PolicyDocsController,
  'readPolicyDocument',
  'changePolicyDocument',
) {}
