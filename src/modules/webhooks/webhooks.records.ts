import { Flag, Int32, Int64, ListOf, Text } from '../../record/fields.js';
import { text } from '../../record/field-types.js';
import { responseOf } from '../../record/response-status.js';
import { Webhook, WebhookDelivery, longestType, longestUrl } from './webhook.entity.js';

export class WebhookRequest {
  @Int32({ example: 1 }) WebhookId!: number;
  @Text(longestUrl, { example: 'https://crm.example.com/hooks/agency' }) Url!: string;
  @ListOf(text(longestType), { maxItems: 100, example: ['contact.created', 'visit.called'] }) Events!: string[];
  @Flag() Active!: boolean;
}

export class WebhookWithSecret extends Webhook {
  @Text(200, {
    computed: true,
    secret: true,
    description: 'Verifies the signatures (`whsec_…`). Cannot be read again.',
  })
  Secret!: string;
}

export class WebhooksResponse extends responseOf('Webhooks', Webhook) {}

export class WebhookMadeResponse extends responseOf('Webhooks', WebhookWithSecret) {}

export class DeliveryRequest {
  @Int32({ example: 1 }) WebhookId!: number;
  @Int64({ example: 1 }) DeliveryId!: Int64;
}

export class DeliveriesResponse extends responseOf('Deliveries', WebhookDelivery) {}
