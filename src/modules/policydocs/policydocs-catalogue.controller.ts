import { NotFound } from '../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../http/endpoint/endpoint.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { catalogues } from '../eventtypes/catalogues.js';
import { PolicyDocsCatalogueService } from './policydocs-catalogue.service.js';
import { CataloguedPolicyDocument, PolicyDocumentsResponse } from './policydocs.records.js';

const records = { request: CataloguedPolicyDocument, response: PolicyDocumentsResponse };
const path = '/v1/PolicyDocuments';
const byId = '/v1/PolicyDocuments/{Id}';
type Named = BoundWith<CataloguedPolicyDocument, 'Id'>;

@Resource(catalogues)
export class PolicyDocsCatalogueController {
  constructor(private readonly catalogue: PolicyDocsCatalogueService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    path,
    summary: 'List policy documents',
    description: 'By Name, each with the types of record that it is offered for.',
  })
  async listPolicyDocuments() {
    return { PolicyDocuments: await this.catalogue.list() };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path: byId,
    summary: 'Read a policy document',
    errors: [NotFound],
    etag: true,
  })
  async readPolicyDocument(@Input() { Id }: Named) {
    return { PolicyDocuments: [await this.catalogue.read(Id)] };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    path,
    summary: 'Add a policy document',
    description: 'Id is 0 or absent. A RecordType is one that is configured, or `*` for every type.',
    example: { Name: 'Rollover form', Type: 'Form', Defaults: [{ RecordType: 'Contact', IsDefault: true }] },
  })
  async addPolicyDocument(@Input() sent: Bound<CataloguedPolicyDocument>) {
    return { PolicyDocuments: [await this.catalogue.add(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: byId,
    summary: 'Change a policy document',
    description: 'Only the fields that are sent change. Defaults says where it is offered: all of it at once.',
    example: { Defaults: [{ RecordType: '*', IsDefault: false }] },
    errors: [NotFound],
  })
  async changePolicyDocument(@Input() sent: Named) {
    return { PolicyDocuments: [await this.catalogue.change(sent)] };
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    path: byId,
    summary: 'Remove a policy document',
    description: 'It is offered nowhere any more.',
    errors: [NotFound],
  })
  async removePolicyDocument(@Input() { Id }: Named) {
    return { PolicyDocuments: [await this.catalogue.remove(Id)] };
  }
}
