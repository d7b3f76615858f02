import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columnsOf } from '../../database/schema/columns.js';
import { joinedName } from '../../database/schema/name-keys.js';
import { tableOf } from '../../database/schema/table.js';
import { anyKey } from '../../database/sql/conditions.js';
import { quoted } from '../../database/sql/quoted.js';
import { Conflict, Forbidden, refuse } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { fieldError, repeatedItem, type FieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import type { DateTime } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { unsetDateTime } from '../../record/values/datetime.js';
import type { Agent } from './agent.entity.js';
import { ScopeService } from './scope.service.js';

interface Transfer {
  TransferId: number;
  FromAgentId: number;
  FromAgentName: string;
  ToAgentId: number;
  ToAgentName: string;
}

export type Receiver = Pick<Agent, 'AgentId' | 'AgentName' | 'AgentStatus'>;

/** The rules for transferring records to another agent, and for sharing a record with agents. */
@Injectable()
export class TransferRulesService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /**
   * Returns the receiver, the agent `agentId`. Throws NotFound with `message` if the receiver does not exist or
   * `unknown` contains errors (one for each record that does not exist), and Conflict if the receiver is not active.
   */
  async receiver(agentId: number, unknown: readonly FieldError[], message: string): Promise<Receiver> {
    const receiver = await this.db.one<Receiver>(sql`SELECT a.AgentId AS AgentId, a.AgentName AS AgentName,
      a.AgentStatus AS AgentStatus FROM agents a WHERE a.AgentId = ${agentId}`);
    const noReceiver = receiver ? [] : [fieldError('Unknown', 'agent.AgentId', 'must be an agent')];
    refuse([], [...noReceiver, ...unknown], message);
    mustBeActive(receiver!);
    return receiver!;
  }

  /**
   * Lists the transfers, newest first, whose former or new agent is in scope. `named` has the columns and joins of the
   * names of the transferred records.
   */
  async transfers<T extends Transfer>(
    entity: Class<T>,
    caller: Principal,
    options: ListOptions,
    named?: { columns: Partial<ListStatement<T>['columns']>; joins: ListStatement<T>['joins'] },
  ): Promise<ListResult<T>> {
    return this.db.list<T>(
      entity,
      {
        columns: {
          ...columnsOf(entity, 't'),
          FromAgentName: joinedName('f', 'AgentName'),
          ToAgentName: joinedName('r', 'AgentName'),
          ...named?.columns,
        },
        from: sql`${raw(tableOf(entity).name)} t`,
        joins: {
          f: sql`LEFT JOIN agents f ON f.AgentId = t.FromAgentId`,
          r: sql`LEFT JOIN agents r ON r.AgentId = t.ToAgentId`,
          ...named?.joins,
        },
        ...(await this.scope.visible(caller, sql`t.FromAgentId`, sql`t.ToAgentId`)),
        order: [{ descending: sql`t.TransferId` }],
        key: [sql`t.TransferId`],
      },
      options,
    );
  }

  /** Throws Conflict if one of the agents is not active. Ignores AgentIds without an agent. */
  async mustBeActive(agentIds: readonly (number | null | undefined)[]): Promise<void> {
    const ids = [...new Set(agentIds.filter((id): id is number => Boolean(id)))];
    if (ids.length === 0) return;
    const left = await this.db.one<Receiver>(sql`SELECT a.AgentId AS AgentId, a.AgentStatus AS AgentStatus
      FROM agents a WHERE a.AgentId IN (${join(ids)}) AND a.AgentStatus <> 'Active' LIMIT 1`);
    if (left) mustBeActive(left);
  }

  /**
   * Throws Forbidden if the owner of a record is out of scope. Exception: the receiver already owns the record, and the
   * caller made its last transfer, so that a call can be repeated. `transfers` is the entity of the transfers; its
   * fields `key` identify a record. `since` is the time of the earliest transfer that the caller may repeat; by
   * default, any transfer may be repeated.
   */
  async requireScope<T extends { AgentId: number | null }>(
    caller: Principal,
    receiver: Receiver,
    records: readonly T[],
    transfers: Class<Transfer>,
    key: readonly (keyof T & string)[],
    since = unsetDateTime,
  ): Promise<void> {
    const owners = new Set(records.map(({ AgentId }) => AgentId));
    const inScope = await this.scope.among(
      caller,
      [...owners].map((owner) => owner ?? 0),
    );
    for (const owner of owners) {
      if (inScope.has(owner ?? 0)) continue;
      const theirs = records.filter(({ AgentId }) => AgentId === owner);
      if (owner !== receiver.AgentId || !(await this.handedOver(caller, receiver, theirs, transfers, key, since)))
        throw new Forbidden('Some records belong to agents outside your scope: no record was transferred.', 'Scope');
    }
  }

  private async handedOver<T extends object>(
    { UserId }: Principal,
    { AgentId }: Receiver,
    records: readonly T[],
    transfers: Class<Transfer>,
    key: readonly (keyof T & string)[],
    since: DateTime,
  ): Promise<boolean> {
    const columns = key.map((name) => quoted(name, 'm'));
    const keys = records.map((record) => key.map((name) => record[name]));
    const table = raw(tableOf(transfers).name);
    const own = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM ${table} t
      WHERE t.TransferredBy = ${UserId} AND t.ToAgentId = ${AgentId} AND t.TransferredAt >= ${since}
        AND t.TransferId IN
        (SELECT MAX(m.TransferId) FROM ${table} m WHERE ${anyKey(columns, keys)} GROUP BY ${join(columns)})`);
    return own?.Total === records.length;
  }

  /**
   * Makes `agentIds` the only agents with which a record is shared. `entity` is the table of shares, `field` its column
   * that refers to the record, and `key` the key of the record. Call it inside a transaction. Throws Invalid.
   */
  async share<E extends { AgentId: number }>(
    entity: Class<E>,
    [field, key]: readonly [keyof E & string, number],
    agentIds: readonly number[],
  ): Promise<void> {
    refuse(await this.shareErrors(agentIds));
    const before = await this.db.lock<E>(sql`SELECT s.AgentId AS AgentId, ${quoted(field, 's')} AS ${quoted(field)}
      FROM ${raw(tableOf(entity).name)} s WHERE ${quoted(field, 's')} = ${key} ORDER BY s.AgentId`);
    await this.db.removeAll(
      entity,
      before.filter(({ AgentId }) => !agentIds.includes(AgentId)),
    );
    const added = agentIds.filter((agentId) => !before.some(({ AgentId }) => AgentId === agentId));
    await this.db.insertAll(
      entity,
      added.map((AgentId) => ({ [field]: key, AgentId }) as Partial<E>),
    );
  }

  private async shareErrors(agentIds: readonly number[]): Promise<FieldError[]> {
    if (agentIds.length === 0) return [];
    const [known] = await this.db.existingKeys<number>({
      key: sql`a.AgentId`,
      from: sql`agents a WHERE a.AgentId IN (${join(agentIds)})`,
    });
    return agentIds.flatMap((id, at) => [
      ...(known.has(id) ? [] : [fieldError('Unknown', `AgentIds[${at}]`, 'must be an agent')]),
      ...(agentIds.indexOf(id) < at ? [repeatedItem(`AgentIds[${at}]`)] : []),
    ]);
  }
}

/** The error of a request that names no receiver. */
export function receiverErrors(agent: Bound<Pick<Agent, 'AgentId'>> | null | undefined): FieldError[] {
  return agent?.AgentId ? [] : [fieldError('NotEmpty', 'agent.AgentId', 'is required')];
}

/** Throws Conflict if the receiver is not active. */
export function mustBeActive({ AgentId, AgentStatus }: Receiver): void {
  if (AgentStatus !== 'Active') throw new Conflict(`Agent ${AgentId} is not active and cannot receive anything.`);
}
