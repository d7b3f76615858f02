import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ActivityController } from './activity.controller.js';
import { Activity } from './activity.entity.js';
import { ActivityService } from './activity.service.js';

@Module({
  imports: [Tables.of(Activity), ContactsModule],
  controllers: [ActivityController],
  providers: [ActivityService],
})
export class ActivityModule {}
