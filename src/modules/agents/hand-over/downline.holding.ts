import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { quoted, quotedList } from '../../../database/sql/quoted.js';
import { Agent } from '../agent.entity.js';
import { namedBy } from '../scope.service.js';
import { UplinesService } from '../hierarchy/uplines.service.js';
import { Holding, type HandOver, type Party } from './holding.js';

type Member = Pick<Agent, 'AgentId' | 'ModifiedBy' | 'ModifiedDate' | (typeof namedBy)[number]>;
const columns = ['AgentId', 'ModifiedBy', 'ModifiedDate', ...namedBy];

/**
 * The agents that name the leaving agent as upline, MVP, AVP or RVP. After the hand-over they name the receiver
 * instead. If the receiver itself names the leaving agent in a field, it gets the leaving agent's value of that field,
 * or null if that value is the receiver.
 */
@Injectable()
export class Downline extends Holding {
  readonly kind = 'Downline';

  constructor(
    db: Db,
    private readonly clock: BusinessClock,
    private readonly uplines: UplinesService,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    const named = join(
      namedBy.map((name) => sql`${quoted(name, 'a')} = ${AgentId}`),
      ' OR ',
    );
    return sql`agents a WHERE (${named})`;
  }

  /** Throws Conflict if the uplines would form a circle after the hand-over. */
  async settle({ from, to, caller }: HandOver, most: number): Promise<number> {
    const members = await this.db.lock<Member>(
      sql`SELECT ${quotedList(columns, 'a')} FROM ${this.of(from)} ORDER BY a.AgentId LIMIT ${most}`,
    );
    const above = await this.db.read(Agent, { AgentId: from.AgentId });
    const by = { ModifiedBy: caller.UserName, ModifiedDate: this.clock.now() };
    for (const name of namedBy) {
      const naming = members.filter((member) => member[name] === from.AgentId);
      const receiver = naming.filter(({ AgentId }) => AgentId === to.AgentId);
      const others = naming.filter(({ AgentId }) => AgentId !== to.AgentId);
      const next = above?.[name] === to.AgentId ? null : (above?.[name] ?? null);
      await this.db.updateHeld(Agent, receiver, { [name]: next, ...by });
      await this.db.updateHeld(Agent, others, { [name]: to.AgentId, ...by });
    }
    await this.uplines.mustEnd(members.map(({ AgentId }) => AgentId));
    return members.length;
  }
}
