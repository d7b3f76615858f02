import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Reader, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { HandlerResult } from '../../../http/endpoint/handler-result.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { SpecialDay } from '../booking.entities.js';
import {
  BookingRuleRequest,
  BookingRulesResponse,
  SpecialDayRequest,
  SpecialDaysResponse,
} from '../bookings.records.js';
import { BookingsService } from '../bookings.service.js';
import { BookingSetupService, type SetDay } from './booking-setup.service.js';

const rulePath = '/v1/Lines/{Id}/BookingRule';
const daysPath = '/v1/SpecialDays';
const dayPath = '/v1/SpecialDays/{SpecialDayId}';
const access = roles(Role.Administrator);
const counted = 'Meta.Bookings counts the bookings ahead that the present hours would not give; they remain.';
const day = { response: SpecialDaysResponse, access } as const;

@Resource(groups.bookings)
export class BookingSetupController {
  constructor(
    private readonly setup: BookingSetupService,
    private readonly bookings: BookingsService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: rulePath,
    request: BookingRuleRequest,
    response: BookingRulesResponse,
    summary: 'Read how a line is booked',
    description: 'A line without a stored rule has the default values.',
    errors: [NotFound, Forbidden],
  })
  async readBookingRule(@Input() { Id }: BoundWith<BookingRuleRequest, 'Id'>, @Caller() caller: Principal) {
    return { BookingRules: [await this.setup.rule(caller, Id)] };
  }

  @Endpoint({
    verb: 'PUT',
    access,
    path: rulePath,
    request: BookingRuleRequest,
    response: BookingRulesResponse,
    summary: 'Change how a line is booked',
    description: `Changes only the fields that you send. An agent that is not Active: 409. ${counted}`,
    example: { Bookable: true, Places: 2, LateMinutes: 10 },
    errors: [NotFound, Forbidden, Conflict],
  })
  async changeBookingRule(@Input() sent: BoundWith<BookingRuleRequest, 'Id'>, @Caller() caller: Principal) {
    const { rule, meta } = await this.setup.changeRule(caller, sent);
    return new HandlerResult({ BookingRules: [rule] }, { meta });
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: daysPath,
    request: SpecialDay,
    response: SpecialDaysResponse,
    summary: 'List special days',
    description: 'Lists the days of all locations and of the locations in scope, by FirstDay.',
  })
  listSpecialDays(@Input() _: Bound<SpecialDay>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { SpecialDays: this.setup.list(caller, options), Bookings: [] };
  }

  @Endpoint({
    ...day,
    verb: 'POST',
    path: daysPath,
    request: SpecialDayRequest,
    summary: 'Add a special day',
    description:
      'On special days, a location is closed or has other opening hours. A day of one location goes before a day of ' +
      'all, and both go before the weekly hours. Two of one location, or of all, that share a day: 409. ' +
      `${counted} CancelBookings cancels those that the day shuts out, and tells the customers; dryRun lists them.`,
    example: { FirstDay: '2028-07-04', LastDay: '2028-07-04', Name: 'Independence Day', dryRun: true },
    errors: [Conflict],
  })
  async addSpecialDay(@Input() sent: Bound<SpecialDayRequest>) {
    return this.answer(await this.setup.add(sent));
  }

  @Endpoint({
    ...day,
    verb: 'PUT',
    path: dayPath,
    request: SpecialDayRequest,
    summary: 'Change a special day',
    description: `Changes only the fields that you send, like the POST. ${counted}`,
    example: { Name: 'Independence Day (observed)' },
    errors: [NotFound, Conflict],
  })
  async changeSpecialDay(@Input() sent: BoundWith<SpecialDayRequest, 'SpecialDayId'>) {
    return this.answer(await this.setup.change(sent));
  }

  @Endpoint({
    ...day,
    verb: 'DELETE',
    path: dayPath,
    request: SpecialDay,
    summary: 'Remove a special day',
    description: counted,
    errors: [NotFound],
  })
  async removeSpecialDay(@Input() { SpecialDayId }: BoundWith<SpecialDay, 'SpecialDayId'>) {
    return this.answer(await this.setup.remove(SpecialDayId));
  }

  @Reader({ path: dayPath, request: SpecialDay, response: SpecialDaysResponse })
  async readSpecialDay(@Input() { SpecialDayId }: BoundWith<SpecialDay, 'SpecialDayId'>) {
    return { SpecialDays: [await this.setup.locked(SpecialDayId)], Bookings: [] };
  }

  private async answer({ day: stored, listed, meta }: SetDay) {
    return new HandlerResult({ SpecialDays: [stored], Bookings: await this.bookings.byIds(listed) }, { meta });
  }
}
