import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/list-query.js';
import { quoted } from '../../../database/quoted.js';
import { columnsOf } from '../../../database/schema/columns.js';
import { sealedPlace } from '../../../database/sealed/sealed-columns.js';
import { NotFound } from '../../../errors/errors.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { namedBy, ScopeService } from '../scope.service.js';
import { SsnService, type SsnOwner } from '../ssn.service.js';
import { AgentProfile, DownlineAgent } from './branches.records.js';

/** The agents, with the roles of their users. */
const agents = {
  columns: {
    ...columnsOf(AgentProfile, 'a'),
    Roles: sql`(SELECT CONCAT('[', COALESCE(GROUP_CONCAT(CONCAT('"', r.RoleCode, '"') ORDER BY r.RoleCode), ''), ']')
      FROM user_roles r WHERE r.UserId = a.UserId)`,
  },
  from: sql`agents a`,
  order: [sql`a.AgentNameKey`, sql`a.AgentId`],
  orderedBy: { AgentName: sql`a.AgentNameKey` },
  key: [sql`a.AgentId`],
  always: ['AgentId'],
} satisfies ListStatement<AgentProfile>;

/** Whose a number is. */
export const ofAgent: SsnOwner<AgentProfile> = {
  record: AgentProfile,
  list: 'AgentIds',
  idOf: ({ AgentId }) => AgentId,
  placeOf: ({ AgentId }) => sealedPlace('agents', 'SSN', AgentId),
};

/** Agents, and who is in whose branch. */
@Injectable()
export class BranchesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
    private readonly ssn: SsnService,
  ) {}

  /** The agents in scope by name. */
  list(caller: Principal, options: ListOptions): ListResult<AgentProfile> {
    const list = { ...agents, where: this.scope.within(caller, sql`a.AgentId`) };
    return this.ssn.show(caller, this.db.list(AgentProfile, list, options), ofAgent, { asked: {}, options });
  }

  /** One agent in scope, as the caller sees it. Throws NotFound and Forbidden. */
  async read(caller: Principal, agentId: number, options: ListOptions): Promise<AgentProfile> {
    const found = await this.db.find(AgentProfile, agents, sql`a.AgentId = ${agentId}`);
    if (!found) throw unknown(agentId);
    await this.scope.require(caller, agentId);
    return this.ssn.showOne(caller, found, ofAgent, options);
  }

  /** The agents in scope that name this one, by name. Throws NotFound and Forbidden. */
  async downline(caller: Principal, agentId: number, options: ListOptions): Promise<ListResult<DownlineAgent>> {
    if (!(await this.db.one(sql`SELECT AgentId FROM agents WHERE AgentId = ${agentId}`))) throw unknown(agentId);
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
        order: [sql`a.AgentNameKey`, sql`a.AgentId`],
        orderedBy: { AgentName: sql`a.AgentNameKey` },
        key: [sql`a.AgentId`],
      },
      options,
    );
  }
}

export function unknown(agentId: number): NotFound {
  return new NotFound(`There is no agent ${agentId}.`);
}
