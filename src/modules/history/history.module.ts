import { Module, type DynamicModule } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { HistoryController } from './history.controller.js';
import { nouns } from './history.nouns.js';
import { HistoryService } from './history.service.js';

@Module({})
export class HistoryModule {
  /** Call this after all other controllers are loaded: their declarations decide which records have a history. */
  static of(): DynamicModule {
    for (const noun of nouns()) HistoryController.declare(noun);
    return {
      module: HistoryModule,
      imports: [HttpModule, AuditModule],
      controllers: [HistoryController],
      providers: [HistoryService],
    };
  }
}
