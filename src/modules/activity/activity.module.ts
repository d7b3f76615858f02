import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';
import { ContactsService } from '../contacts/contacts.service.js';
import '../contacts/contact-share.entity.js';

@Module({
  controllers: [ActivityController],
  providers: [ActivityService, ContactsService],
  exports: [ContactsService],
})
export class ActivityModule {}
