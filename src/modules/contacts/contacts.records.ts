import { Flag, Int32, ListOf, Nested, Text } from '../../record/fields.js';
import { int32 } from '../../record/field-types.js';
import { responseOf } from '../../record/response-status.js';
import { Agent } from '../agents/agent.entity.js';
import { ContactTransfer } from './transfers/contact-transfer.entity.js';
import { Contact } from './contact.entity.js';

export class ContactRequest {
  @Int32({ example: 42 }) ContactId!: number;
}

/** A contact of a list to change. */
export class ContactChange extends Contact {
  @Text(16, {
    description: 'The Version of the contact that you read: 412 if the contact has changed since. Optional.',
    example: '',
  })
  Version!: string;
}

export class ContactListRequest {
  @ListOf(() => ContactChange, { minItems: 1, description: 'Each contact must have its ContactId.' })
  Contacts!: ContactChange[];
}

export class ContactFilter {
  @Text(100, {
    namesPerson: true,
    description:
      'Finds contacts for which each word begins a word of Name, FirstName, LastName, BusinessName or an e-mail ' +
      'address, or is three or more consecutive digits of Phone or PhoneAlt. Letter case and accents are ignored.',
    example: 'ada lov',
  })
  Search!: string;
  @Flag({ description: 'true lists only deleted contacts. Callers who are not Administrators get none.' })
  Deleted!: boolean;
}

export class ContactsResponse extends responseOf('Contacts', Contact) {}

export class ContactSharesRequest extends ContactRequest {
  @ListOf(int32, { description: 'Agents that can see the contact besides its owner. An empty list ends all shares.' })
  AgentIds!: number[];
}

export class ContactTransferRequest {
  @Nested(() => Agent, {
    typesOnly: true,
    description: 'The agent who receives the contacts. Only its AgentId is read.',
  })
  agent!: Agent;
  @ListOf(() => Contact, { typesOnly: true, minItems: 1, description: 'Only the ContactIds are read.' })
  Contacts!: Contact[];
}

export class ContactTransfersResponse extends responseOf('Transfers', ContactTransfer) {}
