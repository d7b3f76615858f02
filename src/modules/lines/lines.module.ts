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
import { LineSetup } from './setup/line-setup.service.js';
import { LinesController } from './setup/lines.controller.js';
import { LocationSetup } from './setup/location-setup.service.js';
import { LocationsController } from './setup/locations.controller.js';
import { StationSetup } from './setup/station-setup.service.js';
import { StationsController } from './setup/stations.controller.js';
import { WaitTimesService } from './waiting/wait-times.service.js';
import { Question } from './question.entity.js';
import { Station } from './station.entity.js';

@Module({
  imports: [Tables.of(AgentLocation, Line, LineImage, Location, Question, Station), AgentsModule],
  controllers: [LineQuestionsController, LocationsController, LinesController, StationsController],
  providers: [
    LineQuestionsService,
    LinesService,
    LineSetup,
    LocationSetup,
    LocationsService,
    StationSetup,
    WaitTimesService,
  ],
  exports: [LinesService, LocationsService, WaitTimesService],
})
export class LinesModule {}
