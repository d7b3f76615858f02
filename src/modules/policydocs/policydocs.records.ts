import { ListOf, Text } from '../../record/fields.js';
import type { Rows } from '../../record/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { PolicyDocument } from './policy-document.entity.js';

export class PolicyDocumentDefaultsRequest {
  @Text(100, { example: 'Contact' }) RecordType!: string;
}

export class PolicyDocumentDefaultsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => PolicyDocument) PolicyDocuments!: Rows<PolicyDocument>;
}
