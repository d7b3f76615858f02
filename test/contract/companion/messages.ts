import { administrators, agents, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const template: Fields = { Kind: 'string', Language: 'string', Subject: 'string', Body: 'string', Short: 'string' };

export const records: Readonly<Record<string, Fields>> = {
  ListedMessage: {
    MessageId: 'int64',
    Kind: 'string',
    Channel: 'string',
    ContactId: 'int32?',
    ContactName: 'string',
    AgentId: 'int32?',
    AgentName: 'string',
    UserId: 'GUID',
    Record: 'string',
    RecordId: 'string',
    Recipient: 'string',
    State: 'string',
    Tries: 'int32',
    LastError: 'string',
    CreatedAt: 'datetime',
    NextTryAt: 'datetime',
    SentAt: 'datetime',
  },
  UsedTemplate: { ...template, Fields: 'list<string>', IsDefault: 'boolean' },
  Preview: { Language: 'string', Subject: 'string', Text: 'string', Html: 'string', Short: 'string' },
};

const response = { ResponseStatus, Messages: 'list<ListedMessage>' };

export const groups: Readonly<Record<string, Group>> = {
  'C16 Messages': {
    title: 'Messages',
    routes: { '/v1/Messages': ['GET'] },
    access: agents,
    request: {},
    response,
    list: 'Messages',
  },
  'C16 Resend': {
    title: 'Messages',
    routes: { '/v1/Messages/{MessageId}/Resend': ['POST'] },
    access: agents,
    request: { MessageId: 'int64' },
    response,
    list: 'Messages',
  },
  'C16 Cancel': {
    title: 'Messages',
    routes: { '/v1/Messages/{MessageId}': ['DELETE'] },
    access: agents,
    request: { MessageId: 'int64' },
    response,
    list: 'Messages',
  },
  'C16 Templates': {
    title: 'Messages',
    routes: { '/v1/MessageTemplates/{Kind}': ['GET', 'PUT'] },
    access: administrators,
    request: template,
    response: { ResponseStatus, MessageTemplates: 'list<UsedTemplate>' },
    list: 'MessageTemplates',
  },
  'C16 Preview': {
    title: 'Messages',
    routes: { '/v1/MessageTemplates/{Kind}/Preview': ['POST'] },
    access: administrators,
    request: { ...template, RecordId: 'string' },
    response: { ResponseStatus, Preview: 'list<Preview>' },
    list: 'Preview',
  },
};

export const placeholders: Readonly<Record<string, string>> = { MessageId: '987654', Kind: 'VisitCalled' };
