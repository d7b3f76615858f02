import { Table } from '../../database/schema/table.js';
import { DateTime, Flag, Guid, Int32, Int64, ListOf, Text } from '../../record/fields.js';
import { text } from '../../record/field-types.js';
import { jsonInWords } from '../../record/writers/shown.js';

export const longestType = 60;
export const longestUrl = 500;

/** The fields of a webhook that Administrators set. */
export class WebhookSettings {
  @Int32({ key: 'generated', example: 1 }) WebhookId!: number;
  @Text(longestUrl, {
    required: true,
    hostOnly: true,
    example: 'https://crm.example.com/hooks/agency',
    description: 'An https URL with a public address.',
  })
  Url!: string;
  @ListOf(text(longestType), {
    maxItems: 100,
    example: ['contact.created', 'visit.called'],
    description: 'Types of events; empty: all.',
  })
  Events!: readonly string[];
  @Flag({ default: true, description: 'false: the webhook gets no events; waiting events are kept.' })
  Active!: boolean;
}

/** Another system that receives events at a URL. */
@Table('webhooks', { noun: 'webhook' })
export class Webhook extends WebhookSettings {
  @DateTime({ description: 'Time since which every delivery has failed. Unset if the last delivery succeeded.' })
  FailingSince!: DateTime | null;
  @Text(500, { description: 'Why the service switched the webhook off, or why the last delivery failed.' })
  LastError!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
}

/** The secrets that sign the deliveries of a webhook, and the time until which it gets none after failures. */
@Table('webhook_secrets', { audited: false })
export class WebhookSecret {
  @Int32({ key: true, references: 'Webhook.WebhookId', onDelete: 'CASCADE' }) WebhookId!: number;
  @Text(200, { secret: true, encrypted: true }) Secret!: string;
  /** The former secret, which signs deliveries in addition to `Secret` until FormerUntil. */
  @Text(200, { secret: true, encrypted: true }) Former!: string;
  @DateTime() FormerUntil!: DateTime | null;
  /** Number of consecutive failed tries. */
  @Int32() Failures!: number;
  @DateTime() WaitsUntil!: DateTime | null;
}

const deliveryStates = ['Pending', 'Delivered', 'Failed'] as const;

/** An event on its way to a webhook. Deliveries of one record go out in the order of their ids. */
@Table('webhook_deliveries', {
  indexes: [['WebhookId', 'State', 'DeliveryId'], ['CreatedAt']],
  audited: false,
})
export class WebhookDelivery {
  @Int64({ key: 'generated', example: 1 }) DeliveryId!: Int64;
  @Int32({ required: true, references: 'Webhook.WebhookId', onDelete: 'CASCADE', example: 1 }) WebhookId!: number;
  @Guid({ required: true, description: 'The header `webhook-id` without `evt_`. It is the same in each try.' })
  EventId!: Guid;
  @Text(longestType, { example: 'visit.called' }) Type!: string;
  /** The record of the event, as `<record name>:<key>`. */
  @Text(300) Subject!: string;
  @Text(2000, { cell: jsonInWords, description: 'The body, as JSON.' }) Payload!: string;
  @Text(20, { enum: deliveryStates, example: 'Delivered' }) State!: (typeof deliveryStates)[number];
  @Int32() Tries!: number;
  @Int32({ description: 'HTTP status of the last response; 0: no response.' }) Status!: number;
  @Text(500) LastError!: string;
  @DateTime({ required: true }) CreatedAt!: DateTime;
  @DateTime() NextTryAt!: DateTime | null;
  @DateTime() DeliveredAt!: DateTime | null;
}
