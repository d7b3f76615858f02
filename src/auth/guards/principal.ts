import type { DateTime, Guid } from '../../record/fields.js';

/** The authenticated user of a call, as of that call. */
export interface Principal {
  readonly UserId: Guid;
  readonly UserName: string;
  readonly DisplayName: string;
  /** The own agent; 0: none. */
  readonly AgentId: number;
  /** Codes of the roles held. */
  readonly Roles: readonly string[];
  readonly isAdministrator: boolean;
  /** Signing in takes a one-time code. */
  readonly MfaActive: boolean;
  /** Has to enrol in multi-factor authentication before anything else. */
  readonly mustEnrol: boolean;
  /** Signed in with a password that the service has made: has to change it before anything else. */
  readonly mustChangePassword: boolean;
  /** What an API key is limited to: names of operations, or of groups of them; undefined: it is not limited. */
  readonly scope?: readonly string[];
  /** A role of one's own, not one of the system's, opened the operation of this call. */
  readonly isByOwnRole?: boolean;
  /** The session of a bearer token; undefined for an API key. */
  readonly SessionId?: Guid;
  /** Of the session, the pair of tokens that the bearer token is of. */
  readonly PairId?: Guid;
  /** When the session proved the user's password last. */
  readonly ProvedAt?: DateTime;
  /** The API key of the call. */
  readonly KeyId?: Guid;
}

/** A request after the guards. */
export interface AuthenticatedRequest {
  user?: Principal;
}
