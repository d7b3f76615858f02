import { ListOf, Text } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { PolicyDocumentDefault } from './policy-document-default.entity.js';
import { NamedPolicyDocument, PolicyDocument } from './policy-document.entity.js';

export class PolicyDocumentDefaultsRequest {
  @Text(100, { example: 'Contact' }) RecordType!: string;
}

export class PolicyDocumentDefaultsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => PolicyDocument) PolicyDocuments!: Rows<PolicyDocument>;
}

/** A policy document with the types of record that it is offered for. */
export class CataloguedPolicyDocument extends NamedPolicyDocument {
  @ListOf(() => PolicyDocumentDefault, {
    description: 'The types of record that it is offered for, and where it is a default; sent, it replaces them all.',
  })
  Defaults!: PolicyDocumentDefault[];
}

export class PolicyDocumentsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => CataloguedPolicyDocument) PolicyDocuments!: Rows<CataloguedPolicyDocument>;
}
