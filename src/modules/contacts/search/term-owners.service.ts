import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { TermOwner } from './contact-term.entity.js';

/** Reads and writes term_owners (see docs/decisions/searching-contacts.md). Call the methods inside a transaction. */
@Injectable()
export class TermOwnersService {
  constructor(private readonly db: Db) {}

  /**
   * The OwnerIds by AgentId, with a new one for an agent without any. A shared lock on these rows keeps hand-overs out
   * until the end of the transaction, while the terms are written.
   */
  async of(agentIds: readonly (number | null)[]): Promise<ReadonlyMap<number, number[]>> {
    const agents = [...new Set(agentIds.filter((id) => id !== null))];
    const owners = new Map<number, number[]>();
    if (agents.length === 0) return owners;
    const found = await this.db.hold<TermOwner>(sql`SELECT w.OwnerId AS OwnerId, w.AgentId AS AgentId
      FROM term_owners w WHERE w.AgentId IN (${join(agents)}) ORDER BY w.OwnerId`);
    for (const { OwnerId, AgentId } of found) owners.set(AgentId, [...(owners.get(AgentId) ?? []), OwnerId]);
    for (const AgentId of agents)
      if (!owners.has(AgentId)) owners.set(AgentId, [(await this.db.insert(TermOwner, { AgentId })).OwnerId]);
    return owners;
  }

  /** Locks the rows of an agent in term_owners. This waits until other calls have written the terms of its contacts. */
  async lock(agentId: number): Promise<void> {
    await this.db.lock(sql`SELECT w.OwnerId AS OwnerId FROM term_owners w WHERE w.AgentId = ${agentId}`);
  }

  /** Gives all search terms of an agent to another one. Before that, call `lock` and move the remaining contacts. */
  async give(from: number, to: number): Promise<void> {
    await this.db.execute(sql`UPDATE term_owners SET AgentId = ${to} WHERE AgentId = ${from}`);
  }
}
