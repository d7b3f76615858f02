import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { contributed } from '../../../context/contributed.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { noSuch, refuse } from '../../../errors/errors.js';
import { missing, type BoundWith } from '../../../record/bind.js';
import { fieldError } from '../../../record/field-error.js';
import { mustBeActive, type Receiver } from '../transfer-rules.service.js';
import { ScopeService } from '../scope.service.js';
import { Holding, type Party } from './holding.js';
import { HandOverRequest, type LeftBehind } from './hand-over.records.js';

/**
 * Number of rows that one step hands over. They must fit into one SQL statement, and other requests run between two
 * steps.
 */
const step = 400;

@Injectable()
export class HandOverService {
  constructor(
    private readonly db: Db,
    private readonly discovery: DiscoveryService,
    private readonly scope: ScopeService,
  ) {}

  /**
   * Counts the agent's open records of each kind. The counts are sorted by the name of the kind. Throws NotFound and
   * Forbidden.
   */
  async leftBehind(caller: Principal, agentId: number): Promise<LeftBehind[]> {
    const agent = await this.db.one<Party>(sql`SELECT a.AgentId AS AgentId, a.UserId AS UserId FROM agents a
      WHERE a.AgentId = ${agentId}`);
    if (!agent) throw noSuch('agent', agentId);
    await this.scope.require(caller, agentId);
    return this.list((holding) => holding.count(agent));
  }

  /**
   * Hands over all open records of the agent and returns their counts by kind; with `dryRun`, only counts them. Throws
   * NotFound for an unknown agent or receiver, Invalid if both are the same agent, and Conflict if the receiver is not
   * active or the uplines would form a circle.
   */
  async handOver(caller: Principal, sent: BoundWith<HandOverRequest, 'AgentId'>): Promise<LeftBehind[]> {
    refuse(missing(HandOverRequest, sent));
    const { AgentId, To, dryRun } = sent;
    // Lock the agent, so that two hand-overs run one after the other. Take only a shared lock on the receiver: it keeps
    // the receiver active, but does not block inserts of rows that refer to the receiver.
    const columns = sql`SELECT a.AgentId AS AgentId, a.UserId AS UserId, a.AgentName AS AgentName,
      a.AgentStatus AS AgentStatus FROM agents a WHERE a.AgentId =`;
    const from = (await this.db.lock<Party>(sql`${columns} ${AgentId}`)).at(0);
    const to = (await this.db.hold<Party & Receiver>(sql`${columns} ${To}`)).at(0);
    if (!from) throw noSuch('agent', AgentId);
    refuse([], to ? [] : [fieldError('Unknown', 'To', 'must be an agent')], 'The receiver does not exist.');
    if (AgentId === To) refuse([fieldError('Invalid', 'To', 'must be another agent')]);
    mustBeActive(to!);
    if (dryRun) return this.list((holding) => holding.count(from));
    return this.list(async (holding) => {
      for (let total = 0; ;) {
        if (isTurnOver()) await nextTurn();
        const settled = await holding.settle({ from, to: to!, caller }, step);
        total += settled;
        if (settled < step) return total;
      }
    });
  }

  private async list(countOf: (holding: Holding) => Promise<number>): Promise<LeftBehind[]> {
    const found: LeftBehind[] = [];
    for (const holding of this.holdings()) {
      const Count = await countOf(holding);
      if (Count > 0) found.push({ Kind: holding.kind, Count, Outcome: holding.outcome });
    }
    return found;
  }

  private holdings(): Holding[] {
    return contributed(this.discovery, Holding).sort((a, b) => (a.kind < b.kind ? -1 : 1));
  }
}
