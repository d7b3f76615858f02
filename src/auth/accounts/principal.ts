import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Unauthorized } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';

/** The authenticated user of a call, or the kiosk of a location, read at the beginning of the call. */
export interface Principal {
  /** The id of the user, or the KeyId of a kiosk. */
  readonly UserId: Guid;
  readonly UserName: string;
  readonly DisplayName: string;
  /** The user's own agent; 0 if the user has none. */
  readonly AgentId: number;
  /** Codes of the roles held. */
  readonly Roles: readonly string[];
  readonly isAdministrator: boolean;
  /** Whether sign-in needs a one-time code. */
  readonly MfaActive: boolean;
  /** Must enrol in multi-factor authentication before any other call. */
  readonly mustEnrol: boolean;
  /** Must change the password before any other call: the service generated it, or it is too short. */
  readonly mustChangePassword: boolean;
  /** Operations and groups to which the API key is limited; undefined: no limit. */
  readonly scope?: readonly string[];
  /** A custom role, not a system role, grants the operation of this call. */
  readonly isByOwnRole?: boolean;
  /** The session of a bearer token; undefined for an API key. */
  readonly SessionId?: Guid;
  /** The pair of tokens to which the bearer token belongs. */
  readonly PairId?: Guid;
  /** When the session last proved the user's password. */
  readonly ProvedAt?: DateTime;
  /** The API key of the call. */
  readonly KeyId?: Guid;
  /** The location of a kiosk's key, whose caller is no user. */
  readonly LocationId?: Guid;
}

/** A request after the guards. */
export interface AuthenticatedRequest {
  user?: Principal;
}

/** The authenticated user of the call: `@Caller() caller: Principal`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { user } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!user) throw new Unauthorized('Sign in first.');
  return user;
});
