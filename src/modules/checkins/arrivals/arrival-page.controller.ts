import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../config/config.js';
import { Conflict, Invalid, NotFound, TooManyRequests } from '../../../errors/errors.js';
import { BodyReader } from '../../../http/body/body-reader.js';
import { Form, Page } from '../../../http/endpoint/endpoint.js';
import { asOperation, formOf, FormPages } from '../../../http/pages/form-page.js';
import { PageCall } from '../../../http/pages/page-call.js';
import { arrivePath } from '../../../http/pages/page-layout.js';
import { qrCodeOf } from '../../../http/pages/qr-code.js';
import { callerAddress } from '../../../http/server/address.js';
import { RequestBudgets } from '../../../http/server/request-budgets.js';
import type { Guid } from '../../../record/fields.js';
import { parseGuid } from '../../../record/values/guid.js';
import { LocationsService } from '../../lines/locations.service.js';
import { VisitLinksService } from '../../messages/visit-links.service.js';
import { opensAt } from './arrival.rules.js';
import { words, type Words } from './arrival-page.words.js';
import { ArrivalsService, NotNow } from './arrivals.service.js';
import { BookingSearchService } from './booking-search.service.js';

const path = `${arrivePath}/{LocationId}`;

const formTemplate = `<h1>{{title}}</h1>
<p>{{LocationName}}</p>
{{>alert}}
<p>{{words.intro}}</p>
<form method="post">
<p><label for="Code">{{words.code}}</label> <small id="Code-hint">{{words.codeHint}}</small>
<input class="control code" id="Code" name="Code" value="{{Code}}" required maxlength="20" autocomplete="off"
 autocapitalize="characters" spellcheck="false" aria-describedby="Code-hint"></p>
<p><label for="LastName">{{words.lastName}}</label>
<input class="control" id="LastName" name="LastName" value="{{LastName}}" required maxlength="100"
 autocomplete="family-name"></p>
<p><button class="button main">{{words.send}}</button></p></form>`;

const posterTemplate = `<section class="poster"><h1>{{title}}</h1>
<p>{{LocationName}}</p>
<p><img src="{{code}}" alt="{{address}}"></p>
<p class="address">{{address}}</p>
<ol><li>{{words.scan}}</li><li>{{words.then}}</li></ol>
<p lang="{{otherLanguage}}">{{other.poster}} {{other.scan}} {{other.then}}</p>
<p>{{words.otherwise}}</p></section>`;

type ArrivalCall = PageCall<Words>;

const goneTemplate = '<h1>{{title}}</h1><p role="status">{{words.gone}}</p>';

/**
 * The page on which customers at a location say that they are here, and the poster whose QR code opens it. They are not
 * signed in: the code of the booking and the last name are their credentials.
 */
@Controller()
export class ArrivalPageController {
  constructor(
    private readonly pages: FormPages,
    private readonly bodies: BodyReader,
    private readonly budgets: RequestBudgets,
    private readonly locations: LocationsService,
    private readonly bookings: BookingSearchService,
    private readonly arrivals: ArrivalsService,
    private readonly links: VisitLinksService,
    private readonly config: Config,
  ) {}

  @Page(path)
  ask(@Param('LocationId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.at(id, request, response, (call, { LocationName }) => {
      call.show(200, { template: formTemplate, values: { LocationName } });
    });
  }

  @Form(path)
  arrive(@Param('LocationId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.at(id, request, response, async (call, { LocationId, LocationName }) => {
      const form = await formOf(response, this.bodies);
      const [Code, LastName] = ['Code', 'LastName'].map((name) => (form.get(name) ?? '').trim());
      try {
        const visit = await this.budgets.ofArrivals(callerAddress(request.ip), isRefusal, async () => {
          const found = await this.bookings.byCode(Code, LastName);
          if (found === undefined) throw new NotFound('There is no such booking.');
          return asOperation('arriveForBooking', () => this.arrivals.here(found, { LocationId }));
        });
        call.redirect(this.links.pathOf(visit));
      } catch (error) {
        const refusal = refusalOf(error, call);
        if (!refusal) throw error;
        const values = { LocationName, Code, LastName };
        call.show(refusal.status, { template: formTemplate, values, alert: refusal.text });
      }
    });
  }

  @Page(`${path}/poster`)
  poster(@Param('LocationId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.at(id, request, response, (call, { LocationId, LocationName }) => {
      const address = `${this.config.publicUrl}${arrivePath}/${LocationId}`;
      const otherLanguage = call.language === 'en' ? 'es' : 'en';
      const values = { LocationName, address, code: qrCodeOf(address), otherLanguage, other: words[otherLanguage] };
      call.show(200, { template: posterTemplate, values });
    });
  }

  /** Runs `work` for an active location, or shows the page for a wrong address. */
  private async at(
    id: string,
    request: Request,
    response: Response,
    work: (call: ArrivalCall, at: { LocationId: Guid; LocationName: string }) => void | Promise<void>,
  ): Promise<void> {
    const means = { pages: this.pages, config: this.config };
    const call = new PageCall(request, response, means, { texts: words, styles: ['arrive.css'] });
    const LocationId = parseGuid(id);
    const LocationName = LocationId && (await this.locations.activeName(LocationId));
    if (LocationName) await work(call, { LocationId, LocationName });
    else call.show(404, { template: goneTemplate });
  }
}

/** The status and the text of the page after a refused try; undefined for an error of the service. */
function refusalOf(error: unknown, call: ArrivalCall): { status: number; text: string } | undefined {
  const { words: said, date, time, clock } = call;
  if (error instanceof TooManyRequests) return { status: 429, text: said.later };
  if (error instanceof NotFound) return { status: 404, text: said.unknown };
  if (error instanceof Invalid) return { status: 409, text: said.closed };
  if (!(error instanceof NotNow)) return error instanceof Conflict ? { status: 409, text: said.ended } : undefined;
  const { StartDate } = error.booking;
  const texts = {
    early: () => said.early(time(StartDate), time(opensAt(StartDate))),
    day: () => said.day(date(StartDate), time(StartDate)),
    office: () => said.office(error.place, date(StartDate), time(StartDate)),
    ended: () => said.ended,
  };
  const named = error.reason === 'ended' ? '' : ` ${clock(StartDate)}`;
  return { status: 409, text: texts[error.reason]() + named };
}

function isRefusal(error: unknown): boolean {
  return error instanceof NotFound || error instanceof NotNow;
}
