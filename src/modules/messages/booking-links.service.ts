import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { bookingPath, holdPath } from '../../http/pages/page-layout.js';
import type { Guid } from '../../record/fields.js';
import { idIn, isProven, linkToken } from './link-token.js';

/** Number of bytes of an AppointmentId and of a FormId. */
const [idLength, formIdLength] = [4, 16];

/** The fields of a booking that its link depends on. */
interface Booking {
  readonly AppointmentId: number;
  readonly ContactId: number;
}

/** The links to bookings and holds. That to a booking is no longer valid if another contact gets the booking. */
@Injectable()
export class BookingLinksService {
  constructor(private readonly config: Config) {}

  urlOf(booking: Booking): string {
    return this.config.publicUrl + this.pathOf(booking);
  }

  /** The path of the page, for a redirect. */
  pathOf(booking: Booking): string {
    return `${bookingPath}/${this.tokenOf(booking)}`;
  }

  urlOfHold(formId: Guid): string {
    return `${this.config.publicUrl}${holdPath}/${this.tokenOfHold(formId)}`;
  }

  tokenOf(booking: Booking): string {
    const id = Buffer.alloc(idLength);
    id.writeUInt32BE(booking.AppointmentId);
    return linkToken(id, textOf(booking), this.config);
  }

  tokenOfHold(formId: Guid): string {
    return linkToken(Buffer.from(formId, 'hex'), textOfHold(formId), this.config);
  }

  /** The AppointmentId that a token contains; undefined for a text of another form. Only `opens` checks the token. */
  bookingIn(token: string): number | undefined {
    return idIn(token, idLength)?.readUInt32BE(0);
  }

  /** Whether a token was made for this booking and this contact. */
  opens(token: string, booking: Booking): boolean {
    return isProven(token, idLength, textOf(booking), this.config);
  }

  /** The FormId of the hold for which a token was made; undefined for a wrong token. */
  holdOf(token: string): Guid | undefined {
    const formId = idIn(token, formIdLength)?.toString('hex');
    return formId && isProven(token, formIdLength, textOfHold(formId), this.config) ? formId : undefined;
  }
}

function textOf({ AppointmentId, ContactId }: Booking): string {
  return `appointments.BookingPage:${AppointmentId}:${ContactId}`;
}

function textOfHold(formId: Guid): string {
  return `booking_holds.HoldPage:${formId}`;
}
