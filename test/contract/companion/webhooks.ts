import { administrators, type Group } from '../group.js';
import type { Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const byId = '/v1/Webhooks/{WebhookId}';
const delivery = `${byId}/Deliveries`;
const Webhook: Fields = {
  WebhookId: 'int32',
  Url: 'string',
  Events: 'list<string>',
  Active: 'boolean',
  FailingSince: 'datetime',
  LastError: 'string',
  CreatedAt: 'datetime',
};
const request: Fields = { WebhookId: 'int32', Url: 'string', Events: 'list<string>', Active: 'boolean' };
const read = { ResponseStatus, Webhooks: 'list<Webhook>' };
const made = { ResponseStatus, Webhooks: 'list<WebhookWithSecret>' };
const common = { title: 'Webhooks', access: administrators, list: 'Webhooks' } as const;
const delivering = {
  title: 'Webhooks',
  access: administrators,
  response: { ResponseStatus, Deliveries: 'list<WebhookDelivery>' },
  list: 'Deliveries',
} as const;

export const records: Readonly<Record<string, Fields>> = {
  Webhook,
  WebhookWithSecret: { ...Webhook, Secret: 'string' },
  WebhookDelivery: {
    DeliveryId: 'int64',
    WebhookId: 'int32',
    EventId: 'GUID',
    Type: 'string',
    Subject: 'string',
    Payload: 'string',
    State: 'string',
    Tries: 'int32',
    Status: 'int32',
    LastError: 'string',
    CreatedAt: 'datetime',
    NextTryAt: 'datetime',
    DeliveredAt: 'datetime',
  },
};

export const groups: Readonly<Record<string, Group>> = {
  'C17 Webhooks': { ...common, routes: { '/v1/Webhooks': ['GET'] }, request: {}, response: read },
  'C17 New webhooks': { ...common, routes: { '/v1/Webhooks': ['POST'] }, request, response: made },
  'C17 Webhook': { ...common, routes: { [byId]: ['GET', 'PUT', 'DELETE'] }, request, response: read },
  'C17 Secret': {
    ...common,
    routes: { [`${byId}/Secret`]: ['POST'] },
    request: { WebhookId: 'int32', DeliveryId: 'int64' },
    response: made,
  },
  'C17 Deliveries': {
    ...delivering,
    routes: { [delivery]: ['GET'], [`${delivery}/{DeliveryId}/Redeliver`]: ['POST'], [`${byId}/Test`]: ['POST'] },
    request: { WebhookId: 'int32', DeliveryId: 'int64' },
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
