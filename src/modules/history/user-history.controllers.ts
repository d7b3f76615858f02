import { UserSessionsController } from '../../auth/sessions/user-sessions.controller.js';
import { UsersController } from '../../auth/users/users.controller.js';
import { HistoryOf } from './history.controller.js';

// The room auth/ is below this module, so the histories of its records are here.
export class UserSessionHistoryController extends HistoryOf(UserSessionsController, 'readUserSession') {}
export class UserHistoryController extends HistoryOf(UsersController, 'readUser', 'changeUser') {}
