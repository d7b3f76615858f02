import { Module } from '@nestjs/common';
import { LinesModule } from '../lines/lines.module.js';
import { CheckinReferences } from './checkin-references.service.js';
import { CheckinsController } from './checkins.controller.js';
import { CheckinsService } from './checkins.service.js';
import { QuestionnairesController } from './questionnaires/questionnaires.controller.js';
import { QuestionnairesService } from './questionnaires/questionnaires.service.js';
import { RequirementsService } from './requirements.service.js';
import { WaitTimesService } from './wait-times.service.js';

/** Visits use lines; nothing of lines knows visits. */
@Module({
  imports: [LinesModule],
  controllers: [CheckinsController, QuestionnairesController],
  providers: [CheckinReferences, CheckinsService, QuestionnairesService, RequirementsService, WaitTimesService],
})
export class CheckinsModule {}
