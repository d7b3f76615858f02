import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthorized } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';

/** The authenticated user of a call, or the kiosk of a location, read at the beginning of the call. */
export interface Principal {
  /** The UserId, or the KeyId of a kiosk. */
  readonly UserId: Guid;
  readonly UserName: string;
  readonly DisplayName: string;
  /** 0 if no agent is linked to the user. */
  readonly AgentId: number;
  /** Role codes. */
  readonly Roles: readonly string[];
  readonly isAdministrator: boolean;
  /** Sign-in needs a one-time code. */
  readonly MfaActive: boolean;
  /** The user must enrol in multi-factor authentication before any other call. */
  readonly mustEnrol: boolean;
  /** The user must change the password before any other call, because the service generated it or it is too short. */
  readonly mustChangePassword: boolean;
  /** The operations and groups to which the API key is limited, if it is. */
  readonly scope?: readonly string[];
  /** A custom role instead of a system role grants the operation of this call. */
  readonly isByOwnRole?: boolean;
  /** The session of a bearer token; an API key has none. */
  readonly SessionId?: Guid;
  /** The id of the bearer token and of the refresh token that was issued with it. */
  readonly PairId?: Guid;
  /** When the user last sent the password in this session. */
  readonly ProvedAt?: DateTime;
  readonly KeyId?: Guid;
  /** The location of a kiosk, if the caller is a kiosk instead of a user. */
  readonly LocationId?: Guid;
}

export interface AuthenticatedRequest {
  user?: Principal;
}

/** Injects the authenticated user of the call: `@Caller() caller: Principal`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!user) throw new Unauthorized('Sign in first.');
  return user;
});
