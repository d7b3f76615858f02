import { Flag, Int32, ListOf, Nested, Text } from '../../record/fields.js';
import { int32 } from '../../record/field-types.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { Agent } from '../agents/agent.entity.js';
import { ContactTransfer } from './transfers/contact-transfer.entity.js';
import { Contact } from './contact.entity.js';

export class ContactRequest {
  @Int32({ example: 42 }) ContactId!: number;
}

export class ContactFilter {
  @Text(100, {
    description:
      'Every word given begins a word of Name, FirstName, LastName, BusinessName or an e-mail address, or is a run ' +
      'of three or more digits of Phone or PhoneAlt; letter case and marks make no difference.',
    example: 'ada lov',
  })
  Search!: string;
  @Flag({ description: 'true: the deleted ones, which Administrators see.' }) Deleted!: boolean;
}

export class ContactsResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => Contact) Contacts!: Rows<Contact>;
}

export class ContactSharesRequest extends ContactRequest {
  @ListOf(int32, { description: 'The agents beside the owner who see the contact; empty: none.' }) AgentIds!: number[];
}

export class ContactTransferRequest {
  @Nested(() => Agent, { typesOnly: true, description: 'The receiver; its AgentId alone counts.' }) agent!: Agent;
  @ListOf(() => Contact, { typesOnly: true, minItems: 1, description: 'Their ContactIds alone count.' })
  Contacts!: Contact[];
}

export class ContactTransfersResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => ContactTransfer) Transfers!: Rows<ContactTransfer>;
}
