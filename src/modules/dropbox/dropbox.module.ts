import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { FilesModule } from '../files/files.module.js';
import { DocumentShare, Document } from './document.entity.js';
import { DocumentsRecordSet } from './documents.record-set.js';
import { SharedDocuments, DocumentNames, DocumentsService } from './documents.service.js';
import { DocumentsController } from './documents.controller.js';
import { DropboxController } from './dropbox.controller.js';
import { DropboxService } from './dropbox.service.js';

@Module({
  imports: [Tables.forFeature(Document, DocumentShare), AgentsModule, FilesModule],
  controllers: [DocumentsController, DropboxController],
  providers: [DocumentNames, DocumentsRecordSet, DocumentsService, DropboxService, SharedDocuments],
  exports: [DocumentsService],
})
export class DropboxModule {}
