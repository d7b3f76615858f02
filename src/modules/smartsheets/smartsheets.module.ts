import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { SmartsheetLine, SmartsheetTransfer } from './smartsheet.entity.js';
import { SmartsheetLinesRecordSet } from './smartsheet-lines.record-set.js';
import { SmartsheetsController } from './smartsheets.controller.js';
import { OwnedLines, SmartsheetsService } from './smartsheets.service.js';

@Module({
  imports: [Tables.forFeature(SmartsheetLine, SmartsheetTransfer), AgentsModule],
  controllers: [SmartsheetsController],
  providers: [OwnedLines, SmartsheetLinesRecordSet, SmartsheetsService],
})
export class SmartsheetsModule {}
