import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { AdministratorsService } from '../../auth/users/administrators.service.js';
import { RetirementService } from '../../auth/sessions/retirement.service.js';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { refuse } from '../../errors/errors.js';
import type { FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { RecordSet, type Added } from '../../sets/record-set.js';
import { Agent } from './agent.entity.js';
import { roleCodes } from './agents.service.js';
import { AgentLevel } from './hierarchy/agent-level.entity.js';
import { AgentLevelsService } from './hierarchy/agent-levels.service.js';
import { UplinesService } from './hierarchy/uplines.service.js';
import { AgentChangesService } from './agent-changes.service.js';
import { SsnService } from '../ssn/ssn.service.js';

@Injectable()
export class AgentsRecordSet extends RecordSet {
  readonly name = 'agents';
  readonly record = Agent;
  readonly key = ['AgentId'];
  override readonly derived = ['AgentName'];
  override readonly needsWholeFile = true;
  override readonly parts = [AgentLevel];
  // Include Roles in an export for information only: an import ignores them, because roles belong to the user.
  get rows(): Sql {
    return sql`SELECT ${columns(Agent, 'a')}, ${this.levels.inForce} AS AgentLevel, ${roleCodes} AS Roles
      FROM agents a ORDER BY a.AgentId`;
  }

  constructor(
    private readonly db: Db,
    private readonly agents: AgentChangesService,
    private readonly levels: AgentLevelsService,
    private readonly uplines: UplinesService,
    private readonly ssns: SsnService,
    private readonly retirement: RetirementService,
    private readonly administrators: AdministratorsService,
  ) {
    super();
  }

  override problems({ SSN }: Partial<Agent>): FieldError[] {
    return this.ssns.errors(SSN);
  }

  /** Checks the uplines after all rows are imported, because a row may name an agent of a later row. Throws Invalid. */
  override async together(work: () => Promise<void>): Promise<void> {
    const before = await this.uplines.missing();
    await work();
    const known = new Set(before.map(({ FieldName }) => FieldName));
    refuse((await this.uplines.missing()).filter(({ FieldName }) => !known.has(FieldName)));
  }

  override async add(agents: readonly Partial<Agent>[]): Promise<Added> {
    const records: Agent[] = [];
    for (const agent of agents) records.push(await this.agents.insert(agent));
    return { inserted: records.length, records };
  }

  /**
   * Inserts or updates agents. Ends the sessions and revokes the API keys of users whose agents are sent as not Active.
   * Throws Conflict if no Administrator would be left.
   */
  override save(agents: readonly Partial<Agent>[]): Promise<Upserted> {
    return this.administrators.keepOne(async () => {
      const saved = await this.agents.save(agents);
      await this.retirement.settle(await this.usersOf(agents));
      return saved;
    });
  }

  /** Makes agents inactive that an import has added. */
  override removeAdded(keys: readonly Partial<Agent>[]): Promise<Upserted> {
    return this.save(keys.map(({ AgentId }) => ({ AgentId, AgentStatus: 'Inactive' })));
  }

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
