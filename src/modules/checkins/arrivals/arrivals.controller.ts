import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { BoundWith } from '../../../record/bind.js';
import { Flag, Int32 } from '../../../record/fields.js';
import { CustomerCheckinsResponse } from '../checkins.records.js';
import { RequirementsService } from '../requirements.service.js';
import { ArrivalsService } from './arrivals.service.js';

class Arrival {
  @Int32({ required: true, example: 9001 }) AppointmentId!: number;
  @Flag({ description: 'The customer gets a message when it is nearly their turn.' }) SendReminders!: boolean;
}

const arrival = {
  request: Arrival,
  response: CustomerCheckinsResponse,
  path: '/v1/Bookings/{AppointmentId}/Arrive',
} as const;

@Resource(groups.bookings)
export class ArrivalsController {
  constructor(
    private readonly arrivals: ArrivalsService,
    private readonly requirements: RequirementsService,
  ) {}

  @Endpoint({
    ...arrival,
    verb: 'POST',
    delegable: true,
    summary: 'Check in a booked customer',
    description:
      'Adds the visit of the booking, at any time of its day, and returns it. Again: the same visit. A walk-in visit ' +
      'of the customer on the line becomes the visit of the booking; an open one on another line: 409, its Id in ' +
      'Meta.CheckInId. A customer who comes later than LateMinutes waits as a walk-in.',
    errors: [NotFound, Forbidden, Conflict],
  })
  async arriveForBooking(
    @Input() { AppointmentId, SendReminders }: BoundWith<Arrival, 'AppointmentId'>,
    @Caller() caller: Principal,
  ) {
    const visit = await this.arrivals.arrive(caller, AppointmentId, SendReminders);
    return { CustomerCheckins: [visit], CustomerCheckinRequirements: await this.requirements.of(visit) };
  }

  @Endpoint({
    ...arrival,
    verb: 'DELETE',
    delegable: true,
    summary: 'Take back an arrival',
    description: 'Cancels the Waiting or Called visit of the booking and returns it. The booking is Planned again.',
    errors: [NotFound, Forbidden, Conflict],
  })
  async takeBackArrival(@Input() { AppointmentId }: BoundWith<Arrival, 'AppointmentId'>, @Caller() caller: Principal) {
    return {
      CustomerCheckins: [await this.arrivals.takeBack(caller, AppointmentId)],
      CustomerCheckinRequirements: null,
    };
  }
}
