import { NotFound, TooManyRequests } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { demoPassword } from '../../demo/demo-password.js';
import { Caller, type Principal } from '../accounts/principal.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { Session } from './session.entity.js';
import { EndSessionsRequest, SessionsResponse, UserSessionRequest } from './sessions.records.js';
import { UserSessionsService } from './user-sessions.service.js';

const records = { request: UserSessionRequest, response: SessionsResponse, errors: [NotFound] } as const;
const ending = {
  ...records,
  verb: 'DELETE',
  request: EndSessionsRequest,
  credential: { ofOther: true },
  errors: [NotFound, TooManyRequests],
  example: { OwnPassword: demoPassword },
} as const;
const ofUser = '/v1/Users/{UserId}/Sessions';
const path = '/v1/Users/{UserId}/Sessions/{SessionId}';
type OfUser = BoundWith<UserSessionRequest, 'UserId'>;
type Named = BoundWith<UserSessionRequest, 'UserId' | 'SessionId'>;

@Resource(groups.administration)
export class UserSessionsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: UserSessionsService,
  ) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    path: ofUser,
    summary: "List a user's sessions",
    description: 'Ended and expired sessions are not listed.',
  })
  async listUserSessions(
    @Input() { UserId }: OfUser,
    @Caller() { SessionId: current }: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.accounts.existing(UserId);
    return { Sessions: this.sessions.list(UserId, current, options) };
  }

  @Endpoint({ ...records, verb: 'GET', path, summary: "Read a user's session", etag: Session })
  async readUserSession(@Input() { UserId, SessionId }: Named, @Caller() { SessionId: current }: Principal) {
    return { Sessions: [await this.sessions.read(UserId, SessionId, current)] };
  }

  @Endpoint({
    ...ending,
    path: ofUser,
    summary: "End a user's sessions",
    description: 'The response lists the ended sessions.',
  })
  async endUserSessions(@Input() { UserId }: OfUser, @Caller() { SessionId: current }: Principal) {
    await this.accounts.existing(UserId);
    return { Sessions: await this.sessions.endAll(UserId, current) };
  }

  @Endpoint({ ...ending, path, summary: "End a user's session" })
  async endUserSession(@Input() { UserId, SessionId }: Named, @Caller() { SessionId: current }: Principal) {
    return { Sessions: [await this.sessions.end(UserId, SessionId, current)] };
  }
}
