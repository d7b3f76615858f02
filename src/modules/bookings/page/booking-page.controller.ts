import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { Config } from '../../../config/config.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, Invalid, noSuch, NotFound } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { asOperation, formOf, FormPages } from '../../../http/pages/form-page.js';
import { currentRequest } from '../../../http/endpoint/request-context.js';
import { bookingPath, bookPath, holdPath } from '../../../http/pages/page-layout.js';
import { toDate } from '../../../record/values/datetime.js';
import { Appointment } from '../../appointments/appointment.entity.js';
import { AppointmentChangesService } from '../../appointments/appointment-changes.service.js';
import { BookingWritesService } from '../../appointments/booking-writes.service.js';
import { ArrivalsService, NotNow } from '../../checkins/arrivals/arrivals.service.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { BookingLinksService } from '../../messages/booking-links.service.js';
import { CalendarIdsService } from '../../messages/sending/calendar-ids.service.js';
import { VisitLinksService } from '../../messages/visit-links.service.js';
import { HoldsService, NoAgent, TooManyAhead } from '../holds/holds.service.js';
import { byDay, isDay } from '../places/free-times.js';
import { PlacesService } from '../places/places.service.js';
import { RulesService, type BookableLine } from '../places/rules.service.js';
import { BookingCall, startIn, startText } from './booking-call.js';

const path = `${bookingPath}/{Token}`;
const hold = `${holdPath}/{Token}`;
const daysShown = 14;

const holdTemplate = `<h1>{{title}}</h1><p>{{office}}<br>{{line}}<br><strong>{{when}}</strong></p>{{>alert}}
{{#next.length}}<form method="post"><ul class="choices">
{{#next}}<li><button class="choice" name="Start" value="{{start}}">{{text}}</button></li>{{/next}}</ul></form>
{{/next.length}}
{{#booked.length}}<ul class="choices">
{{#booked}}<li><a class="choice" href="{{root}}{{path}}">{{text}}</a></li>{{/booked}}</ul>{{/booked.length}}
{{#mayConfirm}}<form method="post"><p><button class="button main">{{words.confirm}}</button></p></form>{{/mayConfirm}}
<p class="clock">{{clock}}</p><p><a href="{{root}}{{days}}">{{words.days}}</a></p>`;

const bookingTemplate = `<h1>{{title}}</h1>{{>alert}}{{#state}}<p role="status">{{state}}</p>{{/state}}
<section class="ticket"><p><strong>{{when}}</strong></p><p>{{words.where}}: {{office}}<br>{{line}}</p>
{{#isOpen}}<p>{{words.code}}: <strong class="code">{{code}}</strong></p>{{/isOpen}}
{{#instructions}}<p>{{words.instructions}}: {{instructions}}</p>{{/instructions}}</section>
{{#mayArrive}}<form method="post" action="{{home}}/here">
<p><button class="button main">{{words.here}}</button></p></form>{{/mayArrive}}
{{#isOpen}}{{^mayArrive}}<p>{{words.early}}</p>{{/mayArrive}}
<ul class="plain links"><li><a href="{{home}}/calendar.ics">{{words.calendar}}</a></li>
{{#mayChange}}<li><a href="{{home}}/move">{{words.move}}</a></li>
<li><a href="{{home}}/cancel">{{words.cancel}}</a></li>{{/mayChange}}</ul>{{/isOpen}}
<p class="clock">{{clock}}</p>`;

const cancelTemplate = `<h1>{{title}}</h1><p><strong>{{when}}</strong></p><form method="post">
<p>{{words.cancelQuestion}}</p><p><button class="button main">{{words.cancelYes}}</button></p></form>
<p class="clock">{{clock}}</p><p><a href="{{home}}">{{words.back}}</a></p>`;

const moveTemplate = `<h1>{{title}}</h1>{{>alert}}<p>{{when}}</p>
{{#days}}<details{{#isFirst}} open{{/isFirst}}><summary>{{text}}</summary>
<form method="post"><ul class="choices times">
{{#times}}<li><button class="choice" name="Start" value="{{start}}">{{text}}</button></li>{{/times}}</ul></form>
</details>
{{/days}}{{#more}}<p><a href="{{home}}/move?from={{more}}">{{words.more}}</a></p>{{/more}}
{{^days.length}}<p role="status">{{words.noDay}}</p>{{/days.length}}
<p class="clock">{{clock}}</p><p><a href="{{home}}">{{words.back}}</a></p>`;

interface Shown {
  readonly booking: Appointment;
  readonly line: BookableLine;
}

/** The customer cannot move or cancel the booking any more. */
class Fixed extends Conflict {
  constructor(readonly reason: 'arrived' | 'past') {
    super('The booking can be neither moved nor cancelled any more.');
  }
}

/**
 * The pages of a hold and of a booking. The customer is not signed in: the token in the link is the only credential. No
 * GET changes anything, because mail scanners open every link, and no page shows a name.
 */
@Controller()
export class BookingPageController {
  constructor(
    private readonly db: Db,
    private readonly pages: FormPages,
    private readonly bodies: BodyReader,
    private readonly clock: BusinessClock,
    private readonly config: Config,
    private readonly rules: RulesService,
    private readonly places: PlacesService,
    private readonly holds: HoldsService,
    private readonly writes: BookingWritesService,
    private readonly changes: AppointmentChangesService,
    private readonly arrivals: ArrivalsService,
    private readonly links: BookingLinksService,
    private readonly visits: VisitLinksService,
    private readonly contacts: ContactsService,
    private readonly calendarIds: CalendarIdsService,
  ) {}

  @Page(hold)
  askToConfirm(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const { AppointmentId } = await this.holds.read(token);
      if (AppointmentId === null) await this.showHold(call, token, 200);
      else call.redirect(this.links.pathOf((await this.db.read(Appointment, { AppointmentId }))!));
    });
  }

  @Form(hold)
  confirm(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      // The button of another time sends Start.
      const other = startIn((await formOf(response, this.bodies)).get('Start') ?? '');
      try {
        const booking = await asOperation('confirmBooking', () => this.holds.confirm(token, other));
        call.redirect(this.links.pathOf(booking));
      } catch (error) {
        if (!(error instanceof Conflict) && !(error instanceof Invalid)) throw error;
        await this.showHold(call, token, 409, error);
      }
    });
  }

  @Page(path)
  show(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => this.showBooking(call, await this.read(token), 200));
  }

  @Page(`${path}/calendar.ics`)
  calendar(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const { booking, line } = await this.read(token);
      const calendar = new ICalCalendar({
        prodId: { company: 'agency-operations-service', product: 'bookings', language: 'EN' },
        method: ICalCalendarMethod.PUBLISH,
      });
      calendar.createEvent({
        // The mails change this entry if its UID and SEQUENCE are theirs.
        id: (await this.calendarIds.ofAppointments())(booking.AppointmentId),
        sequence: booking.Sequence ?? 0,
        start: toDate(booking.StartDate),
        end: toDate(booking.EndDate),
        stamp: toDate(booking.ModifiedAt ?? booking.StartDate),
        summary: `${call.words.yours}: ${line.LineName}`,
        location: line.LocationName,
        status: ICalEventStatus[booking.Status === 'Cancelled' ? 'CANCELLED' : 'CONFIRMED'],
      });
      response.type('text/calendar; charset=utf-8').send(`${calendar.toString()}\r\n`);
    });
  }

  @Page(`${path}/cancel`)
  askToCancel(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const { booking } = await this.read(token);
      this.mustBeChangeable(booking);
      const { StartDate } = booking;
      const values = { when: call.when(StartDate), clock: call.clock(StartDate), home: this.homeOf(token) };
      call.show(200, { title: call.words.cancel, template: cancelTemplate, values });
    });
  }

  @Form(`${path}/cancel`)
  cancel(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      await asOperation('cancelBooking', () =>
        this.changed(token, async (stored) => {
          // Pressed again.
          if (stored.Status === 'Cancelled') return;
          this.mustBeChangeable(stored);
          await this.changes.change(stored, { Status: 'Cancelled' });
        }),
      );
      call.redirect(`${bookingPath}/${token}`);
    });
  }

  @Page(`${path}/move`)
  askToMove(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => this.showTimes(call, token, 200));
  }

  @Form(`${path}/move`)
  async move(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.serve(request, response, async (call) => {
      await this.read(token);
      const StartDate = startIn((await formOf(response, this.bodies)).get('Start') ?? '');
      if (StartDate === undefined) throw noSuch('time');
      try {
        await asOperation('moveBooking', () =>
          this.changed(token, async (stored) => {
            this.mustBeChangeable(stored);
            const line = withLengthOf(stored, (await this.rules.line(stored.LineId!))!);
            const except = { appointmentId: stored.AppointmentId };
            const isOffered = (await this.holds.offered(line, StartDate, StartDate, except)).length > 0;
            if (!isOffered) throw await this.places.taken(line, StartDate, except);
            await this.changes.change(stored, await this.writes.settled(stored, { StartDate }));
          }),
        );
        call.redirect(`${bookingPath}/${token}`);
      } catch (error) {
        if (error instanceof Fixed || (!(error instanceof Conflict) && !(error instanceof Invalid))) throw error;
        await this.showTimes(call, token, 409, call.words.taken);
      }
    });
  }

  @Form(`${path}/here`)
  here(@Param('Token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.serve(request, response, async (call) => {
      const shown = await this.read(token);
      try {
        const { AppointmentId } = shown.booking;
        const visit = await asOperation('arriveForBooking', () => this.arrivals.here(AppointmentId));
        call.redirect(this.visits.pathOf(visit));
      } catch (error) {
        if (!(error instanceof NotNow) && !(error instanceof Conflict) && !(error instanceof Invalid)) throw error;
        this.showBooking(call, shown, 409, this.whyNotHere(error, shown.booking, call));
      }
    });
  }

  /** Why the customer cannot say now that they are here. */
  private whyNotHere(
    error: NotNow | Conflict | Invalid,
    { Status, StartDate }: Appointment,
    call: BookingCall,
  ): string {
    const { words } = call;
    if (error instanceof Invalid) return words.lineClosed;
    if (Status !== 'Planned' || !(error instanceof NotNow)) return words.ended;
    if (error.reason === 'day') return words.otherDay(call.when(StartDate));
    return error.reason === 'early' ? words.early : words.ended;
  }

  /** Runs `work` with the locked booking. */
  private async changed(token: string, work: (stored: Appointment) => Promise<void>): Promise<void> {
    const { booking } = await this.read(token);
    await this.db.tx(async () => {
      const stored = await this.writes.lock(booking.AppointmentId);
      if (!(await this.isFor(token, stored))) throw noSuch('booking');
      await work(stored);
    });
  }

  /** Why the customer cannot move or cancel the booking any more; undefined while they can. */
  private fixedBy(booking: Appointment): Fixed['reason'] | undefined {
    if (booking.Status === 'Planned' && booking.CheckInId !== null) return 'arrived';
    return this.changes.isAhead(booking) ? undefined : 'past';
  }

  /** Throws Fixed. */
  private mustBeChangeable(booking: Appointment): void {
    const reason = this.fixedBy(booking);
    if (reason) throw new Fixed(reason);
  }

  private showBooking(call: BookingCall, { booking, line }: Shown, status: number, alert?: string): void {
    const { StartDate, Status, Code } = booking;
    const isOpen = Status === 'Planned';
    const { words } = call;
    const state = isOpen ? '' : Status === 'Cancelled' ? words.cancelled : words[Status];
    const values = {
      ...{ when: call.when(StartDate), office: line.LocationName, line: line.LineName, code: Code, state, isOpen },
      ...{ instructions: isOpen && line.rule.Instructions, home: this.homeOf(String(call.request.params.Token)) },
      // A customer who did not come when called can still come today, and then waits as a walk-in.
      mayArrive: (isOpen || Status === 'Missed') && this.arrivals.isOpen(booking),
      ...{ mayChange: !this.fixedBy(booking), clock: call.clock(StartDate) },
    };
    call.show(status, { title: words.yours, template: bookingTemplate, values, alert });
  }

  private async showHold(
    call: BookingCall,
    token: string,
    status: number,
    refusal?: Conflict | Invalid,
  ): Promise<void> {
    const { LineId, StartDate, TokenHash } = await this.holds.read(token);
    const line = (await this.rules.line(LineId))!;
    const { words } = call;
    const booked = refusal instanceof TooManyAhead ? refusal.bookings : [];
    const isTaken = refusal && booked.length === 0 && !(refusal instanceof NoAgent);
    const near = isTaken ? await this.holds.nearest(line, StartDate, { tokenHash: TokenHash }) : [];
    const taken = near.length > 0 ? words.taken : words.full;
    const values = {
      ...{ office: line.LocationName, line: line.LineName, when: call.when(StartDate), clock: call.clock(StartDate) },
      next: near.map((at) => ({ start: startText(at), text: call.when(at) })),
      booked: booked.map((each) => ({ path: this.links.pathOf(each), text: call.when(each.StartDate) })),
      ...{ mayConfirm: !refusal, days: `${bookPath}/${line.LocationId}/${LineId}` },
    };
    const why = isTaken ? taken : booked.length > 0 ? words.ahead : refusal && words.call;
    call.show(status, { title: words.confirmTitle, template: holdTemplate, values, alert: why });
  }

  private async showTimes(call: BookingCall, token: string, status: number, alert?: string): Promise<void> {
    const { booking, line } = await this.read(token);
    this.mustBeChangeable(booking);
    // The link to further days sends the first of them.
    const sent = currentRequest().query.get('from')?.[0] ?? '';
    const from = isDay(sent) ? this.clock.startOfDay(sent) : this.clock.now();
    const last = this.clock.endOfDay(this.holds.lastDay(line));
    const free = await this.holds.offered(line, from, last, { appointmentId: booking.AppointmentId });
    const all = [...byDay(free, (moment) => this.clock.dayOf(moment))];
    const days = all.slice(0, daysShown);
    const values = {
      ...{ when: call.when(booking.StartDate), home: this.homeOf(token), clock: call.clock(booking.StartDate) },
      more: all.at(daysShown)?.[0],
      days: days.map(([day, starts], at) => ({
        ...{ text: call.day(this.clock.startOfDay(day)), times: call.timesOf(starts), isFirst: at === 0 },
      })),
    };
    call.show(status, { title: call.words.move, template: moveTemplate, values, alert });
  }

  /** The booking of a link. Throws NotFound, also from the end of the business day after EndDate on. */
  private async read(token: string): Promise<Shown> {
    const AppointmentId = this.links.bookingIn(token);
    const booking = AppointmentId === undefined ? undefined : await this.db.read(Appointment, { AppointmentId });
    const line = booking?.LineId && (await this.rules.line(booking.LineId));
    if (!booking || !line || !(await this.isFor(token, booking))) throw noSuch('booking');
    const ends = this.clock.daysLater(booking.EndDate, 1) ?? booking.EndDate;
    if (this.clock.endOfDay(this.clock.dayOf(ends)) < this.clock.now()) throw noSuch('booking');
    return { booking, line: withLengthOf(booking, line) };
  }

  /** Whether the token was made for the booking's contact, or for one that was merged into it. */
  private async isFor(token: string, { AppointmentId, ContactId }: Appointment): Promise<boolean> {
    if (this.links.opens(token, { AppointmentId, ContactId })) return true;
    const former = await this.contacts.formerOf(ContactId);
    return former.some((each) => this.links.opens(token, { AppointmentId, ContactId: each.ContactId }));
  }

  private homeOf(token: string): string {
    return `${this.config.publicPath}${bookingPath}/${token}`;
  }

  private async serve(request: Request, response: Response, work: (call: BookingCall) => Promise<void>): Promise<void> {
    const call = new BookingCall(request, response, { pages: this.pages, config: this.config });
    try {
      await work(call);
    } catch (error) {
      if (error instanceof NotFound) call.gone();
      else if (error instanceof Fixed)
        this.showBooking(call, await this.read(String(request.params.Token)), 409, call.words[error.reason]);
      else throw error;
    }
  }
}

/** The line, whose free times have the length of the booking: a booking keeps the length with which it was made. */
function withLengthOf({ StartDate, EndDate }: Appointment, line: BookableLine): BookableLine {
  return { ...line, minutes: (toDate(EndDate).getTime() - toDate(StartDate).getTime()) / 60_000 };
}
