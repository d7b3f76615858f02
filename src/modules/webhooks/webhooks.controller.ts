import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { Webhook } from './webhook.entity.js';
import {
  DeliveriesResponse,
  DeliveryRequest,
  WebhookMadeResponse,
  WebhookRequest,
  WebhooksResponse,
} from './webhooks.records.js';
import { WebhooksService } from './webhooks.service.js';

const all = '/v1/Webhooks';
const byId = `${all}/{WebhookId}`;
const deliveries = `${byId}/Deliveries`;
const writing = { request: WebhookRequest, response: WebhooksResponse } as const;
const delivering = { request: DeliveryRequest, response: DeliveriesResponse } as const;
const url = 'https://crm.example.com/hooks/agency';

@Resource({ name: 'Webhooks', title: 'Webhooks', order: 17, companion: true, access: roles(Role.Administrator) })
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Endpoint({ verb: 'GET', path: all, response: WebhooksResponse, summary: 'List webhooks' })
  listWebhooks(@ListQuery() options: ListOptions) {
    return { Webhooks: this.webhooks.rows.list(options) };
  }

  @Endpoint({ ...writing, verb: 'GET', path: byId, etag: Webhook, summary: 'Read a webhook', errors: [NotFound] })
  async readWebhook(@Input() { WebhookId }: BoundWith<WebhookRequest, 'WebhookId'>) {
    return { Webhooks: [await this.webhooks.rows.read(WebhookId)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    path: all,
    response: WebhookMadeResponse,
    summary: 'Add a webhook',
    description:
      'The section `webhooks` of openapi.json lists the events. Only this response shows the secret, which verifies ' +
      'the signatures by Standard Webhooks. Another instance of the service takes up to 5 seconds until it writes ' +
      'events for the webhook. More than 20 webhooks: 409.',
    errors: [Conflict],
    example: { Url: url, Events: ['contact.created', 'visit.called'] },
  })
  async addWebhook(@Input() sent: Bound<WebhookRequest>) {
    return { Webhooks: [await this.webhooks.add(sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'PUT',
    path: byId,
    summary: 'Change a webhook',
    description:
      'Changes only the fields that you send. Active: true switches on a webhook that the service has switched off, ' +
      'and delivers the events that waited.',
    errors: [NotFound],
    example: { Url: url, Active: true },
  })
  async changeWebhook(@Input() sent: BoundWith<WebhookRequest, 'WebhookId'>) {
    return { Webhooks: [await this.webhooks.change(sent)] };
  }

  @Endpoint({
    verb: 'POST',
    path: `${byId}/Secret`,
    request: DeliveryRequest,
    response: WebhookMadeResponse,
    summary: 'Make a new secret for a webhook',
    description: 'Only this response shows the secret. The former secret signs too for 24 hours.',
    errors: [NotFound],
  })
  async renewWebhookSecret(@Input() { WebhookId }: BoundWith<DeliveryRequest, 'WebhookId'>) {
    return { Webhooks: [await this.webhooks.renewSecret(WebhookId)] };
  }

  @Endpoint({
    ...delivering,
    verb: 'GET',
    path: deliveries,
    summary: 'List the deliveries of a webhook',
    description: 'Lists the deliveries of the last 30 days, newest first.',
    errors: [NotFound],
  })
  async listDeliveries(
    @Input() { WebhookId }: BoundWith<DeliveryRequest, 'WebhookId'>,
    @ListQuery() options: ListOptions,
  ) {
    return { Deliveries: await this.webhooks.deliveries(WebhookId, options) };
  }

  @Endpoint({
    ...delivering,
    verb: 'POST',
    path: `${deliveries}/{DeliveryId}/Redeliver`,
    summary: 'Deliver an event again',
    description:
      'Sends the event with the same id and body, so that a receiver recognizes it. A delivery that is still being ' +
      'tried: 409.',
    errors: [NotFound, Conflict],
  })
  async redeliver(@Input() { WebhookId, DeliveryId }: BoundWith<DeliveryRequest, 'WebhookId' | 'DeliveryId'>) {
    return { Deliveries: [await this.webhooks.redeliver(WebhookId, DeliveryId)] };
  }

  @Endpoint({
    ...delivering,
    verb: 'POST',
    path: `${byId}/Test`,
    summary: 'Send a test event to a webhook',
    description: 'Writes the event `webhook.test`. The list of deliveries shows the outcome. An inactive webhook: 409.',
    errors: [NotFound, Conflict],
  })
  async testWebhook(@Input() { WebhookId }: BoundWith<DeliveryRequest, 'WebhookId'>) {
    return { Deliveries: [await this.webhooks.test(WebhookId)] };
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    path: byId,
    summary: 'Remove a webhook',
    description: 'Removes its deliveries too.',
    errors: [NotFound],
  })
  async removeWebhook(@Input() { WebhookId }: BoundWith<WebhookRequest, 'WebhookId'>) {
    return { Webhooks: [await this.webhooks.remove(WebhookId)] };
  }
}

export class WebhookHistoryController extends HistoryOf(WebhooksController, 'readWebhook', 'changeWebhook') {}
