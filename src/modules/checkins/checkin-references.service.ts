import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { AgentDirectory } from '../../auth/users/agent-directory.js';
import { Db } from '../../database/db.js';
import { Invalid } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { LinesService } from '../lines/lines.service.js';
import { LocationsService } from '../lines/locations.service.js';
import type { Checkin } from './checkin.entity.js';

export type References = Pick<Checkin, 'LocationId' | 'CustomerId' | 'LineId' | 'LineIds' | 'StationId' | 'EmployeeId'>;

/** What a visit refers to. */
@Injectable()
export class CheckinReferences {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
  ) {}

  /**
   * Throws Invalid with every reference that does not hold. before: the stored visit, whose references need no second check
   * (a line may have closed since). listed: the caller sent LineIds, so the error for a bad line names that field.
   * The location exists.
   */
  async check(after: References, listed: boolean, before?: References): Promise<void> {
    const elsewhere = before?.LocationId !== after.LocationId;
    const errors = [
      ...(after.CustomerId === before?.CustomerId ? [] : await this.customer(after.CustomerId)),
      ...(await this.linesOf(after, listed, elsewhere ? [] : before.LineIds)),
      ...(after.StationId === null || (!elsewhere && after.StationId === before.StationId)
        ? []
        : await this.station(after.LocationId, after.StationId)),
      ...(after.EmployeeId === null || after.EmployeeId === before?.EmployeeId
        ? []
        : await this.employee(after.EmployeeId)),
    ];
    if (errors.length > 0) throw new Invalid(errors);
  }

  private async customer(id: Guid): Promise<FieldError[]> {
    const found = await this.db.one(sql`SELECT 1 AS One FROM contacts WHERE ContactGUID = ${id}`);
    return found ? [] : [fieldError('Unknown', 'CustomerId', 'must be the ContactGUID of a contact')];
  }

  /** checked: lines that the visit was on before. */
  private async linesOf(
    { LocationId, LineId, LineIds }: References,
    listed: boolean,
    checked: readonly Guid[],
  ): Promise<FieldError[]> {
    const offered = await this.lines.offered(
      LineIds.filter((id) => !checked.includes(id)),
      LocationId,
    );
    const errors = LineIds.flatMap((id, index) => {
      const at = listed ? `LineIds[${index}]` : 'LineId';
      if (LineIds.indexOf(id) < index) return [fieldError('Duplicate', at, 'appears more than once in the list')];
      return checked.includes(id) || offered.has(id)
        ? []
        : [fieldError('Unknown', at, 'must be an active line of the location')];
    });
    return LineIds.includes(LineId) ? errors : [...errors, fieldError('Mismatch', 'LineId', 'must be one of LineIds')];
  }

  private async station(locationId: Guid, stationId: Guid): Promise<FieldError[]> {
    const found = await this.locations.hasStation(locationId, stationId);
    return found ? [] : [fieldError('Unknown', 'StationId', 'must be a station of the location')];
  }

  private async employee(userId: Guid): Promise<FieldError[]> {
    const agent = await this.agents.ofUser(userId);
    return agent?.Active ? [] : [fieldError('Unknown', 'EmployeeId', 'must be the UserId of an active agent')];
  }
}
