import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';

@Module({ imports: [ContactsModule], controllers: [ActivityController], providers: [ActivityService] })
export class ActivityModule {}
