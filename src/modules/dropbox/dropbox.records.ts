import { int32 } from '../../record/field-types.js';
import { DateTime, Double, Flag, Guid, Int32, ListOf, Name, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';

export const ownerTables = ['Contact', 'Agent'] as const;

/** A document of a contact or an agent. */
export class Dropbox {
  @Int32({ key: 'generated', example: 1 }) Id!: number;
  @Guid({ description: 'AttachmentId of the uploaded file.' }) AttachmentId!: Guid | null;
  @Name(100, { personal: true, description: 'First name of the contact or agent.', example: 'Ada' }) FirstName!: string;
  @Name(100, { personal: true, example: 'Lovelace' }) LastName!: string;
  @Text(100, { enum: ownerTables, required: true, example: 'Contact' }) TableName!: string;
  @Int32({
    required: true,
    names: { field: 'Contact.ContactId', where: { TableName: 'Contact' } },
    description: 'ContactId or AgentId of the owner, as TableName says.',
    example: 42,
  })
  RecordId!: number;
  @Text(1000, { personal: true, example: 'Signed application' }) Description!: string;
  @Text(100, { personal: true, example: 'Application' }) DocumentType!: string;
  @Text(200, { personal: true, example: 'Policies' }) DocumentGroup!: string;
  @DateTime() DateAdded!: DateTime | null;
  @Flag({ description: 'The document cannot be shared.' }) Locked!: boolean;
  @Double({ example: 120.5 }) FileSizeInKB!: number;
}

/** A document as responses show it. CanShare and ShareList depend on the caller. */
export class DropboxExtended extends Dropbox {
  @Text(255, { example: 'application.pdf' }) AttachmentName!: string;
  @Name(200, { description: "Name of the agent, or of the contact's agent.", example: 'Ana Álvarez' })
  AgentName!: string;
  @Text(100, { example: 'application/pdf' }) MimeType!: string;
  @Flag() IsAgent!: boolean;
  @Flag() IsContact!: boolean;
  @Flag({ description: 'The document is shared with at least one agent.' }) IsShared!: boolean;
  @Flag({ description: 'You can share the document: its owner is in scope and it is not Locked.' }) CanShare!: boolean;
  @Text(100_000, {
    description: 'AgentIds of the agents that the document is shared with, comma-separated. Empty unless CanShare.',
    example: '7,9',
  })
  ShareList!: string;
}

export class DropboxRequest {
  @ListOf(() => Dropbox) Dropbox!: Dropbox[];
  @Int32({ example: 42 }) ContactId!: number;
  @Int32({ example: 2 }) AgentId!: number;
}

export class DocumentRequest {
  @Int32({ example: 3 }) Id!: number;
}

export class DocumentSharesRequest extends DocumentRequest {
  @Int32({ example: 1 }) override Id!: number;
  @ListOf(int32, { description: 'The agents that may read the document although its owner is out of their scope.' })
  AgentIds!: number[];
}

export class DropboxResponse extends responseOf('Dropbox', DropboxExtended) {}
