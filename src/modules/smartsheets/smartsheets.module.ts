import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { SmartsheetLine } from './smartsheet-line.entity.js';
import { SmartsheetLinesRecordSet } from './smartsheet-lines.record-set.js';
import { SmartsheetListsController } from './smartsheet-lists.controller.js';
import { SmartsheetLists } from './smartsheet-lists.service.js';
import { SmartsheetTransfer } from './smartsheet-transfer.entity.js';
import { SmartsheetsController } from './smartsheets.controller.js';
import { SmartsheetsService } from './smartsheets.service.js';

@Module({
  imports: [Tables.of(SmartsheetLine, SmartsheetTransfer), AgentsModule],
  controllers: [SmartsheetsController, SmartsheetListsController],
  providers: [SmartsheetLinesRecordSet, SmartsheetLists, SmartsheetsService],
})
export class SmartsheetsModule {}
