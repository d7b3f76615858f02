import { Req } from '@nestjs/common';
import type { Request } from 'express';
import { demoPassword } from '../../../auth/accounts/credential.fields.js';
import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, NotFound, TooManyRequests } from '../../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { Bound } from '../../../record/bind.js';
import { CalendarMadeResponse, CalendarRequest, CalendarResponse } from './calendar.records.js';
import { CalendarsService } from './calendars.service.js';

const path = '/v1/Appointments/Calendar';

@Resource(groups.appointments)
export class CalendarController {
  constructor(private readonly calendars: CalendarsService) {}

  @Endpoint({
    verb: 'POST',
    path,
    request: CalendarRequest,
    credential: {},
    response: CalendarMadeResponse,
    summary: 'Make a calendar address',
    description:
      'Outlook, Google and Apple Calendar subscribe to the address: the appointments of your agent in the next 90 ' +
      'and the last 30 days, each with the name and the telephone number of the contact. Only this answer shows the ' +
      'address, which works until you end it or your agent is not Active. A new one ends the one before. A user ' +
      'without an agent: 409.',
    example: { OwnPassword: demoPassword },
    errors: [Conflict, TooManyRequests],
  })
  async makeCalendar(@Input() _: Bound<CalendarRequest>, @Caller() caller: Principal, @Req() request: Request) {
    const { token, ...calendar } = await this.calendars.make(caller);
    const Address = `${request.protocol}://${request.get('host')}/calendar/${token}.ics`;
    return { Calendar: [{ ...calendar, Address }] };
  }

  @Endpoint({
    verb: 'DELETE',
    path,
    request: CalendarRequest,
    credential: {},
    response: CalendarResponse,
    summary: 'End your calendar address',
    description: 'Calendars that subscribe to the address can no longer read it.',
    example: { OwnPassword: demoPassword },
    errors: [NotFound, TooManyRequests],
  })
  async endCalendar(@Input() _: Bound<CalendarRequest>, @Caller() caller: Principal) {
    return { Calendar: await this.calendars.end(caller) };
  }
}
