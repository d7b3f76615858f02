import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { PolicyDocumentDefault, PolicyDocument, RecordType } from './policy-document.entity.js';
import { PolicyDocsController, PolicyDocumentHistoryController } from './policydocs.controller.js';
import { PolicyDocsService } from './policydocs.service.js';
import { RecordTypesController, RecordTypeHistoryController } from './record-types.controller.js';
import { PolicyDefaultsRecordSet, RecordTypesRecordSet } from './record-types.record-set.js';
import { RecordTypesService } from './record-types.service.js';

@Module({
  imports: [Tables.forFeature(PolicyDocument, PolicyDocumentDefault, RecordType), HistoryModule],
  controllers: [
    PolicyDocsController,
    RecordTypesController,
    PolicyDocumentHistoryController,
    RecordTypeHistoryController,
  ],
  providers: [PolicyDefaultsRecordSet, PolicyDocsService, RecordTypesRecordSet, RecordTypesService],
})
export class PolicyDocsModule {}
