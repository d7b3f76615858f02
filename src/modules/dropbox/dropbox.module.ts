import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { DocumentShare } from './document-share.entity.js';
import { Document } from './document.entity.js';
import { DropboxController } from './dropbox.controller.js';
import { DropboxService } from './dropbox.service.js';

@Module({
  imports: [Tables.of(Document, DocumentShare), AgentsModule],
  controllers: [DropboxController],
  providers: [DropboxService],
})
export class DropboxModule {}
