import { Webhook } from 'standardwebhooks';
import type { components, webhooks } from '../schema.js';

type Bodies = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
};
/** An event that a webhook delivers: `type` names it, `data` the record. */
export type WebhookEvent = Bodies[keyof Bodies] | { type: 'webhook.test'; timestamp: string; data: WebhookData };
type WebhookData = components['schemas']['WebhookData'];

/**
 * Verifies a delivery and returns its event; throws for a wrong signature, or one that is older than five minutes.
 * secret: of the webhook (`whsec_…`). body: exactly as received. An event may come twice, with the same `webhook-id`.
 */
export function receiveWebhook(secret: string, headers: Headers | Record<string, string>, body: string): WebhookEvent {
  const given = headers instanceof Headers ? Object.fromEntries(headers.entries()) : headers;
  return new Webhook(secret).verify(body, given) as WebhookEvent;
}
