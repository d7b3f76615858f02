import { Injectable } from '@nestjs/common';
import { DocumentPart } from '../../http/openapi/document-part.js';
import { RecordEventsService } from './record-events.service.js';

type Json = Record<string, unknown>;

const text = { type: 'string' };

const headers = {
  'webhook-id': 'Id of the event, the same for every try.',
  'webhook-timestamp': 'Seconds since 1970, when this try was signed.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. For 24 hours after a new secret: two signatures.',
};

/** The component of a header. The suffix makes `webhook-id` another name than WebhookId to generators of types. */
function componentOf(header: string): string {
  return `${header}-header`;
}

/** The headers of every request that delivers an event to a webhook, as OpenAPI parameters. */
const parameters: Json = Object.fromEntries(
  Object.entries(headers).map(([name, description]) => [
    componentOf(name),
    { name, in: 'header', required: true, description, schema: { ...text, maxLength: 1000 } },
  ]),
);

const schemas: Json = {
  WebhookData: {
    type: 'object',
    description: 'Names the changed record, without its values. Read the record with an API key.',
    required: ['Record', 'Id', 'Operation', 'RequestId'],
    properties: {
      Record: { ...text, maxLength: 100, description: 'Kind of the record.' },
      Id: { ...text, maxLength: 200, description: 'Key of the record.' },
      Operation: { ...text, maxLength: 100, description: 'The operation that changed it.' },
      RequestId: { ...text, maxLength: 100, description: 'X-Request-Id of the call.' },
    },
  },
};

/** What the receiver's status means, as shared responses. */
const outcomes: Readonly<Record<string, { name: string; description: string }>> = {
  '2XX': { name: 'Delivered', description: 'The event is delivered.' },
  '410': { name: 'SwitchedOff', description: 'The webhook is switched off.' },
  default: { name: 'NotDelivered', description: 'The event is delivered again later. A redirect is not followed.' },
};

const responses: Json = Object.fromEntries(
  Object.values(outcomes).map(({ name, description }) => [name, { description }]),
);

/** The events that webhooks deliver, as the section `webhooks` of the OpenAPI document. */
@Injectable()
export class WebhookDocumentService extends DocumentPart {
  readonly components = { parameters, responses, schemas };

  constructor(private readonly events: RecordEventsService) {
    super();
  }

  webhooks(): Json {
    return Object.fromEntries(this.events.all().map(({ type, summary }) => [type, { post: delivery(type, summary) }]));
  }
}

function delivery(type: string, summary: string): Json {
  const data = { $ref: '#/components/schemas/WebhookData' };
  const properties = { type: { const: type }, timestamp: { ...text, format: 'date-time' }, data };
  return {
    summary,
    tags: ['Webhooks'],
    parameters: Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${componentOf(name)}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { type: 'object', required: ['type', 'timestamp', 'data'], properties } },
      },
    },
    responses: Object.fromEntries(
      Object.entries(outcomes).map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
  };
}
