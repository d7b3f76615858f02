import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { Page } from '../../../http/endpoint/endpoint.js';
import { contextOf } from '../../../http/endpoint/request-context.js';
import { CalendarsService } from './calendars.service.js';

/** The feed that calendar programs read. */
@Controller()
export class CalendarFeedController {
  constructor(private readonly calendars: CalendarsService) {}

  @Page('/calendar/{Token}.ics')
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const text = await this.calendars.read(contextOf(request).pathValues.Token);
    const ETag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    response.set({ ETag, 'Cache-Control': 'private, no-cache', 'Content-Type': 'text/calendar; charset=utf-8' });
    if (request.fresh) response.status(304).end();
    else response.send(text);
  }
}
