import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { RecordSetsModule } from '../../sets/sets.module.js';
import { ActivityModule } from '../activity/activity.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { FilesModule } from '../files/files.module.js';
import { ImportedPersonsService } from './imported-persons.service.js';
import { ImportFileNames } from './import-file-names.js';
import { Import, ImportLog, ImportRow } from './import.entity.js';
import { ImportQueueService } from './import-queue.service.js';
import { ImportLogsService } from './import-logs.service.js';
import { ImportsAccessService } from './imports-access.service.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { JudgeService } from './judge.service.js';
import { MatchesService } from './matches.service.js';
import { PreviewsService } from './previews.service.js';
import { UndoService } from './undo.service.js';
import { UsesService } from './uses.service.js';
import { FileReaderService } from './reading/file-reader.service.js';
import { NamesService } from './reading/names.service.js';

@Module({
  imports: [
    Tables.forFeature(Import, ImportLog, ImportRow),
    RecordSetsModule,
    ActivityModule,
    AgentsModule,
    ContactsModule,
    FilesModule,
  ],
  controllers: [ImportsController],
  providers: [
    ImportsService,
    ImportsAccessService,
    ImportLogsService,
    ImportQueueService,
    FileReaderService,
    PreviewsService,
    JudgeService,
    NamesService,
    MatchesService,
    ImportFileNames,
    ImportedPersonsService,
    UndoService,
    UsesService,
  ],
})
export class ImportsModule {}
