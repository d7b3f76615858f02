import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactChanges } from './contact-changes.service.js';
import { ContactLocksController } from './contact-locks.controller.js';
import { ContactLocks } from './contact-locks.service.js';
import { ContactShare } from './contact-share.entity.js';
import { ContactTransfer } from './transfers/contact-transfer.entity.js';
import { ContactTransfersController } from './transfers/contact-transfers.controller.js';
import { ContactTransfers } from './transfers/contact-transfers.service.js';
import { Contact } from './contact.entity.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsRecordSet } from './contacts.record-set.js';
import { ContactsService } from './contacts.service.js';
import { PersonService } from './person/person.service.js';
import { CommonContacts } from './search/common-contacts.service.js';
import { ContactIndex } from './search/contact-index.service.js';
import { ContactSearch } from './search/contact-search.service.js';
import { ContactTerm } from './search/contact-term.entity.js';

@Module({
  imports: [Tables.of(Contact, ContactShare, ContactTransfer, ContactTerm), AgentsModule],
  // A fixed name in a path before a placeholder.
  controllers: [ContactTransfersController, ContactsController, ContactLocksController],
  providers: [
    ...[ContactsService, ContactChanges, ContactLocks, ContactTransfers],
    ...[ContactsRecordSet, ContactIndex, ContactSearch, CommonContacts],
    PersonService,
  ],
  exports: [ContactsService, ContactIndex, PersonService],
})
export class ContactsModule {}
