import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { quoted } from '../../database/sql/quoted.js';
import { columnsOf } from '../../database/schema/columns.js';
import { encryptionPlace } from '../../database/schema/table.js';
import { Agent } from './agent.entity.js';
import { noSuch } from '../../errors/errors.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { AgentLevelsService } from './hierarchy/agent-levels.service.js';
import { namedBy, ScopeService } from './scope.service.js';
import { SsnService, type EncryptedRecord } from '../ssn/ssn.service.js';
import { AgentDD, AgentProfile, DownlineAgent } from './agents.records.js';

const byName = {
  order: [sql`a.AgentNameKey`, sql`a.AgentId`],
  key: [sql`a.AgentId`],
};

/** SQL expression for a JSON array of the codes of the roles that the user of agent `a` holds. */
export const roleCodes = sql`(SELECT
  CONCAT('[', COALESCE(GROUP_CONCAT(CONCAT('"', r.RoleCode, '"') ORDER BY r.RoleCode), ''), ']')
  FROM user_roles r WHERE r.UserId = a.UserId)`;

/** The list of agents. AgentLevel is the level of today, and Roles are the roles of the user. */
const agents = (levels: AgentLevelsService) =>
  ({
    columns: {
      ...columnsOf(AgentProfile, 'a'),
      AgentLevel: levels.inForce,
      Roles: roleCodes,
    },
    from: sql`agents a`,
    ...byName,
  }) satisfies ListStatement<AgentProfile>;

/** Tells SsnService how the SSN of an agent is stored and audited. */
export const ofAgent: EncryptedRecord<AgentProfile> = {
  record: AgentProfile,
  list: 'AgentIds',
  idOf: ({ AgentId }) => AgentId,
  placeOf: ({ AgentId }) => encryptionPlace(Agent, 'SSN', AgentId),
};

@Injectable()
export class AgentsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly ssns: SsnService,
    private readonly levels: AgentLevelsService,
  ) {}

  /**
   * Lists the active agents (for Administrators all agents), each with the number of its contacts; an agent out of
   * scope has the number 0.
   */
  dropdown(caller: Principal, options: ListOptions): ListResult<AgentDD> {
    const counted = sql`SELECT c.AgentId AS AgentId, COUNT(*) AS ContactCount FROM contacts c
      WHERE COALESCE(c.Deleted, 0) = 0 AND ${this.scope.within(caller, sql`c.AgentId`)} GROUP BY c.AgentId`;
    const listed = caller.isAdministrator ? sql`1 = 1` : sql`a.AgentStatus = 'Active'`;
    return this.db.list(
      AgentDD,
      {
        columns: { ...columnsOf(AgentDD, 'a'), ContactCount: sql`COALESCE(n.ContactCount, 0)` },
        from: sql`agents a`,
        joins: { n: sql`LEFT JOIN (${counted}) n ON n.AgentId = a.AgentId` },
        where: listed,
        ...byName,
      },
      options,
    );
  }

  /** Lists the agents in scope, sorted by name. */
  list(caller: Principal, options: ListOptions): ListResult<AgentProfile> {
    const list = { ...agents(this.levels), where: this.scope.within(caller, sql`a.AgentId`) };
    return this.ssns.show(caller, this.db.list(AgentProfile, list, options), ofAgent, { request: {}, options });
  }

  /** Reads an agent. Throws NotFound, and Forbidden for an agent out of scope. */
  async read(caller: Principal, agentId: number, options: ListOptions): Promise<AgentProfile> {
    const found = await this.db.rowOfList(AgentProfile, agents(this.levels), sql`a.AgentId = ${agentId}`);
    if (!found) throw noSuch('agent', agentId);
    await this.scope.require(caller, agentId);
    return this.ssns.showOne(caller, found, ofAgent, options);
  }

  /**
   * Lists the agents in scope that name the agent `agentId` as upline, MVP, AVP or RVP, sorted by AgentName. Throws
   * NotFound and Forbidden.
   */
  async downline(caller: Principal, agentId: number, options: ListOptions): Promise<ListResult<DownlineAgent>> {
    if (!(await this.db.exists(sql`agents WHERE AgentId = ${agentId}`))) throw noSuch('agent', agentId);
    await this.scope.require(caller, agentId);
    const naming = namedBy.map((name) => ({ name, condition: sql`${quoted(name, 'a')} = ${agentId}` }));
    const via = naming.map(({ name, condition }) => sql`WHEN ${condition} THEN ${name}`);
    return this.db.list(
      DownlineAgent,
      {
        columns: {
          ...columnsOf(DownlineAgent, 'a'),
          Via: sql`CASE ${join(via, ' ')} END`,
          ContactCount: sql`(SELECT COUNT(*) FROM contacts c
            WHERE c.AgentId = a.AgentId AND (c.Deleted IS NULL OR c.Deleted = 0))`,
          LastActivity: sql`(SELECT MAX(x.StartDate) FROM activities x
            WHERE x.AgentId = a.AgentId AND x.StartDate <= ${this.clock.now()})`,
        },
        from: sql`agents a`,
        where: sql`a.AgentId <> ${agentId} AND ${this.scope.within(caller, sql`a.AgentId`)}`,
        anyOf: naming.map(({ condition }) => condition),
        ...byName,
      },
      options,
    );
  }
}
