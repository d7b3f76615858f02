import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { AgentDirectory, type OwnAgent, type OwnAgentColumns } from '../../auth/accounts/agent-directory.js';
import { Db } from '../../database/db.js';
import { Conflict, noSuch } from '../../errors/errors.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { Agent } from './agent.entity.js';

type AgentRow = OwnAgentColumns & { UserId: Guid };

/** Reads and writes the link between a user and its agent. Only `agents.UserId` stores this link. */
@Injectable()
export class OwnAgentsService extends AgentDirectory {
  readonly columns = sql`own.AgentId AS OwnAgentId, own.AgentStatus AS OwnAgentStatus,
    own.RestrictToSingleSession AS OwnAgentRestricted, own.RequireMFA AS OwnAgentRequiresMfa,
    own.MfaActive AS OwnAgentMfaActive`;
  readonly join = sql`LEFT JOIN agents own ON own.UserId = u.UserId`;

  constructor(private readonly db: Db) {
    super();
  }

  of(row: OwnAgentColumns): OwnAgent | undefined {
    if (row.OwnAgentId === null) return undefined;
    return {
      AgentId: row.OwnAgentId as number,
      RestrictToSingleSession: Boolean(row.OwnAgentRestricted),
      RequireMFA: Boolean(row.OwnAgentRequiresMfa),
      MfaActive: Boolean(row.OwnAgentMfaActive),
      Active: row.OwnAgentStatus === 'Active',
    };
  }

  async ofUsers(userIds: readonly Guid[], locked?: 'locked'): Promise<ReadonlyMap<Guid, OwnAgent>> {
    if (userIds.length === 0) return new Map();
    const query = sql`SELECT own.UserId AS UserId, ${this.columns} FROM agents own
      WHERE own.UserId IN (${join([...userIds])}) ORDER BY own.AgentId`;
    const rows = await (locked ? this.db.lock<AgentRow>(query) : this.db.all<AgentRow>(query));
    return new Map(rows.map((row) => [row.UserId, this.of(row)!]));
  }

  async ofUser(userId: Guid): Promise<OwnAgent | undefined> {
    return (await this.ofUsers([userId])).get(userId);
  }

  exists(agentId: number): Promise<boolean> {
    return this.db.exists(sql`agents WHERE AgentId = ${agentId}`);
  }

  async userOf(agentId: number): Promise<Guid | undefined> {
    const agent = await this.db.one<{ UserId: Guid | null }>(sql`SELECT UserId FROM agents WHERE AgentId = ${agentId}`);
    return agent?.UserId ?? undefined;
  }

  /** Links a user to an agent; 0 removes the link. Throws NotFound, and Conflict if the agent has another user. */
  async link(userId: Guid, agentId: number): Promise<void> {
    await this.db.tx(async () => {
      const query = sql`SELECT UserId FROM agents WHERE AgentId = ${agentId}`;
      const agent = (await this.db.lock<{ UserId: Guid | null }>(query)).at(0);
      if (agentId !== 0 && !agent) throw noSuch('agent', agentId);
      if (agent?.UserId === userId) return;
      if (agent && agent.UserId !== null)
        throw new Conflict(`Agent ${agentId} belongs to another user: choose another agent.`);
      await this.db.update(Agent, { UserId: userId }, { UserId: null });
      if (agent) await this.db.update(Agent, { AgentId: agentId }, { UserId: userId });
    });
  }

  async recordSignIn(agentId: number, sessionId: Guid, at: DateTime): Promise<void> {
    await this.db.tx(() => this.db.update(Agent, { AgentId: agentId }, { LastSessionId: sessionId, LastLogin: at }));
  }

  async setMfaActive(agentId: number, active: boolean): Promise<void> {
    await this.db.tx(() => this.db.update(Agent, { AgentId: agentId }, { MfaActive: active }));
  }
}
