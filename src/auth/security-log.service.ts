import { Injectable } from '@nestjs/common';
import { currentCall } from '../context/call-context.js';
import { Db } from '../database/db.js';
import type { Guid } from '../record/fields.js';
import { RequestLog } from '../http/server/request-log.js';

/** Why an attempt at signing in came to nothing. */
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
  event: 'password attempt' | 'provider sign-in' | 'mfa confirmation' | 'refresh token used again' | CredentialAct;
  outcome: 'succeeded' | 'failed';
  reason?: FailureReason;
  /** SHA-256 of the user name's compared form: people type passwords into the wrong field. */
  account?: string;
  address?: string;
  user?: Guid;
  /** Who changed the user's credential; absent: the command line. */
  by?: Guid;
}

/** What makes, changes, uses up or removes a credential. */
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
 * What guards the accounts, one line an event in the service's log: `"msg":"security"`.
 * Never a password, code, token or user name.
 */
@Injectable()
export class SecurityLog {
  constructor(
    private readonly log: RequestLog,
    private readonly db: Db,
  ) {}

  /** Within a transaction: the line is written once that is committed. */
  acted(event: CredentialAct, user: Guid): void {
    const by = currentCall()?.userId ?? undefined;
    this.db.afterCommit(() => this.record({ event, outcome: 'succeeded', user, by }));
  }

  record(event: SecurityEvent): void {
    const call = currentCall();
    const line = { ...event, operation: call?.operation, requestId: call?.requestId };
    this.log.logger[event.outcome === 'failed' ? 'warn' : 'info'](line, 'security');
  }
}
