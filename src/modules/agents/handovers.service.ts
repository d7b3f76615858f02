import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { Db } from '../../database/db.js';
import { Conflict, Forbidden } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Agent } from './agent.entity.js';
import { ScopeService } from './scope.service.js';

export type Receiver = Pick<Agent, 'AgentId' | 'AgentName' | 'AgentStatus'>;

/** What holds for everything that is handed over from agents to another one: the receiver is `agent.AgentId`. */
@Injectable()
export class HandoversService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /** The receiver, and what is wrong with it: there is none. */
  async receiver(agentId: number): Promise<{ receiver?: Receiver; errors: FieldError[] }> {
    const receiver = await this.db.one<Receiver>(sql`SELECT a.AgentId AS AgentId, a.AgentName AS AgentName,
      a.AgentStatus AS AgentStatus FROM agents a WHERE a.AgentId = ${agentId}`);
    return { receiver, errors: receiver ? [] : [fieldError('Unknown', 'agent.AgentId', 'is no agent')] };
  }

  /**
   * Throws Forbidden unless every record's owner is in scope, or is the receiver by the caller's own doing, as
   * `handedOver` says of those records.
   */
  async requireScope<T extends { AgentId: number | null }>(
    caller: Principal,
    receiver: Receiver,
    records: readonly T[],
    handedOver: (theirs: readonly T[]) => Promise<boolean>,
  ): Promise<void> {
    const owners = new Set(records.map(({ AgentId }) => AgentId));
    const inScope = await this.scope.among(
      caller,
      [...owners].map((owner) => owner ?? 0),
    );
    for (const owner of owners) {
      if (inScope.has(owner ?? 0)) continue;
      const theirs = records.filter(({ AgentId }) => AgentId === owner);
      if (owner !== receiver.AgentId || !(await handedOver(theirs)))
        throw new Forbidden('Some of them belong to agents outside your scope; none was transferred.');
    }
  }
}

/** What is wrong with the receiver that was sent. */
export function receiverErrors(agent: Bound<Pick<Agent, 'AgentId'>> | null | undefined): FieldError[] {
  return agent?.AgentId ? [] : [fieldError('NotEmpty', 'agent.AgentId', 'is required')];
}

/** Throws Conflict for a receiver who is not active. */
export function mustBeActive({ AgentId, AgentStatus }: Receiver): void {
  if (AgentStatus !== 'Active') throw new Conflict(`Agent ${AgentId} is not active and cannot receive anything.`);
}
