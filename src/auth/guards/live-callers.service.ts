import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import { AgentDirectory, type OwnAgentColumns } from '../users/agent-directory.js';
import type { Principal } from './principal.js';

type Rights = Pick<Principal, 'AgentId' | 'Roles'>;
type UserRow = OwnAgentColumns & { UserId: Guid; RoleCode: string | null };

/** Looks after callers whose call goes on: what ends a session or changes a user's rights ends it too. */
@Injectable()
export class LiveCallers {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
    private readonly time: SystemClock,
  ) {}

  /**
   * Those who may go on: their session or key lives, they may sign in, and their roles and agent are those of when they
   * called. All of them at once, in three queries at most.
   */
  async among(callers: ReadonlySet<Principal>): Promise<Set<Principal>> {
    const now = this.time.at();
    const distinct = (idOf: (caller: Principal) => Guid | undefined): Guid[] => [
      ...new Set([...callers].flatMap((caller) => idOf(caller) ?? [])),
    ];
    const [sessions, keys, rights] = await Promise.all([
      this.living(
        distinct(({ SessionId }) => SessionId),
        (ids) => sql`SELECT s.SessionId AS Id FROM sessions s
          WHERE s.SessionId IN (${ids}) AND s.EndedAt IS NULL AND s.ExpiresAt > ${now}`,
      ),
      this.living(
        distinct(({ KeyId }) => KeyId),
        (ids) => sql`SELECT k.KeyId AS Id FROM api_keys k
          WHERE k.KeyId IN (${ids}) AND k.RevokedAt IS NULL AND k.ExpiresAt > ${now}`,
      ),
      this.rights(distinct(({ UserId }) => UserId)),
    ]);
    return new Set(
      [...callers].filter(
        (caller) =>
          (sessions.has(caller.SessionId ?? '') || keys.has(caller.KeyId ?? '')) &&
          rights.get(caller.UserId) === textOf(caller),
      ),
    );
  }

  private async living(ids: readonly Guid[], query: (ids: Sql) => Sql): Promise<Set<Guid>> {
    if (ids.length === 0) return new Set();
    return new Set((await this.db.all<{ Id: Guid }>(query(join(ids)))).map(({ Id }) => Id));
  }

  /** The rights of each of the users who may sign in. */
  private async rights(ids: readonly Guid[]): Promise<Map<Guid, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db
      .all<UserRow>(sql`SELECT u.UserId AS UserId, r.RoleCode AS RoleCode, ${this.agents.columns}
      FROM users u LEFT JOIN user_roles r ON r.UserId = u.UserId ${this.agents.join}
      WHERE u.UserId IN (${join(ids)}) AND u.Disabled = 0 ORDER BY u.UserId, r.RoleCode`);
    const found = new Map<Guid, Rights>();
    for (const row of rows) {
      const agent = this.agents.of(row);
      if (agent?.Active === false) continue;
      const Roles = [...(found.get(row.UserId)?.Roles ?? []), ...(row.RoleCode ? [row.RoleCode] : [])];
      found.set(row.UserId, { AgentId: agent?.AgentId ?? 0, Roles });
    }
    return new Map([...found].map(([id, rights]) => [id, textOf(rights)]));
  }
}

/** Roles come sorted from the database. */
function textOf({ AgentId, Roles }: Rights): string {
  return `${AgentId} ${Roles.join()}`;
}
