import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Config } from '../../config/config.js';
import { bookingPath, holdPath } from '../../http/pages/page-layout.js';
import type { Guid } from '../../record/fields.js';

const [idBytes, guidBytes, proofBytes] = [4, 16, 32];

interface Booking {
  readonly AppointmentId: number;
  readonly ContactId: number;
}

/**
 * The tokens of the links to bookings and holds. They are derived from the ids and FIELD_KEY (or one of
 * FIELD_KEYS_OLD), so that no table stores them. That of a booking is no longer valid if another contact gets it.
 */
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

  tokenOf({ AppointmentId, ContactId }: Booking): string {
    const id = Buffer.alloc(idBytes);
    id.writeUInt32BE(AppointmentId);
    return this.token(id, `appointments.BookingPage:${AppointmentId}:${ContactId}`);
  }

  tokenOfHold(formId: Guid): string {
    return this.token(Buffer.from(formId, 'hex'), `booking_holds.HoldPage:${formId}`);
  }

  /** The AppointmentId that a token contains; undefined for a text of another form. Only `opens` checks the token. */
  bookingIn(token: string): number | undefined {
    return this.bytesOf(token, idBytes)?.readUInt32BE(0);
  }

  /** Whether a token was made for this booking and its present contact. */
  opens(token: string, { AppointmentId, ContactId }: Booking): boolean {
    return this.isProven(token, idBytes, `appointments.BookingPage:${AppointmentId}:${ContactId}`);
  }

  /** The FormId of the hold for which a token was made; undefined for a wrong token. */
  holdOf(token: string): Guid | undefined {
    const formId = this.bytesOf(token, guidBytes)?.subarray(0, guidBytes).toString('hex');
    return formId && this.isProven(token, guidBytes, `booking_holds.HoldPage:${formId}`) ? formId : undefined;
  }

  private token(id: Buffer, text: string): string {
    return Buffer.concat([id, proofOf(text, this.config.fieldKey)]).toString('base64url');
  }

  private isProven(token: string, length: number, text: string): boolean {
    const proof = this.bytesOf(token, length)?.subarray(length);
    const { fieldKey, fieldKeysOld } = this.config;
    return proof !== undefined && [fieldKey, ...fieldKeysOld].some((key) => timingSafeEqual(proofOf(text, key), proof));
  }

  private bytesOf(token: string, length: number): Buffer | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Encode the bytes again, because the decoder skips invalid characters: several texts decode to the same bytes.
    return bytes.length === length + proofBytes && bytes.toString('base64url') === token ? bytes : undefined;
  }
}

function proofOf(text: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
