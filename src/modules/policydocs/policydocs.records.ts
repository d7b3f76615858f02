import { ListOf, Name, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { PolicyDocumentDefault, NamedPolicyDocument, PolicyDocument, RecordType } from './policy-document.entity.js';

export class PolicyDocumentDefaultsRequest {
  @Text(100, { example: 'Contact' }) RecordType!: string;
}

export class PolicyDocumentDefaultsResponse extends responseOf('PolicyDocuments', PolicyDocument) {}

export class CataloguedPolicyDocument extends NamedPolicyDocument {
  @ListOf(() => PolicyDocumentDefault, {
    description: 'The record types for which the document is offered. A list that you send replaces the whole list.',
  })
  Defaults!: PolicyDocumentDefault[];
}

export class PolicyDocumentsResponse extends responseOf('PolicyDocuments', CataloguedPolicyDocument) {}

/** Gives the record type `RecordType` the name `NewName`. */
export class RecordTypeChange {
  @Name(100, { example: 'Contact' }) RecordType!: string;
  @Name(100, { required: true, example: 'Contact' }) NewName!: string;
}

export class RecordTypesResponse extends responseOf('RecordTypes', RecordType) {}
