import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import { sha256 } from '../../../auth/accounts/secrets.js';
import { Config } from '../../../config/config.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, noSuch, refuse } from '../../../errors/errors.js';
import { RequestBudgets } from '../../../http/server/request-budgets.js';
import { Job } from '../../../jobs/job.decorator.js';
import { bind } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { shift } from '../../../record/values/datetime.js';
import type { Appointment } from '../../appointments/appointment.entity.js';
import { BookingWritesService } from '../../appointments/booking-writes.service.js';
import { CustomerSearchService } from '../../contacts/search/customer-search.service.js';
import { BookingLinksService } from '../../messages/booking-links.service.js';
import { OutboxService } from '../../messages/outbox.service.js';
import { BookingHold, HoldDetails } from '../booking.entities.js';
import { BookingsService } from '../bookings.service.js';
import { dayLater, type FreeStart } from '../places/free-times.js';
import { PlacesService, type Except, type Window } from '../places/places.service.js';
import { RulesService, type BookableLine } from '../places/rules.service.js';

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds for which a chosen time counts as taken before it is confirmed. */
const heldFor = 30 * minute;
/** Milliseconds after which a hold is deleted. */
const keptFor = 24 * hour;
const mostAhead = 3;
const sourceNote = 'Booking page';

/** The customer already has bookings ahead, and can make no further one. */
export class TooManyAhead extends Conflict {
  constructor(readonly bookings: readonly Appointment[]) {
    super('The customer has booked already.');
  }
}

/** The booking rule of the line names no agent, so that the service cannot store a new customer as a contact. */
export class NoAgent extends Conflict {
  constructor() {
    super('The booking rule of the line names no agent for new customers: set its AgentId.');
  }
}

/** What a customer chooses and types on the page of a location. */
export interface Choice {
  readonly formId: Guid;
  readonly line: BookableLine;
  readonly StartDate: DateTime;
  readonly details: HoldDetails;
  readonly address: string;
}

/** The times that customers choose on the pages, and confirm by the link in a mail. */
@Injectable()
export class HoldsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly config: Config,
    private readonly rules: RulesService,
    private readonly places: PlacesService,
    private readonly writes: BookingWritesService,
    private readonly bookings: BookingsService,
    private readonly search: CustomerSearchService,
    private readonly links: BookingLinksService,
    private readonly outbox: OutboxService,
    private readonly budgets: RequestBudgets,
  ) {}

  /** The times that customers can choose: free ones, not before the notice of the line, not after its last day. */
  async offered(line: BookableLine, from: DateTime, to: DateTime, except: Except = {}): Promise<FreeStart[]> {
    if (!line.rule.Bookable) return [];
    const { first, last } = this.window(line);
    return this.places.free(line, from > first ? from : first, to < last ? to : last, except);
  }

  /** The times that customers can choose nearest to a moment, at most three. */
  async nearest(line: BookableLine, moment: DateTime, except: Except = {}): Promise<DateTime[]> {
    return line.rule.Bookable ? this.places.next(line, moment, except, this.window(line)) : [];
  }

  /** The last day, `yyyy-MM-dd`, that customers can choose. */
  lastDay({ rule }: BookableLine): string {
    return dayLater(this.clock.today(), rule.DaysAhead) ?? this.clock.today();
  }

  /** The errors in what a customer typed. */
  errors(details: HoldDetails): FieldError[] {
    const required = (['FirstName', 'LastName', 'Email', 'Phone'] as const).filter((name) => details[name] === '');
    return [
      ...required.map((name) => fieldError('NotEmpty', name, 'is required')),
      ...bind(HoldDetails, { ...details }).errors,
    ];
  }

  /**
   * Holds a time, and sends a mail with a link that confirms it. A form that is sent again changes nothing. Throws
   * Invalid, TooManyRequests, and Conflict if the time is not free.
   */
  async hold({ formId, line, StartDate, details, address }: Choice): Promise<void> {
    refuse(this.errors(details));
    const FormId = formId;
    if (await this.isKnown(FormId)) return;
    const TokenHash = sha256(this.links.tokenOfHold(FormId));
    const EmailHash = this.hashOf(details.Email);
    await this.db.tx(async () => {
      await this.places.lock([line.LineId]);
      if (await this.isKnown(FormId)) return;
      const now = this.clock.now();
      // An address has one open hold. The older one ends first, so that the customer can choose the same time again.
      await this.db.execute(sql`UPDATE booking_holds SET ExpiresAt = ${now}
        WHERE EmailHash = ${EmailHash} AND AppointmentId IS NULL AND ExpiresAt > ${now}`);
      const { first, last } = this.window(line);
      if (StartDate < first || StartDate > last) throw await this.places.taken(line, StartDate);
      const { EndDate } = await this.places.take({ lineId: line.LineId, StartDate });
      await this.budgets.ofHolds(address);
      await this.db.insert(BookingHold, {
        ...{ TokenHash, FormId, LineId: line.LineId, StartDate, EndDate, EmailHash, CreatedAt: now },
        ...{ Details: JSON.stringify(details), ExpiresAt: shift(now, heldFor) },
      });
      await this.outbox.about('BookingToConfirm', FormId);
    });
  }

  /** The hold of a link. Throws NotFound for a wrong link, and a day after the hold was made. */
  async read(token: string): Promise<BookingHold> {
    const hold = this.links.holdOf(token) && (await this.db.read(BookingHold, { TokenHash: sha256(token) }));
    if (!hold || hold.CreatedAt < this.oldest()) throw noSuch('hold');
    return hold;
  }

  /** What the customer typed. */
  detailsOf({ Details }: BookingHold): HoldDetails {
    return JSON.parse(Details) as HoldDetails;
  }

  /**
   * Makes the hold a booking, also after its 30 minutes if the time is still free, or at another time that customers
   * can choose. Pressed again, it is the same booking. Throws NotFound, Conflict if the time is not free, TooManyAhead
   * and NoAgent.
   */
  async confirm(token: string, other?: DateTime): Promise<Appointment> {
    const { LineId } = await this.read(token);
    return this.db.tx(async () => {
      await this.places.lock([LineId]);
      const hold = await this.db.lockRow(BookingHold, { TokenHash: sha256(token) });
      if (!hold) throw noSuch('hold');
      if (hold.AppointmentId !== null) return this.writes.lock(hold.AppointmentId);
      const line = (await this.rules.line(LineId))!;
      const details = this.detailsOf(hold);
      const { TokenHash } = hold;
      const StartDate = other ?? hold.StartDate;
      const isOffered = !other || (await this.offered(line, other, other, { tokenHash: TokenHash })).length > 0;
      if (!isOffered) throw await this.places.taken(line, StartDate);
      const known = await this.search.onlyWithMail(details.Email, details.LastName);
      if (known) await this.mustHaveRoom(known, LineId);
      else if (line.rule.AgentId === null) throw new NoAgent();
      const ContactId = known ?? (await this.bookings.newContact(details, line, sourceNote)).ContactId;
      const booking = await this.writes.book({
        ...{ LineId, StartDate, ContactId, BookedBy: 'Customer', Note: details.Note, tokenHash: TokenHash },
      });
      await this.db.execute(sql`UPDATE booking_holds SET AppointmentId = ${booking.AppointmentId}
        WHERE TokenHash = ${TokenHash}`);
      return booking;
    });
  }

  /** Deletes holds after a day, with the mails that had their links. */
  @Job({ name: 'booking holds', every: 10 * minute })
  async deleteOld(): Promise<void> {
    await this.db.tx(async () => {
      const old = this.oldest();
      await this.db.execute(sql`DELETE FROM messages WHERE Kind = 'BookingToConfirm' AND RecordId IN
        (SELECT h.FormId FROM booking_holds h WHERE h.CreatedAt < ${old})`);
      await this.db.execute(sql`DELETE FROM booking_holds WHERE CreatedAt < ${old}`);
    });
  }

  private oldest(): DateTime {
    return shift(this.clock.now(), -keptFor) ?? '';
  }

  private window(line: BookableLine): Window {
    const now = this.clock.now();
    const first = shift(now, line.rule.NoticeMinutes * minute) ?? now;
    return { first, last: this.clock.endOfDay(this.lastDay(line)) };
  }

  private isKnown(formId: Guid): Promise<boolean> {
    return this.db.exists(sql`booking_holds WHERE FormId = ${formId}`);
  }

  /** Throws TooManyAhead for a contact with a booking ahead on the line, or with three in all. */
  private async mustHaveRoom(ContactId: number, lineId: Guid): Promise<void> {
    const ahead = await this.db.all<Appointment>(sql`SELECT p.AppointmentId AS AppointmentId,
        p.ContactId AS ContactId, p.LineId AS LineId, p.StartDate AS StartDate
      FROM appointments p WHERE p.ContactId = ${ContactId} AND p.LineId IS NOT NULL AND p.Status = 'Planned'
        AND p.StartDate > ${this.clock.now()} ORDER BY p.StartDate, p.AppointmentId`);
    if (ahead.length >= mostAhead || ahead.some(({ LineId }) => LineId === lineId)) throw new TooManyAhead(ahead);
  }

  private hashOf(mail: string): string {
    const text = `booking_holds.EmailHash:${mail.trim().toLowerCase()}`;
    return createHmac('sha256', this.config.fieldKey).update(text).digest('hex');
  }
}
