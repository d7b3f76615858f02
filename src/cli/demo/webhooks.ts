import { WebhookSecretsService } from '../../modules/webhooks/webhook-secrets.service.js';
import { Webhook, WebhookDelivery } from '../../modules/webhooks/webhook.entity.js';
import type { Filling } from './filling.js';

/** Writes a webhook with two deliveries. The webhook is not active, so that a demo calls no other system. */
export async function fillWebhooks(filling: Filling, secrets: WebhookSecretsService): Promise<void> {
  const { calendar } = filling;
  const [made, tried] = [calendar.daysAgo(14), calendar.daysAgo(1)];
  const Events = ['contact.created', 'visit.called'];
  const WebhookId = 1;
  const shared = { WebhookId, Tries: 1, NextTryAt: null };
  await filling.put(Webhook, [
    { WebhookId, Url: 'https://crm.example.com/hooks/agency', Events, Active: false, CreatedAt: made, LastError: '' },
  ]);
  await secrets.add(WebhookId);
  const bodyOf = (Id: string): string =>
    JSON.stringify({
      type: 'contact.created',
      timestamp: tried,
      data: { Record: 'Contact', Id, Operation: 'addContact', RequestId: '' },
    });
  await filling.put(WebhookDelivery, [
    {
      ...{ ...shared, DeliveryId: 1, EventId: filling.guid(), Type: 'contact.created', Subject: 'Contact:1' },
      ...{ Payload: bodyOf('1'), State: 'Delivered', Status: 204, LastError: '' },
      ...{ CreatedAt: tried, DeliveredAt: tried },
    },
    {
      ...{ ...shared, DeliveryId: 2, EventId: filling.guid(), Type: 'contact.created', Subject: 'Contact:2' },
      ...{ Payload: bodyOf('2'), State: 'Failed', Status: 500 },
      ...{ LastError: 'The receiver responded with 500.', CreatedAt: tried },
    },
  ]);
}
