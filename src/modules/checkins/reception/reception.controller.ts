import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound, TooManyRequests } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { CustomersService } from './customers.service.js';
import { CustomersFilter, CustomersResponse, SelfCheckin, SelfCheckinResponse } from './reception.records.js';
import { SelfCheckinsService } from './self-checkins.service.js';

@Resource(groups.reception)
export class ReceptionController {
  constructor(
    private readonly customers: CustomersService,
    private readonly selfCheckins: SelfCheckinsService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/CustomerCheckins/Customers',
    query: CustomersFilter,
    response: CustomersResponse,
    summary: 'Find a customer to check in',
    description:
      'Lists at most 20 customers: first those of which Search is a whole name, then others, each by name. A user ' +
      'who works at the location finds every customer of the agency; other callers find the contacts in their scope ' +
      'and those shared with them.',
    errors: [NotFound, Forbidden],
  })
  async listCustomers(
    @Input() sent: Bound<CustomersFilter>,
    @Caller() caller: Principal,
    @ListQuery() _options: ListOptions,
  ) {
    return { Customers: await this.customers.matching(caller, sent) };
  }

  @Endpoint({
    verb: 'POST',
    access: roles(Role.Administrator),
    path: '/v1/CustomerCheckins/SelfCheckin',
    request: SelfCheckin,
    response: SelfCheckinResponse,
    summary: 'Check in at a kiosk',
    description:
      'For keys of the scope kiosk (`X-Api-Key`); Administrators can test it. If exactly one customer has the ' +
      'telephone number and the last name, checks in that customer and returns the place in the queue. A customer ' +
      'who is already in the queue keeps the place. Without LineId, a customer arrives for a booking, from 30 ' +
      'minutes before its time: with Phone or with its Code. Otherwise 404; a booking with the Code for another time ' +
      'or location: 409, with both in the message. A key can make ten calls a minute, and ten in ten minutes that ' +
      'find no booking.',
    example: {
      LocationId: 'a18d631ca3244bdb8e871c425bd24982',
      LineId: '4f472ca38340406e850da4d5bc31ef9b',
      Phone: '915 555 0142',
      LastName: 'lopez',
    },
    errors: [NotFound, Forbidden, Conflict, TooManyRequests],
  })
  selfCheckIn(@Input() sent: Bound<SelfCheckin>, @Caller() caller: Principal) {
    return this.selfCheckins.checkIn(caller, sent);
  }
}
