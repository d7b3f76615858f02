import { Module } from '@nestjs/common';
import './agent-location.entity.js';
import { LineQuestionsController } from './line-questions.controller.js';
import { LineQuestionsService } from './line-questions.service.js';
import { LinesService } from './lines.service.js';
import './location.entity.js';
import { LocationsService } from './locations.service.js';
import './station.entity.js';

@Module({
  controllers: [LineQuestionsController],
  providers: [LineQuestionsService, LinesService, LocationsService],
  exports: [LinesService, LocationsService],
})
export class LinesModule {}
