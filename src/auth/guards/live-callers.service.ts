import { Injectable } from '@nestjs/common';
import type { Operation } from '../../http/endpoint/operation.js';
import { Accounts } from '../users/accounts.service.js';
import { CallDecision } from './call-decision.service.js';
import type { Principal } from './principal.js';

/** Looks after callers whose call goes on: what the guards would refuse now ends it. */
@Injectable()
export class LiveCallers {
  constructor(
    private readonly accounts: Accounts,
    private readonly decision: CallDecision,
  ) {}

  /**
   * Those who may go on: the guards would let the same call in now, with the roles and the agent that it began with.
   * All of them at once, in three queries at most.
   */
  async among(callers: ReadonlySet<Principal>, operation: Operation): Promise<Set<Principal>> {
    const asked = [...callers];
    const [bySession, byKey] = await Promise.all([this.bySessions(asked), this.byKeys(asked)]);
    const present = new Map([...bySession, ...byKey]);
    const allowed = new Set(await this.decision.among([...present.values()], operation));
    return new Set(
      asked.filter((caller) => {
        const now = present.get(caller);
        return now !== undefined && allowed.has(now) && rightsOf(now) === rightsOf(caller);
      }),
    );
  }

  /** By the caller of then, the caller of now. */
  private async bySessions(callers: readonly Principal[]): Promise<[Principal, Principal][]> {
    const signedIn = callers.filter(({ SessionId }) => SessionId !== undefined);
    if (signedIn.length === 0) return [];
    const found = await this.accounts.bySessions(
      signedIn.map(({ SessionId, UserId, PairId }) => ({ sessionId: SessionId!, userId: UserId, pairId: PairId })),
    );
    return signedIn.flatMap((caller, index) => {
      const now = found[index];
      return now ? [[caller, now.principal]] : [];
    });
  }

  private async byKeys(callers: readonly Principal[]): Promise<[Principal, Principal][]> {
    const withKey = callers.filter(({ KeyId }) => KeyId !== undefined);
    if (withKey.length === 0) return [];
    const found = await this.accounts.byKeyIds([...new Set(withKey.map(({ KeyId }) => KeyId!))]);
    const byId = new Map(found.map(({ KeyId, principal }) => [KeyId, principal]));
    return withKey.flatMap((caller) => {
      const now = byId.get(caller.KeyId!);
      return now ? [[caller, now]] : [];
    });
  }
}

/** Roles come sorted from the database. */
function rightsOf({ AgentId, Roles }: Principal): string {
  return `${AgentId} ${Roles.join()}`;
}
