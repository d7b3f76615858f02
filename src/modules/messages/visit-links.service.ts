import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { visitPath } from '../../http/pages/page-layout.js';
import type { Guid } from '../../record/fields.js';
import { idIn, isProven, linkToken } from './link-token.js';

/** Number of bytes of a visit's Id. */
const idLength = 16;

/** The fields of a visit that its link depends on. */
interface Visit {
  readonly Id: Guid;
  readonly CustomerId: Guid;
}

/** The links to the pages of visits. A link is no longer valid if the visit gets another customer. */
@Injectable()
export class VisitLinksService {
  constructor(private readonly config: Config) {}

  urlOf(visit: Visit): string {
    return this.config.publicUrl + this.pathOf(visit);
  }

  /** The path of the page, for a redirect. */
  pathOf(visit: Visit): string {
    return `${visitPath}/${linkToken(Buffer.from(visit.Id, 'hex'), textOf(visit), this.config)}`;
  }

  /** The Id of a visit that a token contains; undefined for a text of another form. Only `opens` checks the token. */
  visitIn(token: string): Guid | undefined {
    return idIn(token, idLength)?.toString('hex');
  }

  /** Whether a token was made for this visit and this customer. */
  opens(token: string, visit: Visit): boolean {
    return this.visitIn(token) === visit.Id && isProven(token, idLength, textOf(visit), this.config);
  }
}

function textOf({ Id, CustomerId }: Visit): string {
  return `checkins.VisitPage:${Id}:${CustomerId}`;
}
