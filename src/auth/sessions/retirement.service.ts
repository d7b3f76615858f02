import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { SessionsService } from './sessions.service.js';
import { mayAct } from '../accounts/accounts.service.js';
import { AgentDirectory } from '../accounts/agent-directory.js';

type Row = { UserId: Guid; Disabled: boolean };

/** Ends sessions and revokes API keys after a call or an import has disabled users or made their agents inactive. */
@Injectable()
export class RetirementService {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
    private readonly sessions: SessionsService,
    private readonly keys: ApiKeysService,
  ) {}

  /**
   * Ends the sessions of those users who are disabled or whose agent is not Active, and revokes the API keys of those
   * whose agent is not Active. Call this method after the change, in the same transaction.
   */
  async settle(userIds: readonly Guid[]): Promise<void> {
    if (userIds.length === 0) return;
    const rows = await this.db.all<Row>(sql`SELECT u.UserId AS UserId, u.Disabled AS Disabled
      FROM users u WHERE u.UserId IN (${join([...userIds])}) ORDER BY u.UserId`);
    const agents = await this.agents.ofUsers(userIds);
    const found = rows.map((row) => ({ ...row, agent: agents.get(row.UserId) }));
    await this.endSessions(found.filter((user) => !mayAct(user)));
    await this.revokeKeys(found.filter(({ agent }) => agent?.Active === false));
  }

  private async endSessions(users: readonly Row[]): Promise<void> {
    if (users.length === 0) return;
    const ids = join(users.map(({ UserId }) => UserId));
    // Lock the users, as a sign-in does. If a parallel sign-in was first, the query below finds its session. Otherwise
    // the sign-in sees the change.
    await this.db.lock(sql`SELECT u.UserId AS UserId FROM users u WHERE u.UserId IN (${ids}) ORDER BY u.UserId`);
    const open = await this.db.lock<{ SessionId: Guid }>(sql`SELECT s.SessionId AS SessionId FROM sessions s
      WHERE s.UserId IN (${ids}) AND s.EndedAt IS NULL ORDER BY s.SessionId`);
    for (const { SessionId } of open) await this.sessions.end(SessionId);
  }

  private async revokeKeys(users: readonly Row[]): Promise<void> {
    if (users.length === 0) return;
    const good = await this.db.lock<{ KeyId: Guid }>(sql`SELECT k.KeyId AS KeyId FROM api_keys k
      WHERE k.UserId IN (${join(users.map(({ UserId }) => UserId))}) AND k.RevokedAt IS NULL ORDER BY k.KeyId`);
    for (const { KeyId } of good) await this.keys.revoke(KeyId);
  }
}
