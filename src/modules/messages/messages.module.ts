import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Notices } from '../../auth/accounts/notices.js';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { CalendarIdsService } from './sending/calendar-ids.service.js';
import { MailboxController } from './sending/mailbox.controller.js';
import { Message } from './message.entity.js';
import { MessageRecordsService } from './message-records.service.js';
import { MessageUpkeepService } from './message-upkeep.service.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { OutboxService } from './outbox.service.js';
import { PasswordLink } from './password-link.entity.js';
import { ChannelsService } from './sending/channels.service.js';
import { MailboxService } from './sending/mailbox.service.js';
import { SenderService } from './sending/sender.service.js';
import { MessageTemplate } from './templates/message-template.entity.js';
import { TemplatesService } from './templates/templates.service.js';
import { TemplatesController } from './templates/templates.controller.js';
import { UsersSubject } from './users.subject.js';
import { UserNoticesService } from './user-notices.service.js';
import { BookingLinksService } from './booking-links.service.js';
import { VisitLinksService } from './visit-links.service.js';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.js';
import { UnsubscribeLinksService } from './unsubscribe/unsubscribe-links.service.js';

/** Mails and text messages. Other modules write them with OutboxService, in the transaction of the announced change. */
@Module({
  imports: [
    Tables.forFeature(Message, MessageTemplate, PasswordLink),
    AgentsModule,
    ContactsModule,
    DiscoveryModule,
    HttpModule,
    ObservabilityModule,
  ],
  controllers: [MessagesController, TemplatesController, UnsubscribeController, MailboxController],
  providers: [
    ...[
      CalendarIdsService,
      ChannelsService,
      MailboxService,
      MessageRecordsService,
      MessagesService,
      MessageUpkeepService,
      OutboxService,
      SenderService,
      TemplatesService,
    ],
    BookingLinksService,
    ...[UserNoticesService, VisitLinksService, UnsubscribeLinksService, UsersSubject],
    { provide: Notices, useExisting: UserNoticesService },
  ],
  exports: [BookingLinksService, CalendarIdsService, ChannelsService, Notices, OutboxService, VisitLinksService],
})
export class MessagesModule {}
