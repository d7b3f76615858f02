import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { isAddress } from '../../auth/accounts/user.entity.js';
import { OwnPasswordService } from '../../auth/passwords/own-password.service.js';
import { UsersService } from '../../auth/users/users.service.js';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import type { Agent } from './agent.entity.js';

const restrictions = ['RequireMFA', 'MfaActive', 'RestrictToSingleSession'] as const;
type Restriction = (typeof restrictions)[number];

/** The fields of an agent that decide how its user signs in and where password links are sent. */
type SignInFields = Pick<Agent, 'UserId' | 'AgentStatus' | Restriction | 'Email' | 'BusinessEmail' | 'AgentId'>;

interface Change {
  before: Partial<SignInFields> | undefined;
  sent: Partial<SignInFields>;
}

/**
 * Requires the own password of the caller before a change of an agent gives somebody access to the account of its user.
 */
@Injectable()
export class AgentSignInsService {
  constructor(
    private readonly db: Db,
    private readonly passwords: OwnPasswordService,
    private readonly users: UsersService,
  ) {}

  /**
   * Checks changes of agents before they are written, within the same transaction. Throws Invalid if the caller has not
   * proved the caller's own password and, after a change, a user would get password links at another address, have
   * another agent, be free of a restriction or be able to sign in again. If the address or the agent of a user changes,
   * ends the password links that were sent to the user before.
   */
  async check(changes: readonly Change[]): Promise<void> {
    const opening = changes.filter((change) => isMoved(change) || isWeakened(change) || hasOtherMail(change));
    const names = await this.userNames(opening.flatMap(({ before, sent }) => [before?.UserId, sent.UserId]));
    for (const change of opening) {
      const userIds = [change.before?.UserId, change.sent.UserId].filter((id) => id && names.has(id)) as Guid[];
      const getsLinks = isMoved(change) || (hasOtherMail(change) && userIds.some((id) => !isAddress(names.get(id)!)));
      if (userIds.length > 0 && isWeakened(change)) this.passwords.mustBeProved();
      if (getsLinks) for (const userId of userIds) await this.users.moveLinks(userId);
    }
  }

  private async userNames(ids: readonly (Guid | null | undefined)[]): Promise<Map<Guid, string>> {
    const known = ids.flatMap((id) => id ?? []);
    if (known.length === 0) return new Map();
    const users = await this.db.all<{ UserId: Guid; UserName: string }>(
      sql`SELECT UserId, UserName FROM users WHERE UserId IN (${join(known)})`,
    );
    return new Map(users.map(({ UserId, UserName }) => [UserId, UserName]));
  }
}

function isMoved({ before, sent: { UserId } }: Change): boolean {
  return UserId !== undefined && UserId !== (before?.UserId ?? null);
}

function isWeakened({ before, sent }: Change): boolean {
  const starts = before?.AgentStatus !== 'Active' && sent.AgentStatus === 'Active';
  const isFreed = restrictions.some((name) => before?.[name] && sent[name] !== undefined && !sent[name]);
  return before !== undefined && (starts || isFreed);
}

function hasOtherMail({ before = {}, sent }: Change): boolean {
  const { Email = before.Email, BusinessEmail = before.BusinessEmail } = sent;
  return (Email || BusinessEmail || '') !== (before.Email || before.BusinessEmail || '');
}
