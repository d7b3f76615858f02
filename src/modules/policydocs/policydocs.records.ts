import { ListOf, Name, Text } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';
import { PolicyDocumentDefault, NamedPolicyDocument, PolicyDocument, RecordType } from './policy-document.entity.js';

export class PolicyDocumentDefaultsRequest {
  @Text(100, { example: 'Contact' }) RecordType!: string;
}

export class PolicyDocumentDefaultsResponse extends ResponseRecord {
  @ListOf(() => PolicyDocument) PolicyDocuments!: Rows<PolicyDocument>;
}

export class CataloguedPolicyDocument extends NamedPolicyDocument {
  @ListOf(() => PolicyDocumentDefault, {
    description: 'The record types for which the document is offered. A list that you send replaces the whole list.',
  })
  Defaults!: PolicyDocumentDefault[];
}

export class PolicyDocumentsResponse extends ResponseRecord {
  @ListOf(() => CataloguedPolicyDocument) PolicyDocuments!: Rows<CataloguedPolicyDocument>;
}

/** Gives the record type `RecordType` the name `NewName`. */
export class RecordTypeChange {
  @Name(100, { example: 'Contact' }) RecordType!: string;
  @Name(100, { required: true, example: 'Contact' }) NewName!: string;
}

export class RecordTypesResponse extends ResponseRecord {
  @ListOf(() => RecordType) RecordTypes!: Rows<RecordType>;
}
