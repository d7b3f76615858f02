import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { AgentDirectory } from '../../auth/accounts/agent-directory.js';
import { Db, type LookUp } from '../../database/db.js';
import { refuse } from '../../errors/errors.js';
import { fieldError, repeatedItem, type FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { present } from '../contacts/contacts.service.js';
import { LinesService } from '../lines/lines.service.js';
import { LocationsService } from '../lines/locations.service.js';
import type { Checkin } from './checkin.entity.js';

export type References = Pick<Checkin, 'LocationId' | 'CustomerId' | 'LineId' | 'LineIds' | 'StationId' | 'EmployeeId'>;

/** Checks the customer, location, lines, station and employee that a visit refers to. */
@Injectable()
export class CheckinReferencesService {
  constructor(
    private readonly db: Db,
    private readonly agents: AgentDirectory,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
  ) {}

  /**
   * Returns one error for each invalid reference in `after`. A missing reference is not checked, nor one that the
   * stored visit `before` already has, because a line may have closed since; but a change of LocationId checks all
   * lines and the station again. `listed` says that the caller sent LineIds, so that the error of an invalid line names
   * LineIds and not LineId.
   */
  async errors(after: Partial<References>, listed: boolean, before?: References): Promise<FieldError[]> {
    const { LocationId, CustomerId, LineIds = [], StationId, EmployeeId } = after;
    const elsewhere = before === undefined || before.LocationId !== LocationId;
    const isAt = LocationId !== undefined;
    const moved = isAt && elsewhere;
    const isNewCustomer = CustomerId !== undefined && CustomerId !== before?.CustomerId;
    const kept = elsewhere ? [] : before.LineIds;
    const added = LineIds.filter((id) => !kept.includes(id));
    const isNewStation = isAt && StationId && (elsewhere || StationId !== before.StationId);
    const [location, customer, lines, station] = await this.db.existingKeys<Guid>(
      moved ? this.locations.open(LocationId) : undefined,
      isNewCustomer ? customerOf(CustomerId) : undefined,
      isAt ? this.lines.offered(added, LocationId) : undefined,
      isNewStation ? this.locations.stationAt(LocationId, StationId) : undefined,
    );
    // If the location does not exist, return only the error of LocationId, and none of the lines and the station.
    const isKnown = isAt && (!moved || location.size > 0);
    return [
      ...(isNewCustomer && customer.size === 0 ? [unknownCustomer()] : []),
      ...(isAt && !isKnown ? [fieldError('Unknown', 'LocationId', 'must be an active location')] : []),
      ...lineErrors(after, listed, isKnown ? added.filter((id) => !lines.has(id)) : []),
      ...(isKnown && isNewStation && station.size === 0 ? [unknownStation()] : []),
      ...(!EmployeeId || EmployeeId === before?.EmployeeId ? [] : await this.employee(EmployeeId, LocationId)),
    ];
  }

  /**
   * Throws Invalid if a visit names a line twice, or names a line or station that does not belong to the location of
   * the visit.
   */
  async mustBeAtLocation(visits: readonly Partial<References>[]): Promise<void> {
    const lines = await this.lines.lock(visits.flatMap(({ LineIds = [] }) => LineIds));
    const stations = await this.locations.ofStations(visits.flatMap(({ StationId }) => StationId ?? []));
    const errors = visits.flatMap((visit) => {
      const { LocationId, LineIds = [], StationId } = visit;
      const elsewhere = LineIds.filter((id) => lines.get(id) !== LocationId);
      return [
        ...lineErrors(visit, true, elsewhere, 'must be a line of the location'),
        ...(StationId && stations.get(StationId) !== LocationId ? [unknownStation()] : []),
      ];
    });
    refuse(errors);
  }

  /** Throws Invalid if the contact of one of the visits is deleted. */
  async mustBePresent(visits: readonly Partial<References>[]): Promise<void> {
    if (visits.length === 0) return;
    const ids = visits.map(({ CustomerId }) => CustomerId);
    const deleted = sql`SELECT 1 FROM contacts c WHERE c.ContactGUID IN (${join(ids)}) AND NOT (${present})`;
    if (await this.db.one(deleted)) refuse([unknownCustomer()]);
  }

  private async employee(userId: Guid, locationId: Guid | undefined): Promise<FieldError[]> {
    const agent = await this.agents.ofUser(userId);
    if (agent?.Active ?? (locationId && (await this.locations.employs(locationId, userId)))) return [];
    const allowed = 'must be the UserId of an active agent, or of a user who works at the location';
    return [fieldError('Unknown', 'EmployeeId', allowed)];
  }
}

function customerOf(id: Guid): LookUp {
  return { key: sql`c.ContactGUID`, from: sql`contacts c WHERE c.ContactGUID = ${id} AND ${present}`, holds: true };
}

function unknownCustomer(): FieldError {
  return fieldError('Unknown', 'CustomerId', 'must be the ContactGUID of a contact');
}

function unknownStation(): FieldError {
  return fieldError('Unknown', 'StationId', 'must be a station of the location');
}

/** The errors of LineId and LineIds. `unknown` contains the ids of lines that the location does not offer. */
function lineErrors(
  { LineId, LineIds = [] }: Partial<References>,
  listed: boolean,
  unknown: readonly Guid[],
  allowed = 'must be an active line of the location',
): FieldError[] {
  const errors = LineIds.flatMap((id, index) => {
    const at = listed ? `LineIds[${index}]` : 'LineId';
    if (LineIds.indexOf(id) < index) return [repeatedItem(at)];
    return unknown.includes(id) ? [fieldError('Unknown', at, allowed)] : [];
  });
  return LineId === undefined || LineIds.includes(LineId)
    ? errors
    : [...errors, fieldError('Mismatch', 'LineId', 'must be one of LineIds')];
}
