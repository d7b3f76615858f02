import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { Db } from '../../../database/db.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { Bound } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import { LinesService } from '../../lines/lines.service.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { CustomerCheckinObject } from '../checkins.records.js';
import { CheckinsStore } from '../checkins.store.js';
import { status } from '../status.rules.js';
import type { CallNextRequest } from './queue.records.js';
import { QueueService } from './queue.service.js';

/** Calls customers to stations, each of them once. */
@Injectable()
export class CallNext {
  constructor(
    private readonly db: Db,
    private readonly store: CheckinsStore,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
    private readonly queue: QueueService,
  ) {}

  /**
   * The waiting visit that is ahead of all on the station's lines, or on that one, which is now Called to the station
   * by the caller's own agent; undefined: none waits.
   */
  async call(
    caller: Principal,
    { StationId, LineId }: Bound<CallNextRequest>,
  ): Promise<CustomerCheckinObject | undefined> {
    const station = StationId && (await this.locations.station(StationId));
    if (!station) throw new Invalid([fieldError(...noStation(StationId))]);
    const { LocationId } = station;
    await this.locations.require(caller, LocationId);
    if (LineId && !(await this.lines.at(LocationId, [LineId])).has(LineId))
      throw new Invalid([fieldError('Unknown', 'LineId', 'must be a line of the location of the station')]);
    const lineIds = LineId ? [LineId] : station.LineIds;
    const next = lineIds.length === 0 ? undefined : await this.lockFirst(LocationId, lineIds);
    if (!next) return undefined;
    const EmployeeId = caller.AgentId === 0 ? undefined : caller.UserId;
    return this.store.update(await this.store.require(next), { Status: status.called, StationId, EmployeeId });
  }

  /** Whoever else asks meanwhile waits for this row, and then finds it called. */
  private async lockFirst(locationId: Guid, lineIds: readonly Guid[]): Promise<Guid | undefined> {
    const [first] = await this.db.lock<{ Id: Guid } | undefined>(sql`SELECT c.Id AS Id FROM checkins c
      WHERE c.BusinessDay = ${this.queue.today()} AND c.LocationId = ${locationId} AND c.Status = ${status.waiting}
        AND c.LineId IN (${join(lineIds)})
      ORDER BY c.AdjustedSignInTime, c.SignInTime, c.Id LIMIT 1`);
    return first?.Id;
  }
}

function noStation(id: Guid | undefined): Parameters<typeof fieldError> {
  return id ? ['Unknown', 'StationId', 'must be an active station'] : ['NotEmpty', 'StationId', 'is required'];
}
