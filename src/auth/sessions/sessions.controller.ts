import { Forbidden, NotFound } from '../../errors/errors.js';
import { authenticated, Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import type { Bound } from '../../record/bind.js';
import type { ListOptions } from '../../record/list-options.js';
import { authGroup, DoneResponse } from '../auth.records.js';
import { Caller } from '../guards/caller.js';
import type { Principal } from '../guards/principal.js';
import { OwnSessions } from './own-sessions.service.js';
import { SessionRequest, SessionsResponse } from './sessions.records.js';

@Resource({ ...authGroup, access: authenticated })
export class SessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Auth/Sessions',
    response: SessionsResponse,
    summary: "List one's own sessions",
    errors: [Forbidden],
  })
  listSessions(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Sessions: this.sessions.list(caller, options) };
  }

  @Endpoint({
    verb: 'DELETE',
    path: '/v1/Auth/Sessions/{SessionId}',
    transaction: false,
    request: SessionRequest,
    response: DoneResponse,
    summary: "End one of one's own sessions",
    errors: [Forbidden, NotFound],
  })
  async endSession(@Input() { SessionId }: Bound<SessionRequest>, @Caller() caller: Principal) {
    await this.sessions.end(caller, SessionId!);
    return {};
  }

  @Endpoint({
    verb: 'DELETE',
    path: '/v1/Auth/Sessions',
    transaction: false,
    response: DoneResponse,
    summary: "End one's own other sessions",
    errors: [Forbidden],
  })
  async endOtherSessions(@Caller() caller: Principal) {
    await this.sessions.endOthers(caller);
    return {};
  }
}
