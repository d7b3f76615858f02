import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Conflict, Forbidden, Invalid, NotFound } from '../../errors/errors.js';
import { duplicates, type Bound } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { ScopeService } from '../agents/scope.service.js';
import { SmartsheetLine } from './smartsheet-line.entity.js';
import { SmartsheetTransfer } from './smartsheet-transfer.entity.js';
import type { SmartsheetRecord, SmartsheetsTransferRequest } from './smartsheets.records.js';

type Sent = Bound<SmartsheetRecord>;
type Receiver = { AgentId: number; AgentName: string; AgentStatus: string };

/** What a client may send of a line to show which state of it was on the screen. */
const seen = ['PolicyNumber', 'PolicyAssociateId', 'TransactionId'] as const;

@Injectable()
export class SmartsheetsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly clock: BusinessClock,
  ) {}

  /**
   * The lines after the transfer, in the order sent. A line that the receiver owns already stays as it is, whoever asks.
   * Throws Invalid; NotFound for the receiver or with one error for each unknown line; Forbidden for lines out of scope;
   * Conflict for a receiver who is not active and for lines that changed since they were shown.
   */
  async transfer({ agent, lines }: Bound<SmartsheetsTransferRequest>, caller: Principal): Promise<SmartsheetRecord[]> {
    const sent = lines ?? [];
    const errors = [...receiverErrors(agent), ...lineErrors(sent)];
    if (errors.length > 0) throw new Invalid(errors);
    const receiver = await this.receiver(agent!.AgentId!);
    const stored = await this.lock(sent);
    const leaving = stored.filter(({ AgentId }) => AgentId !== receiver.AgentId);
    await this.requireScope(leaving, caller);
    refuseStale(sent, stored);
    const at = this.clock.now();
    await this.db.insertAll(
      SmartsheetTransfer,
      leaving.map(({ TableName, ID, AgentId }) => ({
        ...{ TableName, ID, FromAgentId: AgentId, ToAgentId: receiver.AgentId },
        ...{ TransferredAt: at, TransferredBy: caller.UserId },
      })),
    );
    for (const { ID, TableName } of leaving)
      await this.db.update(SmartsheetLine, { ID, TableName }, { AgentId: receiver.AgentId });
    return stored.map((line) => ({ ...line, AgentName: receiver.AgentName }));
  }

  private async receiver(id: number): Promise<Receiver> {
    const found = await this.db.one<Receiver>(sql`SELECT a.AgentId AS AgentId, a.AgentName AS AgentName,
      a.AgentStatus AS AgentStatus FROM agents a WHERE a.AgentId = ${id}`);
    if (!found) throw new NotFound(`There is no agent ${id}.`);
    if (found.AgentStatus !== 'Active') throw new Conflict(`Agent ${id} is not active and cannot receive lines.`);
    return found;
  }

  /** The stored lines in the order sent, locked in key order, so that transfers of the same lines wait for each other. */
  private async lock(sent: readonly Sent[]): Promise<SmartsheetLine[]> {
    const keys = sent.map(({ ID, TableName }) => sql`(s.ID = ${ID} AND s.TableName = ${TableName})`);
    const rows = await this.db.lock<SmartsheetLine>(sql`SELECT ${columns(SmartsheetLine, 's')} FROM smartsheet_lines s
      WHERE ${join(keys, ' OR ')} ORDER BY s.ID, s.TableName`);
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const unknown = sent.flatMap((line, index) =>
      byKey.has(keyOf(line)) ? [] : [fieldError('Unknown', `lines[${index}]`, 'is no smartsheet line')],
    );
    if (unknown.length > 0)
      throw new NotFound('Some of the lines do not exist; none was transferred.', { errors: unknown });
    return sent.map((line) => byKey.get(keyOf(line))!);
  }

  private async requireScope(lines: readonly SmartsheetLine[], caller: Principal): Promise<void> {
    for (const owner of new Set(lines.map(({ AgentId }) => AgentId)))
      if (!(await this.scope.includes(caller, owner)))
        throw new Forbidden('Some of the lines belong to agents outside your scope; none was transferred.');
  }
}

function receiverErrors(agent: Bound<{ AgentId: number }> | null | undefined): FieldError[] {
  return agent?.AgentId ? [] : [fieldError('NotEmpty', 'agent.AgentId', 'is required')];
}

function lineErrors(sent: readonly Sent[]): FieldError[] {
  if (sent.length === 0) return [fieldError('NotEmpty', 'lines', 'needs at least 1 item')];
  const unset = sent.flatMap(({ ID, TableName }, index) => [
    ...(ID === undefined ? [fieldError('NotNull', `lines[${index}].ID`, 'is required')] : []),
    ...(TableName ? [] : [fieldError('NotEmpty', `lines[${index}].TableName`, 'is required')]),
  ]);
  return [...unset, ...duplicates(sent, ['TableName', 'ID'], 'lines')];
}

/** What was sent of a line besides its key must be what is stored: else the caller saw another state of it. */
function refuseStale(sent: readonly Sent[], stored: readonly SmartsheetLine[]): void {
  const stale = sent.flatMap((line, index) =>
    seen
      .filter((name) => line[name] !== undefined && line[name] !== stored[index][name])
      .map((name) => fieldError('Mismatch', `lines[${index}].${name}`, 'is not the stored one any more')),
  );
  if (stale.length > 0)
    throw new Conflict('Some of the lines changed since they were shown; none was transferred.', { errors: stale });
}

function keyOf({ TableName, ID }: Sent): string {
  return JSON.stringify([TableName, ID]);
}
