import { Module } from '@nestjs/common';
import { Notices } from '../../auth/accounts/notices.js';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { CalendarIds } from './sending/calendar-ids.service.js';
import { MailboxController } from './sending/mailbox.controller.js';
import { Message } from './message.entity.js';
import { MessageRecords } from './message-records.service.js';
import { MessageUpkeep } from './message-upkeep.service.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { Outbox } from './outbox.service.js';
import { PasswordLink } from './password-link.entity.js';
import { Channels } from './sending/channels.service.js';
import { Mailbox } from './sending/mailbox.service.js';
import { Sender } from './sending/sender.service.js';
import { MessageTemplate } from './templates/message-template.entity.js';
import { Templates } from './templates/templates.service.js';
import { TemplatesController } from './templates/templates.controller.js';
import { UserNotices } from './user-notices.service.js';
import { VisitLinks } from './visit-links.service.js';
import { VisitMessages } from './visit-messages.service.js';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.js';
import { UnsubscribeLinks } from './unsubscribe/unsubscribe-links.service.js';

/** Mails and text messages. Other modules write a message by Outbox, in the transaction of the change it announces. */
@Module({
  imports: [Tables.forFeature(Message, MessageTemplate, PasswordLink), AgentsModule, HttpModule, ObservabilityModule],
  controllers: [MessagesController, TemplatesController, UnsubscribeController, MailboxController],
  providers: [
    ...[CalendarIds, Channels, Mailbox, MessageRecords, MessagesService, MessageUpkeep, Outbox, Sender, Templates],
    ...[UserNotices, VisitLinks, VisitMessages, UnsubscribeLinks],
    { provide: Notices, useExisting: UserNotices },
  ],
  exports: [CalendarIds, Notices, Outbox, VisitLinks, VisitMessages],
})
export class MessagesModule {}
