import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from './auth/auth.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { extras } from './extras.js';
import { HttpModule } from './http/http.module.js';
import { ActivityModule } from './modules/activity/activity.module.js';
import { AgentsModule } from './modules/agents/agents.module.js';
import { AppointmentsModule } from './modules/appointments/appointments.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { BookingsModule } from './modules/bookings/bookings.module.js';
import { CheckinsModule } from './modules/checkins/checkins.module.js';
import { ContactsModule } from './modules/contacts/contacts.module.js';
import { DropboxModule } from './modules/dropbox/dropbox.module.js';
import { EventTypesModule } from './modules/eventtypes/eventtypes.module.js';
import { FilesModule } from './modules/files/files.module.js';
import { HistoryModule } from './modules/history/history.module.js';
import { LinesModule } from './modules/lines/lines.module.js';
import { LookUpsModule } from './modules/lookups/lookups.module.js';
import { MessagesModule } from './modules/messages/messages.module.js';
import { PolicyDocsModule } from './modules/policydocs/policydocs.module.js';
import { ProjectsModule } from './modules/projects/projects.module.js';
import { RolesModule } from './modules/roles/roles.module.js';
import { SecuritiesModule } from './modules/securities/securities.module.js';
import { ImportsModule } from './modules/imports/imports.module.js';
import { SetsModule } from './modules/sets/sets.module.js';
import { SlotsModule } from './modules/slots/slots.module.js';
import { SmartsheetsModule } from './modules/smartsheets/smartsheets.module.js';
import { SurveysModule } from './modules/surveys/surveys.module.js';
import { WebhooksModule } from './modules/webhooks/webhooks.module.js';

@Module({
  imports: [
    DatabaseModule,
    HttpModule,
    AuthModule.forRoot({ imports: [AgentsModule, MessagesModule] }),
    ...extras.map(async ({ load }): Promise<DynamicModule> => ({ module: (await load()).domain })),
    // Express tries the routes in this order: first those that the portal calls most.
    EventTypesModule,
    ContactsModule,
    RolesModule,
    CheckinsModule,
    AgentsModule,
    SmartsheetsModule,
    LinesModule,
    ActivityModule,
    AppointmentsModule,
    BookingsModule,
    SecuritiesModule,
    AuditModule,
    SurveysModule,
    DropboxModule,
    FilesModule,
    SlotsModule,
    ProjectsModule,
    PolicyDocsModule,
    LookUpsModule,
    MessagesModule,
    ImportsModule,
    SetsModule,
    WebhooksModule,
    HistoryModule,
  ],
})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.forRoot(config)] };
  }
}
