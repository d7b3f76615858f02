import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { CheckinLine } from './checkin-line.entity.js';
import { CheckinReferences } from './checkin-references.service.js';
import { Checkin } from './checkin.entity.js';
import { CheckinsController } from './checkins.controller.js';
import { CheckinsRecordSet } from './checkins.record-set.js';
import { CheckinsService } from './checkins.service.js';
import { CheckinsStore } from './checkins.store.js';
import { LineAnswer } from './questionnaires/line-answer.entity.js';
import { QuestionnairesController } from './questionnaires/questionnaires.controller.js';
import { QuestionnairesService } from './questionnaires/questionnaires.service.js';
import { VisitQuestionnaireController } from './questionnaires/visit-questionnaire.controller.js';
import { BoardController } from './queue/board/board.controller.js';
import { CallNext } from './queue/call-next.service.js';
import { LiveQueue } from './queue/live-queue.service.js';
import { QueueChange } from './queue/queue-change.entity.js';
import { QueueChanges } from './queue/queue-changes.service.js';
import { QueueController } from './queue/queue.controller.js';
import { QueueService } from './queue/queue.service.js';
import { VisitReportController } from './report/report.controller.js';
import { VisitReports } from './report/report.service.js';
import { RequirementsService } from './requirements/requirements.service.js';
import { VisitsArchive } from './visits.archive.js';

/** Visits use lines; nothing of lines knows visits. */
@Module({
  imports: [Tables.of(Checkin, CheckinLine, LineAnswer, QueueChange), AgentsModule, HttpModule, LinesModule],
  // Fixed names come before placeholders.
  controllers: [
    BoardController,
    QueueController,
    VisitReportController,
    VisitQuestionnaireController,
    CheckinsController,
    QuestionnairesController,
  ],
  providers: [
    CheckinsRecordSet,
    VisitsArchive,
    CallNext,
    CheckinsStore,
    CheckinReferences,
    CheckinsService,
    LiveQueue,
    QuestionnairesService,
    QueueChanges,
    QueueService,
    RequirementsService,
    VisitReports,
  ],
})
export class CheckinsModule {}
