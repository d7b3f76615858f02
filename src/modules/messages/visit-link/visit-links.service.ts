import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Config } from '../../../config/config.js';
import type { Guid } from '../../../record/fields.js';
import type { About, Values } from '../message-kinds.js';

/** Path of the page on which a customer follows a visit. */
export const visitPath = '/visit';

/** Number of bytes of a visit's Id, with which a token begins. The rest of the token proves the Id. */
const idLength = 16;
const proofLength = 32;

/** The token of a link is derived from the visit's Id and FIELD_KEY (or one of FIELD_KEYS_OLD). No table stores it. */
@Injectable()
export class VisitLinks {
  constructor(private readonly config: Config) {}

  urlOf(visitId: Guid): string {
    const { publicUrl, fieldKey } = this.config;
    const token = Buffer.concat([Buffer.from(visitId, 'hex'), proofOf(visitId, fieldKey)]).toString('base64url');
    return `${publicUrl}${visitPath}/${token}`;
  }

  /** The visit's Id in a valid token, even if the visit does not exist; undefined for an invalid token. */
  visitOf(token: string): Guid | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Encode the bytes again, because the decoder skips invalid characters: several texts decode to the same bytes.
    if (bytes.length !== idLength + proofLength || bytes.toString('base64url') !== token) return undefined;
    const id = bytes.subarray(0, idLength).toString('hex');
    const proof = bytes.subarray(idLength);
    const { fieldKey, fieldKeysOld } = this.config;
    const fitting = [fieldKey, ...fieldKeysOld].filter((key) => timingSafeEqual(proofOf(id, key), proof));
    return fitting.length > 0 ? id : undefined;
  }

  /** The link in a message about a visit. It is made when the message is sent, because no table stores it. */
  valuesOf(about: About, recordId: string): Values {
    return about === 'Checkin' ? { Link: this.urlOf(recordId) } : {};
  }
}

function proofOf(visitId: Guid, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`checkins.VisitPage:${visitId}`).digest();
}
