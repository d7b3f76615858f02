import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { FilesModule } from '../files/files.module.js';
import { HistoryModule } from '../history/history.module.js';
import { AgentLocation, Location, Station, UserLocation } from './location.entity.js';
import { LineImagesController } from './images/line-images.controller.js';
import { LineImageNames, LineImagesService } from './images/line-images.service.js';
import { LineImage, Line, Question } from './line.entity.js';
import { LineQuestionsController, LineQuestionHistoryController } from './line-questions.controller.js';
import { LineQuestionsService } from './line-questions.service.js';
import { LineQuestionsRecordSet, LinesRecordSet, LocationsRecordSet, StationsRecordSet } from './lines.record-sets.js';
import { LinesService } from './lines.service.js';
import { LocationsService, OwnLocations } from './locations.service.js';
import { LinesController, LineHistoryController } from './lines.controller.js';
import { LocationsController, LocationHistoryController } from './locations.controller.js';
import { StationSetupService } from './stations/station-setup.service.js';
import { StationsController, StationHistoryController } from './stations/stations.controller.js';
import { WorkplacesController } from './workplaces/workplaces.controller.js';
import { WorkplacesService } from './workplaces/workplaces.service.js';

@Module({
  imports: [
    Tables.forFeature(AgentLocation, Line, LineImage, Location, Question, Station, UserLocation),
    AgentsModule,
    FilesModule,
    HistoryModule,
  ],
  controllers: [
    LineImagesController,
    LineQuestionsController,
    LocationsController,
    LinesController,
    StationsController,
    WorkplacesController,
    LineQuestionHistoryController,
    LineHistoryController,
    LocationHistoryController,
    StationHistoryController,
  ],
  providers: [
    LineImageNames,
    LineImagesService,
    LineQuestionsRecordSet,
    LineQuestionsService,
    LinesRecordSet,
    LocationsRecordSet,
    LinesService,
    LocationsService,
    OwnLocations,
    StationSetupService,
    StationsRecordSet,
    WorkplacesService,
  ],
  exports: [LinesService, LocationsService],
})
export class LinesModule {}
