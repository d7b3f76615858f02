import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Config } from '../../config/config.js';
import { visitPath } from '../../http/pages/page-layout.js';
import type { Guid } from '../../record/fields.js';

/** Number of bytes of a visit's Id, with which a token begins. The rest is an HMAC of the Id and the CustomerId. */
const idLength = 16;
const proofLength = 32;

/** The fields of a visit that its link depends on. */
interface Visit {
  readonly Id: Guid;
  readonly CustomerId: Guid;
}

/**
 * The token of a link is derived from the visit's Id, its CustomerId and FIELD_KEY (or one of FIELD_KEYS_OLD). No table
 * stores it, and it is no longer valid if the visit gets another customer.
 */
@Injectable()
export class VisitLinksService {
  constructor(private readonly config: Config) {}

  urlOf(visit: Visit): string {
    return this.config.publicUrl + this.pathOf(visit);
  }

  /** The path of the page, for a redirect. */
  pathOf(visit: Visit): string {
    const proof = proofOf(visit, this.config.fieldKey);
    return `${visitPath}/${Buffer.concat([Buffer.from(visit.Id, 'hex'), proof]).toString('base64url')}`;
  }

  /** The Id of a visit that a token contains; undefined for a text of another form. Only `opens` checks the token. */
  visitIn(token: string): Guid | undefined {
    return bytesOf(token)?.subarray(0, idLength).toString('hex');
  }

  /** Whether a token was made for this visit and its present customer. */
  opens(token: string, visit: Visit): boolean {
    const bytes = bytesOf(token);
    if (!bytes || this.visitIn(token) !== visit.Id) return false;
    const proof = bytes.subarray(idLength);
    const { fieldKey, fieldKeysOld } = this.config;
    return [fieldKey, ...fieldKeysOld].filter((key) => timingSafeEqual(proofOf(visit, key), proof)).length > 0;
  }
}

function bytesOf(token: string): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Encode the bytes again, because the decoder skips invalid characters: several texts decode to the same bytes.
  return bytes.length === idLength + proofLength && bytes.toString('base64url') === token ? bytes : undefined;
}

function proofOf({ Id, CustomerId }: Visit, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`checkins.VisitPage:${Id}:${CustomerId}`).digest();
}
