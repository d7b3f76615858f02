import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { BusinessDays } from '../../record/business-days.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { Appointment } from '../appointments/appointment.entity.js';
import {
  BookingChangeRequest,
  BookingReportResponse,
  BookingsRange,
  BookingsResponse,
  FreeTimesRequest,
  FreeTimesResponse,
  NewBookingRequest,
} from './bookings.records.js';
import { BookingsService, type Booked } from './bookings.service.js';
import { BookingReportService } from './report/booking-report.service.js';

const byId = '/v1/Bookings/{AppointmentId}';
const full =
  'No free place, or closed: 409 with the three nearest free starts in Meta.Next. Overbook takes the time all the ' +
  'same (Meta.Overbooked).';

@Resource(groups.bookings)
export class BookingsController {
  constructor(
    private readonly bookings: BookingsService,
    private readonly reports: BookingReportService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Bookings/Free/{LineId}/{From}/{To}',
    request: FreeTimesRequest,
    response: FreeTimesResponse,
    summary: 'List the free times of a line',
    description:
      'Lists each quarter-hour that has not begun and from which a booking fits into the opening hours and the ' +
      'places of the line and of the location. The range has at most 31 business days.',
    errors: [NotFound, Forbidden],
  })
  async listFreeTimes(
    @Input() { LineId, From, To }: BoundWith<FreeTimesRequest, 'LineId' | 'From' | 'To'>,
    @Caller() caller: Principal,
    @ListQuery() _options: ListOptions,
  ) {
    return { FreeTimes: await this.bookings.free(caller, LineId, From, To) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Bookings/At/{LocationId}/{From}/{To}',
    request: BookingsRange,
    response: BookingsResponse,
    summary: 'List the bookings of a location',
    description: 'Lists the bookings of at most 31 business days, by StartDate.',
    errors: [NotFound, Forbidden],
  })
  async listBookings(
    @Input() { LocationId, From, To }: BoundWith<BookingsRange, 'LocationId' | 'From' | 'To'>,
    @Caller() caller: Principal,
    @ListQuery() _options: ListOptions,
  ) {
    return { Bookings: await this.bookings.at(caller, LocationId, From, To) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Bookings',
    request: NewBookingRequest,
    response: BookingsResponse,
    summary: 'Book for a customer',
    description:
      'Books a time at a line for a contact (CustomerId), or for a new customer, who becomes a contact of the agent ' +
      `of the line's rule; Meta.PossibleDuplicates names contacts that may be the same person. ${full}`,
    example: {
      LineId: 'ee009e60c2d843a886b7cde2df9daf4d',
      StartDate: '2027-03-08T17:00:00Z',
      FirstName: 'Rosa',
      LastName: 'Delgado',
      Phone: '(303) 555-0175',
      Overbook: true,
    },
    errors: [Forbidden, Conflict],
  })
  async addBooking(@Input() sent: Bound<NewBookingRequest>, @Caller() caller: Principal) {
    return answer(await this.bookings.add(caller, sent));
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: byId,
    request: BookingChangeRequest,
    response: BookingsResponse,
    etag: Appointment,
    summary: 'Read a booking',
    description: 'An appointment without a line: 404.',
    errors: [NotFound, Forbidden],
  })
  async readBooking(
    @Input() { AppointmentId }: BoundWith<BookingChangeRequest, 'AppointmentId'>,
    @Caller() caller: Principal,
  ) {
    return { Bookings: [await this.bookings.read(caller, AppointmentId)] };
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: byId,
    request: BookingChangeRequest,
    response: BookingsResponse,
    summary: 'Move, cancel or correct a booking',
    description:
      'Changes only the fields that you send. A move is one change: the booking keeps its Code and its link. One ' +
      `whose customer has arrived does not move: 409 with Meta.CheckInId. ${full}`,
    example: { Note: 'Brings the old policy.' },
    errors: [NotFound, Forbidden, Conflict],
  })
  async changeBooking(@Input() sent: BoundWith<BookingChangeRequest, 'AppointmentId'>, @Caller() caller: Principal) {
    return answer(await this.bookings.change(caller, sent));
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Bookings/Report/{From}/{To}',
    request: BusinessDays,
    response: BookingReportResponse,
    summary: 'Report on bookings, day by day and line by line',
    description:
      'Returns a row for each business day and line of the locations in scope, by Day, LocationName and LineName. ' +
      'The range has at most 366 business days.',
  })
  async reportBookings(@Input() { From, To }: BoundWith<BusinessDays, 'From' | 'To'>, @Caller() caller: Principal) {
    return { Report: await this.reports.between(caller, From, To) };
  }
}

function answer({ booking, meta }: Booked) {
  return new HandlerResult({ Bookings: [booking] }, { meta });
}
