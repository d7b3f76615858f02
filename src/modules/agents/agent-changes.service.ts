import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { RetirementService } from '../../auth/sessions/retirement.service.js';
import { AdministratorsService } from '../../auth/users/administrators.service.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { columns } from '../../database/schema/columns.js';
import { Invalid, noSuch, refuse } from '../../errors/errors.js';
import { unfitAsNew, type Bound } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { fieldsOf } from '../../record/metadata.js';
import { following } from '../../record/values/following.js';
import { Agent } from './agent.entity.js';
import { AgentProfile } from './agents.records.js';
import { ofAgent } from './agents.service.js';
import { AgentLevelsService } from './hierarchy/agent-levels.service.js';
import { UplinesService } from './hierarchy/uplines.service.js';
import { namedBy } from './scope.service.js';
import { AgentSignInsService } from './agent-sign-ins.service.js';
import { SsnService, type EncryptedValue } from '../ssn/ssn.service.js';

type SentAgent = Bound<AgentProfile>;

const longestName = 200;

/** Fields that a change ignores, because the service writes them or they belong to the user. */
const ignored: readonly (keyof AgentProfile)[] = [
  ...(['AgentId', 'SSN', 'UserId', 'MfaActive', 'LastSessionId', 'LastLogin'] as const),
  ...(['CreatedDate', 'ModifiedDate', 'ModifiedBy'] as const),
];

/** Adds and changes agents. Call every method inside a transaction. No other service writes AgentName. */
@Injectable()
export class AgentChangesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly levels: AgentLevelsService,
    private readonly administrators: AdministratorsService,
    private readonly retirement: RetirementService,
    private readonly signIns: AgentSignInsService,
    private readonly uplines: UplinesService,
    private readonly ssns: SsnService,
  ) {}

  /** Adds an agent and returns its AgentId. Throws Invalid. */
  async create(caller: Principal, sent: SentAgent): Promise<number> {
    const AgentName = sent.AgentName ?? (agentNames(sent).AgentName || undefined);
    refuse([...unfitAsNew(AgentProfile, { ...sent, AgentName }), ...this.ssns.errors(sent.SSN)]);
    refuse(await this.uplines.errors(sent));
    const added = await this.insert({ ...this.changesOf(caller, sent), CreatedDate: this.clock.now() }, (agent) => ({
      SSN: this.ssns.toStore(sent.SSN, encryptedOf(agent)) ?? undefined,
    }));
    return added.AgentId;
  }

  /**
   * Changes the sent fields. If the agent is no longer Active, its user is signed out and the user's API keys are
   * revoked. Throws NotFound, Invalid (also if the change needs the caller's password and the caller has not proved
   * it), and Conflict if no Administrator would be left or the uplines would form a circle.
   */
  async change(caller: Principal, agentId: number, sent: SentAgent): Promise<void> {
    const before = await this.db.lockRow(Agent, { AgentId: agentId });
    if (!before) throw noSuch('agent', agentId);
    refuse([...(await this.uplines.errors(sent, before)), ...this.ssns.errors(sent.SSN, encryptedOf(before))]);
    const { ModifiedBy, ModifiedDate, ...changes } = this.changesOf(caller, sent);
    await this.signIns.check([{ before, sent: changes }]);
    const write = () => this.update(before, changes);
    const leaves = before.AgentStatus === 'Active' && (sent.AgentStatus ?? 'Active') !== 'Active';
    const { after, hasOtherLevel } = await (leaves && before.UserId ? this.retire(before.UserId, write) : write());
    const hasOtherSsn = await this.writeSsn(before, sent);
    if (hasOtherSsn || hasOtherLevel || JSON.stringify(after) !== JSON.stringify(before))
      await this.db.update(Agent, { AgentId: agentId }, { ModifiedBy, ModifiedDate });
  }

  /**
   * Inserts or updates agents by AgentId. Throws Invalid if a change needs the caller's password and the caller has not
   * proved it, and Conflict if the uplines would form a circle.
   */
  async save(agents: readonly Partial<Agent>[]): Promise<Upserted> {
    const ids = agents.map(({ AgentId }) => AgentId!);
    const stored = await this.db.lock<Agent>(
      sql`SELECT ${columns(Agent, 'a')} FROM agents a WHERE a.AgentId IN (${join(ids)}) ORDER BY a.AgentId`,
    );
    const byId = new Map(stored.map((agent) => [agent.AgentId, agent]));
    await this.signIns.check(agents.map((sent) => ({ before: byId.get(sent.AgentId!), sent })));
    const rows = agents.map(({ ApiKey: _key, Roles: _roles, AgentLevel: _level, ...agent }) => {
      const before = byId.get(agent.AgentId!);
      return before ? withNames(agent, before) : this.complete(agent);
    });
    const done = await this.db.upsertAll(Agent, rows, { audited: true });
    await this.levels.write(agents);
    await this.uplines.mustEnd(namingOthers(rows));
    return done;
  }

  /**
   * Adds an agent. Throws Invalid if the agent is linked to a user and the caller has not proved the caller's own
   * password. `withKey` is that of `Db.insert`.
   */
  async insert(agent: Partial<Agent>, withKey?: (added: Agent) => Partial<Agent>): Promise<Agent> {
    const { AgentLevel, ...stored } = agent;
    await this.signIns.check([{ before: undefined, sent: agent }]);
    const added = await this.db.insert(Agent, this.complete(stored), withKey);
    await this.levels.write([{ AgentId: added.AgentId, AgentLevel }]);
    return added;
  }

  /** Runs `write`, then ends the sessions of the agent's user and revokes the user's API keys. */
  private retire<T>(userId: Guid, write: () => Promise<T>): Promise<T> {
    return this.administrators.keepOne(async () => {
      const written = await write();
      await this.retirement.settle([userId]);
      return written;
    });
  }

  private async update(before: Agent, changes: Partial<Agent>): Promise<{ after: Agent; hasOtherLevel: boolean }> {
    const { AgentId } = before;
    const { AgentLevel, ...stored } = changes;
    const after = (await this.db.update(Agent, { AgentId }, withNames(stored, before)))!;
    await this.uplines.mustEnd(namingOthers([{ ...changes, AgentId }]));
    return { after, hasOtherLevel: (await this.levels.write([{ AgentId, AgentLevel }])) > 0 };
  }

  /**
   * Adds the derived names and the default of CreatedDate to a new agent. Throws Invalid for an agent without a name.
   */
  private complete(agent: Partial<Agent>): Partial<Agent> {
    const named = withNames(agent);
    if (!named.AgentName)
      throw new Invalid([fieldError('NotEmpty', 'AgentName', 'or FirstName or LastName is required')]);
    return { ...named, CreatedDate: agent.CreatedDate ?? this.clock.now() };
  }

  private changesOf({ UserName }: Principal, sent: SentAgent): Partial<Agent> {
    const changeable = fieldsOf(AgentProfile).filter(
      ({ name, options }) => !options.computed && !ignored.includes(name as keyof AgentProfile),
    );
    const changes = Object.fromEntries(changeable.map(({ name }) => [name, sent[name as keyof AgentProfile]]));
    return { ...changes, AgentLevel: sent.AgentLevel, ModifiedBy: UserName, ModifiedDate: this.clock.now() };
  }

  /** Stores the sent SSN. Returns whether the stored SSN has changed. */
  private async writeSsn(agent: Agent, { SSN }: SentAgent): Promise<boolean> {
    const encrypted = this.ssns.toStore(SSN, encryptedOf(agent));
    if (encrypted === undefined || encrypted === agent.SSN) return false;
    await this.db.update(Agent, { AgentId: agent.AgentId }, { SSN: encrypted ?? '' });
    return true;
  }
}

function encryptedOf(agent: Agent): EncryptedValue {
  return { encrypted: agent.SSN, place: ofAgent.placeOf(agent) };
}

/** Derives AgentName, FullName and ByLastName from FirstName and LastName. */
export function agentNames({ FirstName, LastName }: Partial<Pick<Agent, 'FirstName' | 'LastName'>>): Partial<Agent> {
  const full = [FirstName, LastName].filter(Boolean).join(' ');
  const ByLastName = [LastName, FirstName].filter(Boolean).join(', ');
  return { AgentName: [...full].slice(0, longestName).join(''), FullName: full, ByLastName };
}

/** Adds the names derived from FirstName and LastName. */
function withNames(sent: Partial<Agent>, before?: Agent): Partial<Agent> {
  return { ...sent, ...following(agentNames, sent, before) };
}

/** The AgentIds of those agents for which an upline, MVP, AVP or RVP is written. */
function namingOthers(agents: readonly Partial<Agent>[]): number[] {
  return agents.filter((agent) => namedBy.some((name) => agent[name])).map(({ AgentId }) => AgentId!);
}
