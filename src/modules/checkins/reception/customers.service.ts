import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { refuse } from '../../../errors/errors.js';
import { RequestBudgets } from '../../../http/server/request-budgets.js';
import { missing, type Bound } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import { CustomerSearchService } from '../../contacts/search/customer-search.service.js';
import { LocationsService } from '../../lines/locations.service.js';
import { customerName } from '../queue/queue.rules.js';
import { CustomersFilter, type Customer } from './reception.records.js';

const mostShown = 20;

@Injectable()
export class CustomersService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly search: CustomerSearchService,
    private readonly locations: LocationsService,
    private readonly budgets: RequestBudgets,
  ) {}

  /**
   * Finds at most 20 customers: first those of which Search is a whole name, then others, each by Name. Searches all
   * customers of the agency if the caller works at the location, else only the contacts that the caller may see. Throws
   * Invalid, NotFound and Forbidden, and TooManyRequests after 600 searches by digits of the user in an hour.
   */
  async matching(caller: Principal, sent: Bound<CustomersFilter>): Promise<Customer[]> {
    const { LocationId, Search } = sent;
    refuse([...missing(CustomersFilter, sent), ...this.search.lengthErrors(Search ?? '')]);
    await this.locations.requireKnown(caller, LocationId!);
    if (/\p{Nd}/u.test(Search!)) await this.budgets.ofDigits(caller.UserId);
    const isAtDesk = await this.locations.employs(LocationId!, caller.UserId);
    const found = await this.search.first(caller, Search!, mostShown, isAtDesk);
    const known = found.flatMap(({ ContactGUID, ...person }) => (ContactGUID ? [{ ContactGUID, ...person }] : []));
    const open = await this.open(
      LocationId!,
      known.map(({ ContactGUID }) => ContactGUID),
    );
    return known.map(({ ContactGUID, PhoneEnding, ...names }) => ({
      CustomerId: ContactGUID,
      CustomerName: customerName(names),
      PhoneEnding,
      OpenCheckInId: open.get(ContactGUID) ?? null,
    }));
  }

  /** The Ids of the open visits that the customers have at the location today, by CustomerId. */
  private async open(locationId: Guid, customerIds: readonly Guid[]): Promise<Map<Guid, Guid>> {
    if (customerIds.length === 0) return new Map();
    const visits = await this.db.all<{ Id: Guid; CustomerId: Guid }>(sql`SELECT Id, CustomerId FROM checkins
      WHERE BusinessDay = ${this.clock.today()} AND LocationId = ${locationId} AND Status IN (0, 1, 2)
        AND CustomerId IN (${join(customerIds)})`);
    return new Map(visits.map(({ Id, CustomerId }) => [CustomerId, Id]));
  }
}
