import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { anyKey } from '../../database/any-key.js';
import { quoted } from '../../database/quoted.js';
import { Conflict, NotFound, refuse } from '../../errors/errors.js';
import { duplicates, type Bound } from '../../record/bind.js';
import { emptyList, fieldError, type FieldError } from '../../record/field-error.js';
import { HandoversService, mustBeActive, receiverErrors, type Receiver } from '../agents/handovers.service.js';
import { SmartsheetLine } from './smartsheet-line.entity.js';
import { SmartsheetTransfer } from './smartsheet-transfer.entity.js';
import type { SmartsheetRecord, SmartsheetsTransferRequest } from './smartsheets.records.js';

type Sent = Bound<SmartsheetRecord>;

/** What a client may send of a line to show which state of it was on the screen. */
const seen = ['PolicyNumber', 'PolicyAssociateId', 'TransactionId'] as const;

@Injectable()
export class SmartsheetsService {
  constructor(
    private readonly db: Db,
    private readonly handovers: HandoversService,
    private readonly clock: BusinessClock,
  ) {}

  /**
   * The lines after the transfer, in the order sent. A line that the receiver owns already stays as it is.
   * Throws Invalid; NotFound with one error for each unknown line and for the receiver; Forbidden for lines out of
   * scope, unless the caller is who transferred them to the receiver; Conflict for a receiver who is not active and for
   * lines that changed since they were shown.
   */
  async transfer({ agent, lines }: Bound<SmartsheetsTransferRequest>, caller: Principal): Promise<SmartsheetRecord[]> {
    const sent = lines ?? [];
    const errors = [...receiverErrors(agent), ...lineErrors(sent)];
    refuse(errors);
    const { receiver, stored } = await this.known(agent!.AgentId!, sent);
    const leaving = stored.filter(({ AgentId }) => AgentId !== receiver.AgentId);
    await this.handovers.requireScope(caller, receiver, stored, (theirs) => this.handedOver(theirs, caller));
    refuseStale(sent, stored);
    const at = this.clock.now();
    await this.db.insertAll(
      SmartsheetTransfer,
      leaving.map(({ TableName, ID, AgentId }) => ({
        ...{ TableName, ID, FromAgentId: AgentId, ToAgentId: receiver.AgentId },
        ...{ TransferredAt: at, TransferredBy: caller.UserId },
      })),
    );
    await this.db.updateHeld(SmartsheetLine, leaving, { AgentId: receiver.AgentId });
    return stored.map((line) => ({ ...line, AgentName: receiver.AgentName }));
  }

  /** The receiver and the stored lines in the order sent, which are locked. */
  private async known(
    agentId: number,
    sent: readonly Sent[],
  ): Promise<{ receiver: Receiver; stored: readonly SmartsheetLine[] }> {
    const { receiver, errors: noReceiver } = await this.handovers.receiver(agentId);
    const byKey = await this.lock(sent);
    const errors = [
      ...noReceiver,
      ...sent.flatMap((line, index) =>
        byKey.has(keyOf(line)) ? [] : [fieldError('Unknown', `lines[${index}]`, 'is no smartsheet line')],
      ),
    ];
    if (!receiver || errors.length > 0)
      throw new NotFound('The receiver or some of the lines do not exist; none was transferred.', { errors });
    mustBeActive(receiver);
    return { receiver, stored: sent.map((line) => byKey.get(keyOf(line))!) };
  }

  /** The stored lines, locked in key order, so that transfers of the same lines wait for each other. */
  private async lock(sent: readonly Sent[]): Promise<Map<string, SmartsheetLine>> {
    const rows = await this.db.lock<SmartsheetLine>(sql`SELECT ${columns(SmartsheetLine, 's')} FROM smartsheet_lines s
      WHERE ${oneOf(sent, 's')} ORDER BY s.ID, s.TableName`);
    return new Map(rows.map((row) => [keyOf(row), row]));
  }

  /** Whether the caller made the last transfer of each line: then it is they who gave it to its owner. */
  private async handedOver(lines: readonly SmartsheetLine[], { UserId }: Principal): Promise<boolean> {
    const own = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM smartsheet_transfers t
      JOIN smartsheet_lines s ON s.ID = t.ID AND s.TableName = t.TableName AND s.AgentId = t.ToAgentId
      WHERE t.TransferredBy = ${UserId} AND t.TransferId IN (SELECT MAX(m.TransferId) FROM smartsheet_transfers m
        WHERE ${oneOf(lines, 'm')} GROUP BY m.TableName, m.ID)`);
    return own?.Total === lines.length;
  }
}

function lineErrors(sent: readonly Sent[]): FieldError[] {
  if (sent.length === 0) return [emptyList('lines')];
  const unset = sent.flatMap(({ ID, TableName }, index) => [
    ...(ID === undefined ? [fieldError('NotNull', `lines[${index}].ID`, 'is required')] : []),
    ...(TableName ? [] : [fieldError('NotEmpty', `lines[${index}].TableName`, 'is required')]),
  ]);
  return [...unset, ...duplicates(sent, ['TableName', 'ID'], 'lines')];
}

/**
 * What was sent of a line besides its key, unless it is unset, must be what is
 * stored: else the caller saw another state.
 */
function refuseStale(sent: readonly Sent[], stored: readonly SmartsheetLine[]): void {
  const stale = sent.flatMap((line, index) =>
    seen
      .filter((name) => line[name] && line[name] !== stored[index][name])
      .map((name) => fieldError('Mismatch', `lines[${index}].${name}`, 'is not the stored one any more')),
  );
  if (stale.length > 0)
    throw new Conflict('Some of the lines changed since they were shown; none was transferred.', { errors: stale });
}

/** The condition that a row is of one of the lines. */
function oneOf(lines: readonly Sent[], alias: string): Sql {
  return anyKey(
    [quoted('ID', alias), quoted('TableName', alias)],
    lines.map(({ ID, TableName }) => [ID, TableName]),
  );
}

function keyOf({ TableName, ID }: Sent): string {
  return JSON.stringify([TableName, ID]);
}
