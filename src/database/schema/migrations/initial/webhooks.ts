import { datetime, flag, guid, int32, int64, json, text } from '../column-kinds.js';
import { column, table } from '../table-definition.js';

const ofWebhook = { references: 'webhooks.WebhookId', onDelete: 'CASCADE' } as const;

export const webhookTables = [
  table('webhooks', {
    WebhookId: column(int32, { key: 'generated' }),
    Url: text(500),
    Events: json,
    Active: flag,
    FailingSince: datetime,
    LastError: text(500),
    CreatedAt: column(datetime, { required: true }),
  }),
  table('webhook_secrets', {
    WebhookId: column(int32, { key: true, ...ofWebhook }),
    Secret: text(200),
    Former: text(200),
    FormerUntil: datetime,
    Failures: int32,
    WaitsUntil: datetime,
  }),
  table(
    'webhook_deliveries',
    {
      DeliveryId: column(int64, { key: 'generated' }),
      WebhookId: column(int32, { required: true, ...ofWebhook }),
      EventId: column(guid, { required: true }),
      Type: text(60),
      Subject: text(300),
      Payload: text(2000),
      State: text(20),
      Tries: int32,
      Status: int32,
      LastError: text(500),
      CreatedAt: column(datetime, { required: true }),
      NextTryAt: datetime,
      DeliveredAt: datetime,
    },
    { indexes: [['WebhookId', 'State', 'DeliveryId'], ['CreatedAt'], ['WebhookId']] },
  ),
];
