import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Administrators } from '../../auth/users/administrators.service.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
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
    private readonly agents: AgentsService,
    private readonly administrators: Administrators,
  ) {
    super();
  }

  /** Throws Conflict where no Administrator would be left. */
  override save(agents: readonly Partial<Agent>[]): Promise<Upserted> {
    return this.administrators.kept(() => this.agents.save(agents));
  }
}
