import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { UsersService } from '../../../auth/users/users.service.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { refuse } from '../../../errors/errors.js';
import { missing, type Bound } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { fieldsOf } from '../../../record/metadata.js';
import { Agent } from '../agent.entity.js';
import { AgentsService } from '../agents.service.js';
import { namedBy } from '../scope.service.js';
import { SsnService, type StoredSsn } from '../ssn.service.js';
import { AgentProfile } from './branches.records.js';
import { ofAgent, unknown } from './branches.service.js';

type Sent = Bound<AgentProfile>;
type Upline = (typeof namedBy)[number];

/** What the service keeps, and what is its user's: sent with the record, it is left as it is. */
const kept: readonly (keyof AgentProfile)[] = [
  ...(['AgentId', 'SSN', 'UserId', 'MfaActive', 'LastSessionId', 'LastLogin'] as const),
  ...(['CreatedDate', 'ModifiedDate', 'ModifiedBy'] as const),
];

/** Adds and changes agents. All of it inside a transaction. */
@Injectable()
export class AgentChanges {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly agents: AgentsService,
    private readonly users: UsersService,
    private readonly ssn: SsnService,
  ) {}

  /** The new agent's AgentId. Throws Invalid. */
  async create(caller: Principal, sent: Sent): Promise<number> {
    const errors = [
      ...(sent.AgentId ? [fieldError('Invalid', 'AgentId', 'is given by the service')] : []),
      ...missing(AgentProfile, { ...sent, AgentId: 0 }),
      ...(await this.uplineErrors(sent)),
      ...this.ssn.errors(sent.SSN),
    ];
    refuse(errors);
    const added = await this.agents.add({ ...this.changesOf(caller, sent), CreatedDate: this.clock.now() });
    await this.writeSsn(added, sent);
    return added.AgentId;
  }

  /**
   * Changes what was sent. Who is no longer Active is signed out, and its keys are revoked. Throws Invalid,
   * NotFound, and Conflict for the last Administrator.
   */
  async change(caller: Principal, agentId: number, sent: Sent): Promise<void> {
    const before = await this.db.lockRow(Agent, { AgentId: agentId });
    if (!before) throw unknown(agentId);
    const errors = [...(await this.uplineErrors(sent, before)), ...this.ssn.errors(sent.SSN, storedSsn(before))];
    refuse(errors);
    const { ModifiedBy, ModifiedDate, ...changes } = this.changesOf(caller, sent);
    const write = (): Promise<Agent> => this.agents.change(agentId, changes);
    const leaves = before.AgentStatus === 'Active' && (sent.AgentStatus ?? 'Active') !== 'Active';
    const after = await (leaves && before.UserId ? this.users.retire(before.UserId, write) : write());
    const hasOtherSsn = await this.writeSsn(before, sent);
    if (hasOtherSsn || JSON.stringify(after) !== JSON.stringify(before))
      await this.agents.change(agentId, { ModifiedBy, ModifiedDate });
  }

  private changesOf({ UserName }: Principal, sent: Sent): Partial<Agent> {
    const changeable = fieldsOf(AgentProfile).filter(
      ({ name, options }) => !options.computed && !kept.includes(name as keyof AgentProfile),
    );
    const changes = Object.fromEntries(changeable.map(({ name }) => [name, sent[name as keyof AgentProfile]]));
    return { ...changes, ModifiedBy: UserName, ModifiedDate: this.clock.now() };
  }

  /** Whether another number is stored now. */
  private async writeSsn(agent: Agent, { SSN }: Sent): Promise<boolean> {
    const sealed = this.ssn.toStore(SSN, storedSsn(agent));
    if (sealed === undefined || sealed === agent.SSN) return false;
    await this.db.update(Agent, { AgentId: agent.AgentId }, { SSN: sealed ?? '' });
    return true;
  }

  private async uplineErrors(sent: Sent, before?: Agent): Promise<FieldError[]> {
    const named = namedBy.filter((name): name is Upline => Boolean(sent[name]) && sent[name] !== before?.[name]);
    if (named.length === 0) return [];
    const found = await this.db.all<{ AgentId: number }>(
      sql`SELECT AgentId FROM agents WHERE AgentId IN (${join(named.map((name) => sent[name]!))})`,
    );
    const known = new Set(found.map(({ AgentId }) => AgentId));
    return named.flatMap((name) => [
      ...(known.has(sent[name]!) ? [] : [fieldError('Unknown', name, 'must be an agent')]),
      ...(sent[name] === before?.AgentId ? [fieldError('Invalid', name, 'must be another agent')] : []),
    ]);
  }
}

function storedSsn(agent: Agent): StoredSsn {
  return { sealed: agent.SSN, place: ofAgent.placeOf(agent) };
}
