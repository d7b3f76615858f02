import { Global, Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { AgentsModule } from '../agents/agents.module.js';
import { AppointmentsModule } from '../appointments/appointments.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { DropboxModule } from '../dropbox/dropbox.module.js';
import { FilesModule } from '../files/files.module.js';
import { LinesModule } from '../lines/lines.module.js';
import { LineWaits } from '../lines/lines.service.js';
import { MessagesModule } from '../messages/messages.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ArrivalsController } from './arrivals/arrivals.controller.js';
import { ArrivalsService } from './arrivals/arrivals.service.js';
import { BookedVisitsService } from './arrivals/booked-visits.service.js';
import { BookingSearchService } from './arrivals/booking-search.service.js';
import { ArrivalPageController } from './arrivals/arrival-page.controller.js';
import { CheckinLeg, CheckinLine, Checkin } from './checkin.entity.js';
import { CheckinReferencesService } from './checkin-references.service.js';
import { CheckinsController, CheckinHistoryController } from './checkins.controller.js';
import { CheckinsRecordSet } from './checkins.record-set.js';
import { CheckinsService } from './checkins.service.js';
import { CheckinsStore, VisitsMergeRule } from './checkins.store.js';
import { CloseOfDayService } from './close-of-day.service.js';
import { VisitDocumentLink } from './documents/visit-document.entity.js';
import { VisitDocumentsController } from './documents/visit-documents.controller.js';
import { VisitDocumentNames, VisitDocumentsService } from './documents/visit-documents.service.js';
import { LineAnswer } from './questionnaires/line-answer.entity.js';
import { QuestionnairesController } from './questionnaires/questionnaires.controller.js';
import { QuestionnairesService } from './questionnaires/questionnaires.service.js';
import { BoardController } from './queue/board/board.controller.js';
import { AttendedVisits } from './queue/attended-visits.holding.js';
import { CallNextService } from './queue/call-next.service.js';
import { LiveQueueService } from './queue/live-queue.service.js';
import { QueueController } from './queue/queue.controller.js';
import { QueueService } from './queue/queue.service.js';
import { VisitsService } from './queue/visits.service.js';
import { CustomersService } from './reception/customers.service.js';
import { ReceptionController } from './reception/reception.controller.js';
import { SelfCheckinsService } from './reception/self-checkins.service.js';
import { VisitReportController } from './report/report.controller.js';
import { ReportService } from './report/report.service.js';
import { RequirementsService } from './requirements.service.js';
import { TicketsService } from './tickets.service.js';
import { VisitMessagesService } from './visit-messages.service.js';
import { VisitsSubject } from './visits.subject.js';
import { VisitPageController } from './visit-page/visit-page.controller.js';
import { VisitPagesService } from './visit-page/visit-pages.service.js';

/** This module is global, so that `lines` can inject LineWaits without importing it. */
@Global()
@Module({
  imports: [
    Tables.forFeature(Checkin, CheckinLeg, CheckinLine, LineAnswer, VisitDocumentLink),
    AgentsModule,
    AppointmentsModule,
    ContactsModule,
    DropboxModule,
    FilesModule,
    HttpModule,
    ObservabilityModule,
    LinesModule,
    MessagesModule,
    HistoryModule,
  ],
  controllers: [
    CheckinsController,
    CheckinHistoryController,
    ArrivalPageController,
    ArrivalsController,
    BoardController,
    QueueController,
    VisitReportController,
    ReceptionController,
    QuestionnairesController,
    VisitDocumentsController,
    VisitPageController,
  ],
  providers: [
    ArrivalsService,
    AttendedVisits,
    BookedVisitsService,
    BookingSearchService,
    CheckinsRecordSet,
    CallNextService,
    CheckinsStore,
    CloseOfDayService,
    CheckinReferencesService,
    CustomersService,
    CheckinsService,
    LiveQueueService,
    QuestionnairesService,
    QueueService,
    RequirementsService,
    SelfCheckinsService,
    TicketsService,
    VisitDocumentNames,
    VisitDocumentsService,
    VisitPagesService,
    VisitsService,
    VisitsSubject,
    VisitMessagesService,
    ReportService,
    VisitsMergeRule,
    { provide: LineWaits, useExisting: QueueService },
  ],
  exports: [ArrivalsService, LineWaits, VisitDocumentsService],
})
export class CheckinsModule {}
