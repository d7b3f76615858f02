import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { joinedName } from '../../database/schema/name-keys.js';
import { anyKey } from '../../database/sql/conditions.js';
import { Conflict, refuse } from '../../errors/errors.js';
import { duplicates, type Bound } from '../../record/bind.js';
import { emptyList, fieldError, type FieldError } from '../../record/field-error.js';
import { TransferRulesService, receiverErrors, type Receiver } from '../agents/transfer-rules.service.js';
import { SmartsheetLine, SmartsheetTransfer, type SmartsheetRecord } from './smartsheet.entity.js';
import type { SmartsheetsTransferRequest } from './smartsheets.records.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { Holding, type HandOver, type Party } from '../agents/hand-over/holding.js';
import { ScopeService } from '../agents/scope.service.js';

type SentLine = Bound<SmartsheetRecord>;

/** Optional fields of a sent line. If one differs from the stored line, the client shows an older state of the line. */
const compared = ['PolicyNumber', 'PolicyAssociateId', 'TransactionId'] as const;

@Injectable()
export class SmartsheetsService {
  constructor(
    private readonly db: Db,
    private readonly handovers: TransferRulesService,
    private readonly clock: BusinessClock,
    private readonly scope: ScopeService,
  ) {}

  /**
   * Transfers lines and returns them in the order sent. A line that the receiver already owns does not change. Throws
   * Invalid; NotFound with one error for each unknown line and for the receiver; Forbidden for lines out of scope,
   * unless the caller transferred them to the receiver; Conflict for an inactive receiver and for lines that changed
   * since the caller read them.
   */
  async transfer({ agent, lines }: Bound<SmartsheetsTransferRequest>, caller: Principal): Promise<SmartsheetRecord[]> {
    const sent = lines ?? [];
    const errors = [...receiverErrors(agent), ...lineErrors(sent)];
    refuse(errors);
    const { receiver, stored } = await this.lockedLines(agent!.AgentId!, sent);
    const moved = stored.filter(({ AgentId }) => AgentId !== receiver.AgentId);
    await this.handovers.requireScope(caller, receiver, stored, SmartsheetTransfer, ['ID', 'TableName']);
    refuseStale(sent, stored);
    await this.move(caller, moved, receiver.AgentId);
    return stored.map((line) => ({ ...line, AgentName: receiver.AgentName }));
  }

  /** Gives the lines, which must be locked, to the agent `ToAgentId`. Adds a SmartsheetTransfer for each line. */
  async move(
    { UserId: TransferredBy }: Principal,
    lines: readonly Pick<SmartsheetLine, 'TableName' | 'ID' | 'AgentId'>[],
    ToAgentId: number,
  ): Promise<void> {
    const TransferredAt = this.clock.now();
    await this.db.insertAll(
      SmartsheetTransfer,
      lines.map(({ TableName, ID, AgentId: FromAgentId }) => ({
        TableName,
        ID,
        FromAgentId,
        ToAgentId,
        TransferredAt,
        TransferredBy,
      })),
    );
    await this.db.updateHeld(SmartsheetLine, lines, { AgentId: ToAgentId });
  }

  /** The receiver, and the locked lines in the order sent. */
  private async lockedLines(
    agentId: number,
    sent: readonly SentLine[],
  ): Promise<{ receiver: Receiver; stored: readonly SmartsheetLine[] }> {
    // Lock in key order, so that transfers of the same lines wait for each other.
    const rows = await this.db.lock<SmartsheetLine>(sql`SELECT ${columns(SmartsheetLine, 's')} FROM smartsheet_lines s
      WHERE ${oneOf(sent)} ORDER BY s.ID, s.TableName`);
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const unknown = sent.flatMap((line, index) =>
      byKey.has(keyOf(line))
        ? []
        : [fieldError('Unknown', `lines[${index}]`, 'must name a smartsheet line by TableName and ID')],
    );
    const message = 'The receiver or some of the lines do not exist: no line was transferred.';
    const receiver = await this.handovers.receiver(agentId, unknown, message);
    return { receiver, stored: sent.map((line) => byKey.get(keyOf(line))!) };
  }

  /** The lines whose owners are in scope, sorted by ID and TableName. */
  async lines(caller: Principal, options: ListOptions): Promise<ListResult<SmartsheetLine>> {
    return this.db.list(
      SmartsheetLine,
      {
        columns: { ...columnsOf(SmartsheetLine, 's'), AgentName: joinedName('a', 'AgentName') },
        from: sql`smartsheet_lines s`,
        joins: { a: sql`JOIN agents a ON a.AgentId = s.AgentId` },
        ...(await this.scope.visible(caller, sql`s.AgentId`)),
        order: [sql`s.ID`, sql`s.TableName`],
        key: [sql`s.ID`, sql`s.TableName`],
      },
      options,
    );
  }

  /** The transfers from or to an agent in scope, newest first. */
  transfers(caller: Principal, options: ListOptions): Promise<ListResult<SmartsheetTransfer>> {
    return this.handovers.transfers(SmartsheetTransfer, caller, options);
  }
}

function lineErrors(sent: readonly SentLine[]): FieldError[] {
  if (sent.length === 0) return [emptyList('lines')];
  const unset = sent.flatMap(({ ID, TableName }, index) => [
    ...(ID === undefined ? [fieldError('NotNull', `lines[${index}].ID`, 'is required')] : []),
    ...(TableName ? [] : [fieldError('NotEmpty', `lines[${index}].TableName`, 'is required')]),
  ]);
  return [...unset, ...duplicates(sent, ['TableName', 'ID'], 'lines')];
}

/** Throws Conflict if one of the fields in `compared` was sent with a value that differs from the stored line. */
function refuseStale(sent: readonly SentLine[], stored: readonly SmartsheetLine[]): void {
  const stale = sent.flatMap((line, index) =>
    compared
      .filter((name) => line[name] && line[name] !== stored[index][name])
      .map((name) => fieldError('Mismatch', `lines[${index}].${name}`, 'has changed: read the line again')),
  );
  if (stale.length > 0)
    throw new Conflict('Some of the lines changed since you read them: no line was transferred. Read them again.', {
      errors: stale,
    });
}

/** The condition that a row `s` has the key of one of the lines. */
function oneOf(lines: readonly SentLine[]): Sql {
  return anyKey(
    [sql`s.ID`, sql`s.TableName`],
    lines.map(({ ID, TableName }) => [ID, TableName]),
  );
}

function keyOf({ TableName, ID }: SentLine): string {
  return JSON.stringify([TableName, ID]);
}

/** The smartsheet lines of a leaving agent. */
@Injectable()
export class OwnedLines extends Holding {
  readonly kind = 'SmartsheetLines';

  constructor(
    db: Db,
    private readonly smartsheets: SmartsheetsService,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`smartsheet_lines s WHERE s.AgentId = ${AgentId}`;
  }

  async settle({ from, to, caller }: HandOver, most: number): Promise<number> {
    const lines = await this.db.lock<SmartsheetLine>(sql`SELECT s.ID AS ID, s.TableName AS TableName,
      s.AgentId AS AgentId FROM ${this.of(from)} ORDER BY s.ID, s.TableName LIMIT ${most}`);
    await this.smartsheets.move(caller, lines, to.AgentId);
    return lines.length;
  }
}
