import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactShare } from './contact-share.entity.js';
import { Contact } from './contact.entity.js';
import { ContactsService } from './contacts.service.js';

@Module({
  imports: [Tables.of(Contact, ContactShare), AgentsModule],
  providers: [ContactsService],
  exports: [ContactsService],
})
export class ContactsModule {}
