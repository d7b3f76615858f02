import { Injectable } from '@nestjs/common';
import { currentCall, idsOf } from '../../context/call-context.js';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import { RequestLog } from '../../observability/request-log.js';

export type FailureReason =
  | 'unknown user'
  | 'wrong password'
  | 'user may not sign in'
  | 'account changed meanwhile'
  | 'code missing'
  | 'wrong code'
  | 'throttled'
  | 'unknown state'
  | 'refused by the provider'
  | 'provider away'
  | 'unknown code'
  | 'identity not verified'
  | 'user of another identity'
  | 'link needed'
  | 'no role'
  | 'last Administrator'
  | 'too many at once';

export interface SecurityEvent {
  event:
    | 'password attempt'
    | 'provider sign-in'
    | 'mfa confirmation'
    | 'refresh token used again'
    | 'kiosk check-in'
    | CredentialAct;
  outcome: 'succeeded' | 'failed';
  reason?: FailureReason;
  /**
   * SHA-256 of the `userNameKey` of the user name. The name is not logged: people type passwords into the wrong
   * field.
   */
  account?: string;
  address?: string;
  user?: Guid;
  /** The location of the kiosk whose key was used or changed. */
  location?: Guid;
  /** The UserId of the caller who changed the credential; absent for the command line. */
  by?: Guid;
}

/** A credential is made, changed, used or removed. */
type CredentialAct =
  | 'password made'
  | 'password changed'
  | 'mfa activated'
  | 'mfa reset'
  | 'recovery code used'
  | 'key made'
  | 'key revoked'
  | 'sessions ended'
  | 'identity linked'
  | 'identity unlinked';

/**
 * Writes sign-ins and changes of credentials to the log of the service, one line per event: `"msg":"security"`. A line
 * never has a password, code, token or user name.
 */
@Injectable()
export class SecurityLogService {
  constructor(
    private readonly log: RequestLog,
    private readonly db: Db,
  ) {}

  /** Writes the line of the event after the commit. Call this method within a transaction. */
  acted(event: CredentialAct, of: Guid | { location: Guid }): void {
    const by = currentCall()?.userId ?? undefined;
    const whose = typeof of === 'string' ? { user: of } : of;
    this.db.afterCommit(() => this.record({ event, outcome: 'succeeded', ...whose, by }));
  }

  record(event: SecurityEvent): void {
    const call = currentCall();
    const line = { ...event, operation: call?.operationName, ...idsOf(call) };
    this.log.logger[event.outcome === 'failed' ? 'warn' : 'info'](line, 'security');
  }
}
