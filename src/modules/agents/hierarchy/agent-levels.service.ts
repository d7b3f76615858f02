import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { columnsOf, selectOf } from '../../../database/schema/columns.js';
import type { DateTime, Decimal } from '../../../record/fields.js';
import { TableSet } from '../../../sets/table-set.js';
import type { Agent } from '../agent.entity.js';
import { AgentLevel } from './agent-level.entity.js';

type Levelled = Partial<Pick<Agent, 'AgentId' | 'AgentLevel'>>;

/**
 * The history of the agents' levels. Agent.AgentLevel shows the level of today. A request that changes AgentLevel adds
 * a row for today to the history.
 */
@Injectable()
export class AgentLevelsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
  ) {}

  /** SQL expression for today's level of agent `a`; NULL before the first row of the agent's history. */
  get inForce(): Sql {
    return sql`(SELECT l.Level FROM agent_levels l WHERE l.AgentId = a.AgentId AND l.EffectiveDate <= ${this.today}
      ORDER BY l.EffectiveDate DESC LIMIT 1)`;
  }

  /**
   * Adds or replaces today's row for each agent whose sent level differs from the current one. Returns the number of
   * these rows.
   */
  async write(agents: readonly Levelled[]): Promise<number> {
    const sent = agents.filter(({ AgentLevel: level }) => (level ?? null) !== null);
    if (sent.length === 0) return 0;
    const ids = join(sent.map(({ AgentId }) => AgentId));
    const stored = await this.db.lock<AgentLevel>(sql`SELECT ${selectOf(columnsOf(AgentLevel, 'l'))} FROM agent_levels l
      WHERE l.AgentId IN (${ids}) AND l.EffectiveDate <= ${this.today} ORDER BY l.AgentId, l.EffectiveDate`);
    const levels = new Map(stored.map(({ AgentId, Level }) => [AgentId, Level]));
    const rows = sent
      .filter(({ AgentId, AgentLevel: level }) => String(levels.get(AgentId!)) !== String(level))
      .map(({ AgentId, AgentLevel: level }) => ({
        AgentId: AgentId!,
        Level: level as Decimal,
        EffectiveDate: this.today,
      }));
    await this.db.upsertAll(AgentLevel, rows, { audited: true });
    return rows.length;
  }

  /**
   * Removes today's row of each agent whose previous row has the same level. An import of the set `agents` adds a row
   * for today; the later import of the history may show that the level has applied since an earlier day.
   */
  async dropRepeated(history: readonly Partial<AgentLevel>[]): Promise<void> {
    const isToday = ({ EffectiveDate }: Partial<AgentLevel>): boolean => EffectiveDate === this.today;
    const kept = new Set(history.filter(isToday).map(({ AgentId }) => AgentId));
    const agents = [...new Set(history.map(({ AgentId }) => AgentId!))].filter((id) => !kept.has(id));
    if (agents.length === 0) return;
    const repeated = await this.db.all<{ AgentId: number }>(sql`SELECT t.AgentId AS AgentId FROM agent_levels t
      WHERE t.AgentId IN (${join(agents)}) AND t.EffectiveDate = ${this.today} AND t.Level =
        (SELECT l.Level FROM agent_levels l WHERE l.AgentId = t.AgentId AND l.EffectiveDate < t.EffectiveDate
         ORDER BY l.EffectiveDate DESC LIMIT 1)`);
    await this.db.removeAll(
      AgentLevel,
      repeated.map(({ AgentId }) => ({ AgentId, EffectiveDate: this.today })),
    );
  }

  private get today(): DateTime {
    return `${this.clock.dayOf(this.clock.now())}T00:00:00.0000000`;
  }
}

@Injectable()
export class AgentLevelsRecordSet extends TableSet<AgentLevel> {
  constructor(
    db: Db,
    private readonly levels: AgentLevelsService,
  ) {
    super(db, 'agent-levels', AgentLevel);
  }

  override async save(history: readonly Partial<AgentLevel>[]): Promise<Upserted> {
    const done = await super.save(history);
    await this.levels.dropRepeated(history);
    return done;
  }
}
