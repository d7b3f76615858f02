import { NotFound, TooManyRequests } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { administration } from '../administration.js';
import { demoPassword } from '../auth.records.js';
import { Caller } from '../guards/caller.js';
import type { Principal } from '../guards/principal.js';
import { Accounts } from '../users/accounts.service.js';
import { EndSessionsRequest, SessionsResponse, UserSessionRequest } from './sessions.records.js';
import { UserSessions } from './user-sessions.service.js';

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

@Resource(administration)
export class UserSessionsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly sessions: UserSessions,
  ) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    path: ofUser,
    summary: "List a user's sessions",
    description: 'Those that live.',
  })
  async listUserSessions(
    @Input() { UserId }: OfUser,
    @Caller() { SessionId: current }: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.accounts.existing(UserId);
    return { Sessions: this.sessions.list(UserId, current, options) };
  }

  @Endpoint({ ...records, verb: 'GET', path, summary: "Read a user's session", etag: true })
  async readUserSession(@Input() { UserId, SessionId }: Named, @Caller() { SessionId: current }: Principal) {
    return { Sessions: [await this.sessions.read(UserId, SessionId, current)] };
  }

  @Endpoint({
    ...ending,
    path: ofUser,
    summary: "End a user's sessions",
    description: 'The answer has those that were ended.',
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
