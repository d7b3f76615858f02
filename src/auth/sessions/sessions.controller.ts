import { Forbidden, NotFound } from '../../errors/errors.js';
import { authenticated, Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { Caller, type Principal } from '../accounts/principal.js';
import { DoneResponse, SessionRequest, SessionsResponse } from './sessions.records.js';
import { sessionOf, UserSessionsService } from './user-sessions.service.js';

@Resource({ ...groups.auth, access: authenticated })
export class SessionsController {
  constructor(private readonly sessions: UserSessionsService) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Auth/Sessions',
    response: SessionsResponse,
    summary: 'List your own sessions',
    errors: [Forbidden],
  })
  listSessions(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Sessions: this.sessions.list(caller.UserId, sessionOf(caller), options) };
  }

  @Endpoint({
    verb: 'DELETE',
    path: '/v1/Auth/Sessions/{SessionId}',
    transaction: false,
    request: SessionRequest,
    response: DoneResponse,
    summary: 'End one of your own sessions',
    errors: [Forbidden, NotFound],
  })
  async endSession(@Input() { SessionId }: Bound<SessionRequest>, @Caller() caller: Principal) {
    sessionOf(caller);
    await this.sessions.end(caller.UserId, SessionId!);
    return {};
  }

  @Endpoint({
    verb: 'DELETE',
    path: '/v1/Auth/Sessions',
    transaction: false,
    response: DoneResponse,
    summary: 'End your other sessions',
    errors: [Forbidden],
  })
  async endOtherSessions(@Caller() caller: Principal) {
    const own = sessionOf(caller);
    await this.sessions.endAll(caller.UserId, own, own);
    return {};
  }
}
