import type { components, webhooks } from '../schema.js';
type Bodies = {
    [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
};
/** An event that a webhook delivers: `type` names it, `data` the record. */
export type WebhookEvent = Bodies[keyof Bodies] | {
    type: 'webhook.test';
    timestamp: string;
    data: WebhookData;
};
type WebhookData = components['schemas']['WebhookData'];
/**
 * Verifies a delivery and returns its event. Throws for a wrong signature, and for a delivery older than five minutes.
 * secret: the secret of the webhook (`whsec_…`). body: the text exactly as received. An event may arrive twice, with
 * the same `webhook-id`.
 */
export declare function receiveWebhook(secret: string, headers: Headers | Record<string, string>, body: string): WebhookEvent;
export {};
