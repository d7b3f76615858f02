import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { HistoryService } from './history.service.js';
import { UserHistoryController, UserSessionHistoryController } from './user-history.controllers.js';

@Module({
  imports: [HttpModule, AuditModule],
  controllers: [UserSessionHistoryController, UserHistoryController],
  providers: [HistoryService],
  exports: [HistoryService],
})
export class HistoryModule {}
