import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { AgentLocation } from './agent-location.entity.js';
import { LineImage } from './line-image.entity.js';
import { LineQuestionsController } from './line-questions.controller.js';
import { LineQuestionsService } from './line-questions.service.js';
import { Line } from './line.entity.js';
import { LinesService } from './lines.service.js';
import { Location } from './location.entity.js';
import { LocationsService } from './locations.service.js';
import { LocationSetup } from './setup/location-setup.service.js';
import { LocationsController } from './setup/locations.controller.js';
import { Question } from './question.entity.js';
import { Station } from './station.entity.js';

@Module({
  imports: [Tables.of(AgentLocation, Line, LineImage, Location, Question, Station), AgentsModule],
  controllers: [LineQuestionsController, LocationsController],
  providers: [LineQuestionsService, LinesService, LocationSetup, LocationsService],
  exports: [LinesService, LocationsService],
})
export class LinesModule {}
