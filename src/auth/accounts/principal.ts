import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthorized } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';

/** The authenticated user of a call, or the kiosk of a location, read at the beginning of the call. */
export interface Principal {
  /** The id of the user, or the KeyId of a kiosk. */
  readonly UserId: Guid;
  readonly UserName: string;
  readonly DisplayName: string;
  /** The agent who is linked to the user; 0 if there is none. */
  readonly AgentId: number;
  /** The codes of the user's roles. */
  readonly Roles: readonly string[];
  readonly isAdministrator: boolean;
  /** Whether sign-in needs a one-time code. */
  readonly MfaActive: boolean;
  /** The user must enrol in multi-factor authentication before any other call. */
  readonly mustEnrol: boolean;
  /** The user must change the password before any other call, because the service generated it or it is too short. */
  readonly mustChangePassword: boolean;
  /** Operations and groups to which the API key is limited; undefined: no limit. */
  readonly scope?: readonly string[];
  /** Whether a custom role instead of a system role grants the operation of this call. */
  readonly isByOwnRole?: boolean;
  /** The session of a bearer token; undefined for an API key. */
  readonly SessionId?: Guid;
  /** The id of the bearer token and of the refresh token that was issued with it. */
  readonly PairId?: Guid;
  /** When the user last sent the password in this session. */
  readonly ProvedAt?: DateTime;
  /** The API key of the call. */
  readonly KeyId?: Guid;
  /** The location of a kiosk, if the caller is a kiosk instead of a user. */
  readonly LocationId?: Guid;
}

/** A request to which the guards have added the caller. */
export interface AuthenticatedRequest {
  user?: Principal;
}

/** Injects the authenticated user of the call: `@Caller() caller: Principal`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!user) throw new Unauthorized('Sign in first.');
  return user;
});
