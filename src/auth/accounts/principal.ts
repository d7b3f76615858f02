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
  /** The codes of the user's roles. */
  readonly Roles: readonly string[];
  readonly isAdministrator: boolean;
  /** The user needs a one-time code to sign in. */
  readonly MfaActive: boolean;
  /** The user must enrol in multi-factor authentication before any other call. */
  readonly mustEnrol: boolean;
  /**
   * The user must change the password before any other call: the service generated it, or the password is too short.
   */
  readonly mustChangePassword: boolean;
  /** The names of the operations and groups to which the API key is limited; undefined for a caller without a limit. */
  readonly scope?: readonly string[];
  /** True if a custom role, not a system role, grants the operation of this call. */
  readonly isByOwnRole?: boolean;
  /** The session of a bearer token; an API key has none. */
  readonly SessionId?: Guid;
  /** The id that the bearer token shares with the refresh token that was issued together with it. */
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
