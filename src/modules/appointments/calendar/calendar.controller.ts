import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { demoPassword } from '../../../demo/demo-password.js';
import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, NotFound, TooManyRequests } from '../../../errors/errors.js';
import { Endpoint, Input, Page, Resource } from '../../../http/endpoint/endpoint.js';
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
      'Makes an address to which Outlook, Google and Apple Calendar can subscribe. The calendar has the appointments ' +
      'of your agent in the last 30 and the next 90 days, each with the name and the telephone number of the ' +
      'contact. Only this response shows the address. The address works until you end it, make another address, or ' +
      'your agent is not Active. 409 for a user without an agent.',
    example: { OwnPassword: demoPassword },
    errors: [Conflict, TooManyRequests],
  })
  async makeCalendar(@Input() _: Bound<CalendarRequest>, @Caller() caller: Principal) {
    return { Calendar: [await this.calendars.make(caller)] };
  }

  @Endpoint({
    verb: 'DELETE',
    path,
    request: CalendarRequest,
    credential: {},
    response: CalendarResponse,
    summary: 'End your calendar address',
    description: 'Calendar programs that subscribe to the address can no longer read it.',
    example: { OwnPassword: demoPassword },
    errors: [NotFound, TooManyRequests],
  })
  async endCalendar(@Input() _: Bound<CalendarRequest>, @Caller() caller: Principal) {
    return { Calendar: await this.calendars.end(caller) };
  }
}

/**
 * Serves the calendars to calendar programs such as Outlook, Google Calendar and Apple Calendar, at the calendar
 * addresses.
 */
@Controller()
export class CalendarFeedController {
  constructor(private readonly calendars: CalendarsService) {}

  @Page('/calendar/{Token}.ics')
  async read(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const parts = await this.calendars.read(token);
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    const ETag = `"${hash.digest('base64url').slice(0, 22)}"`;
    response.set({ ETag, 'Cache-Control': 'private, no-cache', 'Content-Type': 'text/calendar; charset=utf-8' });
    if (request.fresh) response.status(304).end();
    else response.send(parts.join(''));
  }
}
