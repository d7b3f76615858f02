import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Tables } from '../../database/tables.module.js';
import { RecordSetsModule } from '../../sets/sets.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { FilesModule } from '../files/files.module.js';
import { HistoryModule } from '../history/history.module.js';
import { SsnModule } from '../ssn/ssn.module.js';
import { ContactPhonesService } from './contact-phones.service.js';
import { ContactChangesService } from './contact-changes.service.js';
import { ContactLocksController } from './contact-locks.controller.js';
import { ContactLocksService } from './contact-locks.service.js';
import { ContactShare } from './contact-share.entity.js';
import { ContactTransfer } from './transfers/contact-transfer.entity.js';
import { ContactTransfersController } from './transfers/contact-transfers.controller.js';
import { ContactTransfersService } from './transfers/contact-transfers.service.js';
import { HeldLocks, OwnedContacts, SharedContacts } from './transfers/contacts.holdings.js';
import { Contact } from './contact.entity.js';
import { ContactsController, ContactHistoryController } from './contacts.controller.js';
import { ContactsRecordSet } from './contacts.record-set.js';
import { ContactsService } from './contacts.service.js';
import { ContactImageController } from './image/contact-image.controller.js';
import { ContactImageFile } from './image/contact-image.entity.js';
import { ContactImageNames, ContactImagesService } from './image/contact-images.service.js';
import { ContactDifference } from './merge/contact-difference.entity.js';
import { ContactDifferencesRecordSet } from './merge/contact-differences.record-set.js';
import { ContactDifferencesService } from './merge/contact-differences.service.js';
import { ContactMerge } from './merge/contact-merge.entity.js';
import { ContactReferencesService } from './merge/contact-references.service.js';
import { DuplicatesService } from './merge/duplicates.service.js';
import { MergeController } from './merge/merge.controller.js';
import { MergeService } from './merge/merge.service.js';
import { MergedRowsRule } from './merge/merged-rows.rule.js';
import { ContactErasure } from './person/contact-erasure.entity.js';
import { CopiedPersonsService } from './person/copied-persons.service.js';
import { ErasedRowsRule } from './person/erased-rows.rule.js';
import { ErasuresRecordSet } from './person/erasures.record-set.js';
import { PersonArchiveService } from './person/person-archive.service.js';
import { PersonController } from './person/person.controller.js';
import { PersonExportService } from './person/person-export.service.js';
import { PersonRowsService } from './person/person-rows.service.js';
import { PersonService } from './person/person.service.js';
import { PersonTables } from './person/person-tables.js';
import { ContactIndexService } from './search/contact-index.service.js';
import { ContactSearchService } from './search/contact-search.service.js';
import { CustomerSearchService } from './search/customer-search.service.js';
import { ContactTerm } from './search/contact-term.entity.js';

@Module({
  imports: [
    Tables.forFeature(Contact, ContactErasure, ContactImageFile, ContactMerge, ContactShare, ContactTransfer),
    Tables.forFeature(ContactDifference, ContactTerm),
    AgentsModule,
    AuditModule,
    DiscoveryModule,
    FilesModule,
    HistoryModule,
    RecordSetsModule,
    SsnModule,
  ],
  // Controllers with fixed paths come first, so that a path with a placeholder does not match their requests.
  controllers: [
    MergeController,
    ContactTransfersController,
    ContactImageController,
    PersonController,
    ContactsController,
    ContactLocksController,
    ContactHistoryController,
  ],
  providers: [
    ...[ContactsService, ContactChangesService, ContactLocksService, ContactPhonesService, ContactTransfersService],
    ...[ContactsRecordSet, ContactIndexService, ContactSearchService, CustomerSearchService],
    ...[HeldLocks, OwnedContacts, SharedContacts],
    ...[ContactDifferencesRecordSet, ContactDifferencesService],
    ...[ContactReferencesService, DuplicatesService, MergeService, MergedRowsRule],
    ...[ContactImageNames, ContactImagesService],
    ...[ErasedRowsRule, ErasuresRecordSet, PersonArchiveService, PersonExportService],
    ...[CopiedPersonsService, PersonRowsService, PersonService, PersonTables],
  ],
  exports: [
    ContactChangesService,
    ContactsService,
    ContactIndexService,
    ContactSearchService,
    CustomerSearchService,
    PersonService,
  ],
})
export class ContactsModule {}
