import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { HistoryModule } from '../history/history.module.js';
import { WebhooksSubject } from './webhooks.subject.js';
import { DelivererService } from './deliverer.service.js';
import { RaisedEventsService } from './raised-events.service.js';
import { RecordEventsService } from './record-events.service.js';
import { Webhook, WebhookDelivery, WebhookSecret } from './webhook.entity.js';
import { WebhookDocumentService } from './webhook-document.service.js';
import { WebhookSecretsService } from './webhook-secrets.service.js';
import { WebhooksController, WebhookHistoryController } from './webhooks.controller.js';
import { WebhooksRecordSet } from './webhooks.record-set.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [
    Tables.forFeature(Webhook, WebhookSecret, WebhookDelivery),
    MessagesModule,
    ObservabilityModule,
    HistoryModule,
  ],
  controllers: [WebhooksController, WebhookHistoryController],
  providers: [
    DelivererService,
    WebhooksSubject,
    RaisedEventsService,
    RecordEventsService,
    WebhookDocumentService,
    WebhookSecretsService,
    WebhooksRecordSet,
    WebhooksService,
  ],
})
export class WebhooksModule {}
