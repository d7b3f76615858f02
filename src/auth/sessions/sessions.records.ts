import { DateTime, Flag, Guid, Text } from '../../record/fields.js';
import { ResponseRecord, responseOf } from '../../record/response-status.js';
import { OwnPassword } from '../accounts/credential.fields.js';
import { longestUserAgent } from './session.entity.js';

export class ListedSession {
  @Guid({ key: true }) SessionId!: Guid;
  @DateTime() StartedAt!: DateTime;
  @DateTime({ description: 'When the session began or was last refreshed.' }) LastUsedAt!: DateTime;
  @DateTime({ description: 'When the session ends, unless it is refreshed before.' }) ExpiresAt!: DateTime;
  @Text(64, { description: 'The address of the client that signed in.' }) Address!: string;
  @Text(longestUserAgent, { description: 'The User-Agent header of the sign-in.' }) UserAgent!: string;
  @Flag({ description: 'The session of this call.' }) Current!: boolean;
}

export class SessionRequest {
  @Guid() SessionId!: Guid;
}

export class UserSessionRequest {
  @Guid({ example: 'e3a0c1d25b7f4968a1d4f06b8c927e51' }) UserId!: Guid;
  @Guid({ example: '7b9e2f4d61a8430cb5d70c3e98f1a264' }) SessionId!: Guid;
}

export class EndSessionsRequest extends UserSessionRequest {
  @OwnPassword() OwnPassword!: string;
}

export class SessionsResponse extends responseOf('Sessions', ListedSession) {}

export class DoneResponse extends ResponseRecord {}
