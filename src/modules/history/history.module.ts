import { Module } from '@nestjs/common';
import { UserSessionsController } from '../../auth/sessions/user-sessions.controller.js';
import { UsersController } from '../../auth/users/users.controller.js';
import { HttpModule } from '../../http/http.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { HistoryOf } from './history.controller.js';
import { HistoryService } from './history.service.js';

// The room auth/ is below this module, so the histories of its records are here.
class UserSessionHistoryController extends HistoryOf(UserSessionsController, 'readUserSession') {}
class UserHistoryController extends HistoryOf(UsersController, 'readUser', 'changeUser') {}

@Module({
  imports: [HttpModule, AuditModule],
  controllers: [UserSessionHistoryController, UserHistoryController],
  providers: [HistoryService],
  exports: [HistoryService],
})
export class HistoryModule {}
