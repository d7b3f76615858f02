import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { Bound } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { LocationsService } from '../../lines/locations.service.js';
import { VisitMessagesService } from '../visit-messages.service.js';
import type { CustomerCheckinObject } from '../checkins.records.js';
import { CheckinsStore } from '../checkins.store.js';
import { status } from '../checkin.entity.js';
import { CallOrder, type Callable } from './call-order.js';
import type { CallNextRequest } from './queue.records.js';

@Injectable()
export class CallNextService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly store: CheckinsStore,
    private readonly locations: LocationsService,
    private readonly messages: VisitMessagesService,
  ) {}

  /**
   * Calls the visit that comes first of those that wait on the line LineId, or by default on any line of the station.
   * Sets EmployeeId of the visit to the caller. Returns undefined if no visit waits. Throws Invalid, Forbidden, and
   * Conflict if the station is closed or already has a called or served visit.
   */
  async call(
    caller: Principal,
    { StationId, LineId }: Bound<CallNextRequest>,
  ): Promise<CustomerCheckinObject | undefined> {
    if (!StationId) throw new Invalid([fieldError('NotEmpty', 'StationId', 'is required')]);
    const station = await this.locations.lockStation(StationId);
    if (!station) throw new Invalid([fieldError('Unknown', 'StationId', 'must be an active station')]);
    const { LocationId, LineIds } = station;
    await this.locations.require(caller, LocationId);
    if (LineId && !LineIds.includes(LineId))
      throw new Invalid([fieldError('Unknown', 'LineId', 'must be a line of the station')]);
    if (!station.Open) throw new Conflict('The station is closed: set Open to true first.');
    await this.requireFree(StationId);
    const lineIds = LineId ? [LineId] : LineIds;
    const next = lineIds.length === 0 ? undefined : await this.lockFirst(LocationId, lineIds);
    if (!next) return undefined;
    const before = await this.store.require(next);
    const called = await this.store.update(before, {
      Status: status.called,
      CalledTime: this.clock.now(),
      StationId,
      EmployeeId: caller.UserId,
    });
    await this.messages.changed(before, called);
    return called;
  }

  /**
   * Throws Conflict if the station has a visit that is Called or Serving, so that a double click calls only one
   * customer.
   */
  private async requireFree(stationId: Guid): Promise<void> {
    const visit = await this.db.one<{ Id: Guid }>(sql`SELECT Id FROM checkins WHERE StationId = ${stationId}
      AND BusinessDay = ${this.clock.today()} AND Status IN (${status.called}, ${status.serving}) LIMIT 1`);
    if (!visit) return;
    throw new Conflict('The station has a visit that is Called or Serving: end or forward it first.', {
      meta: { CheckInId: visit.Id },
    });
  }

  /**
   * Locks the visit that comes first of those that wait on the lines, and returns its Id. If a concurrent call takes it
   * first, finds the next one.
   */
  private async lockFirst(locationId: Guid, lineIds: readonly Guid[]): Promise<Guid | undefined> {
    const waits = sql`c.BusinessDay = ${this.clock.today()} AND c.LocationId = ${locationId}
      AND c.Status = ${status.waiting} AND c.LineId IN (${join(lineIds)})`;
    for (;;) {
      const visits = await this.db.all<Callable & { Id: Guid }>(sql`SELECT c.Id AS Id, c.BookedFor AS BookedFor
        FROM checkins c WHERE ${waits} ORDER BY c.AdjustedSignInTime, c.SignInTime, c.Id`);
      const first = new CallOrder(visits).first(toDate(this.clock.now()).getTime());
      if (!first) return undefined;
      const locked = await this.db.lock(sql`SELECT c.Id AS Id FROM checkins c WHERE c.Id = ${first.Id} AND ${waits}`);
      if (locked.length > 0) return first.Id;
    }
  }
}
