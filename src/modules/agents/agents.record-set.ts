import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Administrators } from '../../auth/users/administrators.service.js';
import { Retirement } from '../../auth/sessions/retirement.service.js';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import type { Guid } from '../../record/fields.js';
import { RecordSet } from '../../sets/record-set.js';
import { Agent } from './agent.entity.js';
import { AgentsService } from './agents.service.js';

@Injectable()
export class AgentsRecordSet extends RecordSet {
  readonly name = 'agents';
  readonly record = Agent;
  readonly key = ['AgentId'];
  // Roles are the user's: exported to be read, and not imported.
  readonly rows = sql`SELECT ${columns(Agent, 'a')},
      (SELECT CONCAT('[', COALESCE(GROUP_CONCAT(CONCAT('"', r.RoleCode, '"') ORDER BY r.RoleCode), ''), ']')
       FROM user_roles r WHERE r.UserId = a.UserId) AS Roles
    FROM agents a ORDER BY a.AgentId`;

  constructor(
    private readonly db: Db,
    private readonly agents: AgentsService,
    private readonly retirement: Retirement,
    private readonly administrators: Administrators,
  ) {
    super();
  }

  /**
   * Ends the sessions and the keys of the users of agents that are sent as not Active. Throws Conflict where no
   * Administrator would be left.
   */
  override save(agents: readonly Partial<Agent>[]): Promise<Upserted> {
    return this.administrators.kept(async () => {
      const saved = await this.agents.save(agents);
      await this.retirement.settle(await this.usersOf(agents));
      return saved;
    });
  }

  /** The users of those agents that are sent as not Active. */
  private async usersOf(agents: readonly Partial<Agent>[]): Promise<Guid[]> {
    const ids = agents.flatMap(({ AgentId, AgentStatus = 'Active' }) =>
      AgentStatus === 'Active' ? [] : (AgentId ?? []),
    );
    if (ids.length === 0) return [];
    const found = await this.db.all<{ UserId: Guid }>(
      sql`SELECT a.UserId AS UserId FROM agents a WHERE a.AgentId IN (${join(ids)}) AND a.UserId IS NOT NULL`,
    );
    return found.map(({ UserId }) => UserId);
  }
}
