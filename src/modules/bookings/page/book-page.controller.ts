import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../config/config.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Conflict, Invalid, NotFound, TooManyRequests } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { asOperation, formOf, FormPages } from '../../../http/pages/form-page.js';
import { bookPath } from '../../../http/pages/page-layout.js';
import { callerAddress } from '../../../http/server/address.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { dayAt } from '../../../record/values/days.js';
import { newGuid, parseGuid } from '../../../record/values/guid.js';
import { LocationsService } from '../../lines/locations.service.js';
import { ChannelsService } from '../../messages/sending/channels.service.js';
import { HoldsService } from '../holds/holds.service.js';
import type { HoldDetails } from '../booking.entities.js';
import { byDay, daysBetween, isDay, type FreeStart } from '../places/free-times.js';
import { RulesService, type BookableLine } from '../places/rules.service.js';
import { BookingCall, startIn, startText } from './booking-call.js';

const path = `${bookPath}/{LocationId}`;
const fields = ['FirstName', 'LastName', 'Email', 'Phone', 'Note'] as const;
const weekdaysShown = 7;

const linesTemplate = `<h1>{{title}}</h1><p>{{office}}</p>
{{#message}}<p role="status">{{message}}</p>{{/message}}
{{#lines.length}}<h2>{{words.choose}}</h2><ul class="choices">
{{#lines}}<li><a class="choice" href="{{root}}{{path}}">{{name}}</a></li>{{/lines}}</ul>{{/lines.length}}
<h2>{{words.opening}}</h2><ul class="plain hours">{{#opening}}<li>{{day}} <span>{{hours}}</span></li>{{/opening}}</ul>
{{#special.length}}<h2>{{words.special}}</h2><ul class="plain hours">
{{#special}}<li>{{day}}: {{name}} <span>{{hours}}</span></li>{{/special}}</ul>{{/special.length}}
<p class="clock">{{clock}}</p>`;

const daysTemplate = `<h1>{{title}}</h1><p>{{office}}<br>{{line}}</p>
<ul class="choices">{{#days}}<li>{{#path}}<a class="choice" href="{{root}}{{path}}">{{text}}</a>{{/path}}
{{^path}}<span class="choice full"><s>{{text}}</s> <small>{{words.noTime}}</small></span>{{/path}}</li>{{/days}}</ul>
<p class="clock">{{clock}}</p>`;

const timesTemplate = `<h1>{{title}}</h1><p>{{office}}<br>{{line}}<br>{{day}}</p>
{{^times.length}}<p role="status">{{words.none}}</p>{{/times.length}}
<ul class="choices times">{{#times}}<li><a class="choice" href="{{root}}{{base}}/{{start}}">{{text}}</a></li>
{{/times}}</ul><p class="clock">{{clock}}</p><p><a href="{{root}}{{back}}">{{words.back}}</a></p>`;

const formTemplate = `<h1>{{title}}</h1><p>{{office}}<br>{{line}}<br><strong>{{when}}</strong></p>{{>alert}}
{{#links.length}}<ul class="choices">
{{#links}}<li><a class="choice" href="{{root}}{{path}}">{{text}}</a></li>{{/links}}</ul>{{/links.length}}
{{#hasForm}}<form method="post"><input type="hidden" name="FormId" value="{{formId}}">
{{#buttons.length}}<ul class="choices">
{{#buttons}}<li><button class="choice" formaction="{{root}}{{path}}">{{text}}</button></li>{{/buttons}}
</ul>{{/buttons.length}}
{{#fields}}<p><label for="{{name}}">{{label}}</label>
{{#error}}<strong id="{{name}}-error" class="error">{{error}}</strong>{{/error}}
{{#isLong}}<textarea class="control" id="{{name}}" name="{{name}}" rows="3"
 maxlength="500">{{value}}</textarea>{{/isLong}}
{{^isLong}}<input class="control" id="{{name}}" name="{{name}}" type="{{type}}" value="{{value}}" required
 maxlength="{{most}}" autocomplete="{{autocomplete}}"{{#error}} aria-invalid="true"
 aria-describedby="{{name}}-error"{{/error}}>{{/isLong}}</p>
{{/fields}}{{^isTaken}}<p><button class="button main">{{words.send}}</button></p>{{/isTaken}}</form>{{/hasForm}}
<p class="clock">{{clock}}</p><p><a href="{{root}}{{base}}">{{words.days}}</a></p>`;

const inputs = {
  FirstName: { type: 'text', most: 100, autocomplete: 'given-name' },
  LastName: { type: 'text', most: 100, autocomplete: 'family-name' },
  Email: { type: 'email', most: 254, autocomplete: 'email' },
  Phone: { type: 'tel', most: 50, autocomplete: 'tel' },
  Note: { type: 'text', most: 500, autocomplete: 'off' },
} as const;

interface Chosen {
  readonly line: BookableLine;
  readonly base: string;
}

/** The pages on which customers, who are not signed in, choose a line, a day and a time of a location. */
@Controller()
export class BookPageController {
  constructor(
    private readonly pages: FormPages,
    private readonly bodies: BodyReader,
    private readonly clock: BusinessClock,
    private readonly config: Config,
    private readonly locations: LocationsService,
    private readonly rules: RulesService,
    private readonly holds: HoldsService,
    private readonly channels: ChannelsService,
  ) {}

  @Page(path)
  async lines(@Param('LocationId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const call = this.call(request, response);
    const LocationId = await this.locationOf(id);
    if (!LocationId) {
      call.gone();
      return;
    }
    await this.showLines(call, LocationId);
  }

  @Page(`${path}/sent`)
  async sent(@Param('LocationId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const call = this.call(request, response);
    const LocationId = await this.locationOf(id);
    if (!LocationId) {
      call.gone();
      return;
    }
    const template =
      '<h1>{{title}}</h1><p role="status">{{words.sent}}</p><p><a href="{{root}}{{lines}}">{{words.another}}</a></p>';
    call.show(200, { title: call.words.sentTitle, template, values: { lines: `${bookPath}/${LocationId}` } });
  }

  @Page(`${path}/{LineId}`)
  days(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.on(request, response, async (call, { line, base }) => {
      const today = this.clock.today();
      const last = this.holds.lastDay(line);
      const free = await this.freeOn(line, today, last);
      const days = daysBetween(today, last).map((day) => ({
        text: call.day(this.clock.startOfDay(day)),
        path: free.has(day) && `${base}/${day}`,
      }));
      const values = { office: line.LocationName, line: line.LineName, clock: call.clock(this.clock.now()), days };
      call.show(200, { title: call.words.day, template: daysTemplate, values });
    });
  }

  @Page(`${path}/{LineId}/{Day}`)
  times(@Param('Day') day: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.on(request, response, async (call, { line, base }) => {
      if (!isDay(day)) throw new NotFound('There is no such day.');
      const free = (await this.freeOn(line, day, day)).get(day) ?? [];
      const start = this.clock.startOfDay(day);
      const values = {
        ...{ office: line.LocationName, line: line.LineName, day: call.day(start), clock: call.clock(start) },
        ...{ times: call.timesOf(free), base: `${base}/${day}`, back: base },
      };
      call.show(200, { title: call.words.time, template: timesTemplate, values });
    });
  }

  @Page(`${path}/{LineId}/{Day}/{Start}`)
  ask(@Param('Start') start: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.on(request, response, async (call, chosen) => {
      const StartDate = startOf(start);
      const isFree = await this.isOffered(chosen.line, StartDate);
      await this.showForm(call, chosen, StartDate, { status: isFree ? 200 : 409, isTaken: !isFree });
    });
  }

  @Form(`${path}/{LineId}/{Day}/{Start}`)
  hold(@Param('Start') start: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.on(request, response, async (call, chosen) => {
      const StartDate = startOf(start);
      const form = await formOf(response, this.bodies);
      const formId = parseGuid(form.get('FormId') ?? '') ?? newGuid();
      const details = detailsIn(form);
      try {
        const address = callerAddress(request.ip);
        const choice = { formId, line: chosen.line, StartDate, details, address };
        await asOperation('holdBooking', () => this.holds.hold(choice));
        call.redirect(`${bookPath}/${chosen.line.LocationId}/sent`);
      } catch (error) {
        const typed = { formId, details };
        if (error instanceof Invalid) {
          const wrong = new Set(error.errors.map(({ FieldName }) => FieldName));
          await this.showForm(call, chosen, StartDate, { ...typed, status: 400, wrong, alert: call.words.check });
        } else if (error instanceof Conflict)
          await this.showForm(call, chosen, StartDate, { ...typed, status: 409, isTaken: true });
        else if (error instanceof TooManyRequests)
          await this.showForm(call, chosen, StartDate, { ...typed, status: 429, alert: call.words.later });
        else throw error;
      }
    });
  }

  /** Shows what can be booked at a location. If nothing can, the page says how to reach the office. */
  private async showLines(call: BookingCall, LocationId: Guid, status = 200): Promise<void> {
    const all = await this.rules.linesAt([LocationId]);
    const bookable = all.filter(({ isActive, rule }) => isActive && rule.Bookable);
    const mail = await this.channels.isReady('Mail');
    const message = bookable.length === 0 ? call.words.noLines : mail ? '' : call.words.noMail;
    const paths = bookable.map(({ LineId, LineName }) => ({ name: LineName, path: this.pathOf(LocationId, LineId) }));
    const values = {
      message,
      office: await this.locations.nameOf(LocationId),
      lines: message ? [] : paths,
      ...(await this.hoursOf(LocationId, call)),
      clock: call.clock(this.clock.now()),
    };
    call.show(status, { template: linesTemplate, values });
  }

  private async showForm(
    call: BookingCall,
    { line, base }: Chosen,
    StartDate: DateTime,
    shown: {
      status: number;
      isTaken?: boolean;
      formId?: Guid;
      details?: HoldDetails;
      wrong?: ReadonlySet<string>;
      alert?: string;
    },
  ): Promise<void> {
    const { status, isTaken = false, formId = newGuid(), details, wrong, alert } = shown;
    const near = isTaken ? await this.holds.nearest(line, StartDate) : [];
    const next = near.map((at) => ({
      path: `${base}/${this.clock.dayOf(at)}/${startText(at)}`,
      text: call.when(at),
    }));
    const values = {
      ...{ office: line.LocationName, line: line.LineName, when: call.when(StartDate), formId, base, isTaken },
      // The buttons of the other times send what the customer has typed.
      ...(details ? { buttons: next } : { links: next }),
      hasForm: !isTaken || (details !== undefined && next.length > 0),
      clock: call.clock(StartDate),
      fields: fields.map((name) => ({
        ...{ name, label: call.words[name], value: details?.[name] ?? '', isLong: name === 'Note', ...inputs[name] },
        error: wrong?.has(name) && call.words.wrong,
      })),
    };
    const taken = next.length > 0 ? call.words.taken : call.words.full;
    const content = { title: call.words.you, template: formTemplate, values, alert: isTaken ? taken : alert };
    call.show(status, content);
  }

  private async isOffered(line: BookableLine, StartDate: DateTime): Promise<boolean> {
    return (await this.holds.offered(line, StartDate, StartDate)).length > 0;
  }

  /** The offered times from a day to another, by day. */
  private async freeOn(line: BookableLine, from: string, to: string): Promise<Map<string, FreeStart[]>> {
    const free = await this.holds.offered(line, this.clock.startOfDay(from), this.clock.endOfDay(to));
    return byDay(free, (moment) => this.clock.dayOf(moment));
  }

  /**
   * Runs `work` for a bookable line of the location. For a wrong address, shows the page that says so. If the service
   * cannot send mail, nobody could confirm a time: then the page says how to reach the office.
   */
  private async on(
    request: Request,
    response: Response,
    work: (call: BookingCall, chosen: Chosen) => Promise<void>,
  ): Promise<void> {
    const call = this.call(request, response);
    const { LocationId: location = '', LineId: id = '' } = request.params as Record<string, string>;
    const [LocationId, LineId] = [await this.locationOf(location), parseGuid(id)];
    const line = LineId && (await this.rules.line(LineId));
    if (!line || line.LocationId !== LocationId || !line.isActive || !line.rule.Bookable) {
      call.gone();
      return;
    }
    if (!(await this.channels.isReady('Mail'))) {
      await this.showLines(call, line.LocationId, request.method === 'POST' ? 409 : 200);
      return;
    }
    try {
      await work(call, { line, base: this.pathOf(line.LocationId, line.LineId) });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      call.gone();
    }
  }

  private call(request: Request, response: Response): BookingCall {
    return new BookingCall(request, response, { pages: this.pages, config: this.config });
  }

  private pathOf(locationId: string, lineId: Guid): string {
    return `${bookPath}/${locationId}/${lineId}`;
  }

  private async locationOf(id: string): Promise<Guid | undefined> {
    const LocationId = parseGuid(id);
    return LocationId && (await this.locations.activeName(LocationId)) ? LocationId : undefined;
  }

  /** The opening hours of the week, and the special days ahead. */
  private async hoursOf(LocationId: Guid, call: BookingCall) {
    const { OpeningHours } = await this.locations.hoursOf(LocationId);
    const opening = Array.from({ length: weekdaysShown }, (_, at) => {
      const hours = OpeningHours.filter(({ Weekday }) => Weekday === at + 1).map((each) => call.hours(each));
      return { day: call.words.weekdays[at], hours: hours.join(', ') || call.words.closed };
    });
    const special = await this.rules.special([LocationId], dayAt(this.clock.today()));
    return {
      opening,
      special: special.map(({ FirstDay, LastDay, From, To, Name }) => ({
        day: [...new Set([FirstDay, LastDay])]
          .map((day) => call.day(this.clock.startOfDay(day.slice(0, 10))))
          .join(' – '),
        hours: From === '' ? call.words.closed : call.hours({ From, To }),
        name: Name,
      })),
    };
  }
}

/** Throws NotFound for a text that is no start. */
function startOf(text: string): DateTime {
  const start = startIn(text);
  if (start === undefined) throw new NotFound('There is no such time.');
  return start;
}

function detailsIn(form: URLSearchParams): HoldDetails {
  const [FirstName, LastName, Email, Phone, Note] = fields.map((name) =>
    (form.get(name) ?? '').replaceAll('\r\n', '\n').trim(),
  );
  return { FirstName, LastName, Email, Phone, Note };
}
