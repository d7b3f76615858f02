import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, int64, json, text } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

const ofWebhook = { references: 'webhooks.WebhookId', onDelete: 'CASCADE' } as const;

const webhooks = table('webhooks', {
  WebhookId: column(int32, { key: 'generated' }),
  Url: text(500),
  Events: json,
  Active: flag,
  FailingSince: datetime,
  LastError: text(500),
  CreatedAt: column(datetime, { required: true }),
});

const secrets = table('webhook_secrets', {
  WebhookId: column(int32, { key: true, ...ofWebhook }),
  Secret: text(200),
  Former: text(200),
  FormerUntil: datetime,
  Failures: int32,
  WaitsUntil: datetime,
});

const deliveries = table(
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
);

const all = [webhooks, secrets, deliveries];

export class Webhooks1795002000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const definition of all) await createTable(runner, definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...all].reverse()) await dropTable(runner, name);
  }
}
