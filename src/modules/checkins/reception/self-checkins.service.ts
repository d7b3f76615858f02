import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Conflict, NotFound, refuse } from '../../../errors/errors.js';
import { RequestBudgets } from '../../../http/server/request-budgets.js';
import { missing, type Bound } from '../../../record/bind.js';
import { fieldError } from '../../../record/field-error.js';
import { CustomerSearchService } from '../../contacts/search/customer-search.service.js';
import { LocationsService } from '../../lines/locations.service.js';
import { VisitLinksService } from '../../messages/visit-links.service.js';
import { ArrivalsService } from '../arrivals/arrivals.service.js';
import { BookingSearchService } from '../arrivals/booking-search.service.js';
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
    private readonly arrivals: ArrivalsService,
    private readonly bookings: BookingSearchService,
    private readonly store: CheckinsStore,
    private readonly references: CheckinReferencesService,
    private readonly locations: LocationsService,
    private readonly queue: QueueService,
    private readonly search: CustomerSearchService,
    private readonly links: VisitLinksService,
    private readonly budgets: RequestBudgets,
  ) {}

  /**
   * Checks in the customer with the sent telephone number and last name, if exactly one customer has both. Without
   * LineId, a customer with a booking of today arrives, who can send its code instead of the number. Checks the
   * location and the line before it searches for the customer. Throws Invalid, Forbidden, NotFound, TooManyRequests,
   * and NotNow for a code of a booking that is not here and now.
   */
  async checkIn(caller: Principal, sent: Bound<SelfCheckin>): Promise<Omit<SelfCheckinResponse, 'ResponseStatus'>> {
    const { LocationId, LineId, Phone, Code } = sent;
    if (LocationId) await this.locations.requireWhereKnown(caller, LocationId);
    const there = { LocationId, ...(LineId && { LineId, LineIds: [LineId] }) };
    const who = LineId ? 'is required' : 'or Code is required';
    refuse([
      ...missing(SelfCheckin, sent),
      ...(Phone || (Code && !LineId) ? [] : [fieldError('NotEmpty', 'Phone', who)]),
    ]);
    refuse(await this.references.errors(there, false));
    const visit = LineId ? await this.walkIn(caller, sent) : await this.arrival(caller, sent);
    const entry = await this.queue.entryOf(visit);
    // The visit has no queue entry if staff have ended it in the meantime.
    if (!entry) throw new NotFound(askAtTheDesk);
    const { Id, Ticket, Position, WaitTime } = entry;
    return { Id, Ticket, Position, WaitTime, VisitUrl: this.links.urlOf(visit) };
  }

  /** The visit of a customer with a booking. Only refused tries count towards the limit of the kiosk. */
  private arrival(
    { KeyId, UserId }: Principal,
    { LocationId, Phone, Code, LastName, SendReminders }: Bound<SelfCheckin>,
  ): Promise<CustomerCheckinObject> {
    const isRefusal = (error: unknown): boolean => error instanceof NotFound || error instanceof Conflict;
    return this.budgets.ofArrivals(KeyId ?? UserId, isRefusal, async () => {
      const found = Code
        ? await this.bookings.byCode(Code, LastName!)
        : await this.bookings.byPhone(Phone!, LastName!, LocationId!);
      if (found === undefined) throw new NotFound(askAtTheDesk);
      return this.arrivals.here(found, { LocationId, SendReminders });
    });
  }

  /**
   * Adds a visit, or returns the open visit that the customer already has. An error instead would reveal to a stranger
   * that the customer is there.
   */
  private async walkIn(
    caller: Principal,
    { LocationId, LineId, Phone, LastName, SendReminders }: Bound<SelfCheckin>,
  ): Promise<CustomerCheckinObject> {
    const CustomerId = await this.search.only(Phone!, LastName!);
    if (!CustomerId) throw new NotFound(askAtTheDesk);
    try {
      const sent = { CustomerId, LocationId, LineId: LineId ?? undefined, SendReminders };
      return (await this.checkins.save(caller, sent)).visit;
    } catch (error) {
      if (!(error instanceof Conflict) || !error.meta.CheckInId) throw error;
      return this.store.require(error.meta.CheckInId);
    }
  }
}
