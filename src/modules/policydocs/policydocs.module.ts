import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { PolicyDocumentDefault } from './policy-document-default.entity.js';
import { PolicyDocument } from './policy-document.entity.js';
import { PolicyDocsCatalogueController } from './policydocs-catalogue.controller.js';
import { PolicyDocsCatalogueService } from './policydocs-catalogue.service.js';
import { PolicyDocsController } from './policydocs.controller.js';
import { PolicyDocsService } from './policydocs.service.js';
import { RecordType } from './record-type.entity.js';

@Module({
  imports: [Tables.of(PolicyDocument, PolicyDocumentDefault, RecordType)],
  controllers: [PolicyDocsController, PolicyDocsCatalogueController],
  providers: [PolicyDocsService, PolicyDocsCatalogueService],
})
export class PolicyDocsModule {}
