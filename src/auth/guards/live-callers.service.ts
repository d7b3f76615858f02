import { Injectable } from '@nestjs/common';
import type { Operation } from '../../http/endpoint/operation.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { CallDecisionService } from './call-decision.service.js';
import type { Principal } from '../accounts/principal.js';

/** Repeats the decision of the guards for calls that stay open, such as event streams. */
@Injectable()
export class LiveCallersService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly decision: CallDecisionService,
  ) {}

  /** The callers whom the guards would still accept, and whose rights have not changed. Runs at most three queries. */
  async among(callers: ReadonlySet<Principal>, operation: Operation): Promise<Set<Principal>> {
    const before = [...callers];
    const [bySession, byKey] = await Promise.all([this.bySessions(before), this.byKeys(before)]);
    const present = new Map([...bySession, ...byKey]);
    const allowed = new Set(await this.decision.among([...present.values()], operation));
    return new Set(
      before.filter((caller) => {
        const now = present.get(caller);
        return now !== undefined && allowed.has(now) && rightsOf(now) === rightsOf(caller);
      }),
    );
  }

  /**
   * Returns, for each caller who uses a session, the pair of this caller and the principal as it is now. Omits callers
   * whose session has ended.
   */
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

/**
 * The agent and the roles as text. Callers with equal rights have equal texts, because the database sorts the roles.
 */
function rightsOf({ AgentId, Roles }: Principal): string {
  return `${AgentId} ${Roles.join()}`;
}
