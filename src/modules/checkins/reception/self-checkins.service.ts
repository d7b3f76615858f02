import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Conflict, NotFound, refuse } from '../../../errors/errors.js';
import { missing, type Bound } from '../../../record/bind.js';
import { CustomerSearchService } from '../../contacts/search/customer-search.service.js';
import { LocationsService } from '../../lines/locations.service.js';
import { VisitLinksService } from '../../messages/visit-links.service.js';
import { CheckinReferencesService } from '../checkin-references.service.js';
import type { CustomerCheckinObject } from '../checkins.records.js';
import { CheckinsService } from '../checkins.service.js';
import { CheckinsStore } from '../checkins.store.js';
import { QueueService } from '../queue/queue.service.js';
import { SelfCheckin, type SelfCheckinResponse } from './reception.records.js';

/** The message is the same for every person who is not found, so that a caller learns nothing from guesses. */
const askAtTheDesk = 'We could not check you in here. Please ask at the desk.';

/** Lets customers check in at a kiosk, without staff. */
@Injectable()
export class SelfCheckinsService {
  constructor(
    private readonly checkins: CheckinsService,
    private readonly store: CheckinsStore,
    private readonly references: CheckinReferencesService,
    private readonly locations: LocationsService,
    private readonly queue: QueueService,
    private readonly search: CustomerSearchService,
    private readonly links: VisitLinksService,
  ) {}

  /**
   * Checks in the customer with the sent telephone number and last name, if exactly one customer has both. Checks the
   * location and the line before it searches for the customer. Throws Invalid, Forbidden and NotFound.
   */
  async checkIn(caller: Principal, sent: Bound<SelfCheckin>): Promise<Omit<SelfCheckinResponse, 'ResponseStatus'>> {
    const { LocationId, LineId, Phone, LastName, SendReminders } = sent;
    if (LocationId) await this.locations.requireWhereKnown(caller, LocationId);
    const there = { LocationId, LineId, LineIds: LineId ? [LineId] : [] };
    refuse([...missing(SelfCheckin, sent), ...(await this.references.errors(there, false))]);
    const CustomerId = await this.search.only(Phone!, LastName!);
    if (!CustomerId) throw new NotFound(askAtTheDesk);
    const visit = await this.visitOf(caller, { CustomerId, LocationId, LineId, SendReminders });
    const entry = await this.queue.entryOf(visit);
    // The visit has no queue entry if staff have ended it in the meantime.
    if (!entry) throw new NotFound(askAtTheDesk);
    const { Id, Ticket, Position, WaitTime } = entry;
    return { Id, Ticket, Position, WaitTime, VisitUrl: this.links.urlOf(visit) };
  }

  /**
   * Adds a visit, or returns the open visit that the customer already has. An error instead would reveal to a stranger
   * that the customer is there.
   */
  private async visitOf(caller: Principal, visit: Bound<CustomerCheckinObject>): Promise<CustomerCheckinObject> {
    try {
      return await this.checkins.save(caller, visit);
    } catch (error) {
      if (!(error instanceof Conflict) || !error.meta.CheckInId) throw error;
      return this.store.require(error.meta.CheckInId);
    }
  }
}
