import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { AgentDirectory } from '../../auth/users/agent-directory.js';
import { Db } from '../../database/db.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { present } from '../contacts/contacts.service.js';
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
   * An error for every reference that does not hold; what a new visit misses is not told again. before: the stored
   * visit, whose references need no second check (a line may have closed since). listed: the caller sent LineIds, so
   * the error for a bad line names that field.
   */
  async errors(after: Partial<References>, listed: boolean, before?: References): Promise<FieldError[]> {
    const { LocationId, CustomerId, StationId, EmployeeId } = after;
    const elsewhere = before === undefined || before.LocationId !== LocationId;
    const isKnown = LocationId !== undefined && (!elsewhere || (await this.locations.isOpen(LocationId)));
    return [
      ...(CustomerId === undefined || CustomerId === before?.CustomerId ? [] : await this.customer(CustomerId)),
      ...(LocationId === undefined || isKnown
        ? []
        : [fieldError('Unknown', 'LocationId', 'must be an active location')]),
      ...(await this.linesOf(after, listed, elsewhere ? [] : before.LineIds, isKnown)),
      ...(!StationId || !isKnown || (!elsewhere && StationId === before.StationId)
        ? []
        : await this.station(LocationId, StationId)),
      ...(!EmployeeId || EmployeeId === before?.EmployeeId ? [] : await this.employee(EmployeeId)),
    ];
  }

  private async customer(id: Guid): Promise<FieldError[]> {
    const found = await this.db.one(sql`SELECT 1 AS One FROM contacts c WHERE c.ContactGUID = ${id} AND ${present}`);
    return found ? [] : [fieldError('Unknown', 'CustomerId', 'must be the ContactGUID of a contact')];
  }

  /** checked: lines that the visit was on before. isKnown: the location exists, and so can have lines. */
  private async linesOf(
    { LocationId, LineId, LineIds = [] }: Partial<References>,
    listed: boolean,
    checked: readonly Guid[],
    isKnown: boolean,
  ): Promise<FieldError[]> {
    const added = LineIds.filter((id) => !checked.includes(id));
    const offered = isKnown ? await this.lines.offered(added, LocationId!) : new Set(added);
    const errors = LineIds.flatMap((id, index) => {
      const at = listed ? `LineIds[${index}]` : 'LineId';
      if (LineIds.indexOf(id) < index) return [fieldError('Duplicate', at, 'appears more than once in the list')];
      return checked.includes(id) || offered.has(id)
        ? []
        : [fieldError('Unknown', at, 'must be an active line of the location')];
    });
    return LineId === undefined || LineIds.includes(LineId)
      ? errors
      : [...errors, fieldError('Mismatch', 'LineId', 'must be one of LineIds')];
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
