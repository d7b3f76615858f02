import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { HistoryOf } from '../history/history.controller.js';
import { BookingsAhead, bookingsMeta } from './bookings-ahead.service.js';
import { Line } from './line.entity.js';
import { LinesService } from './lines.service.js';
import { LinesResponse } from './lines.records.js';

const records = { request: Line, response: LinesResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Lines/{Id}';
type Named = BoundWith<Line, 'Id'>;

@Resource(groups.frontDesk)
export class LinesController {
  constructor(
    private readonly lines: LinesService,
    private readonly bookings: BookingsAhead,
  ) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/Lines',
    summary: 'List lines',
    description:
      'Lists the lines in scope by LocationId and Name, including inactive lines. WaitTime is the wait of a customer ' +
      'who checks in now. The API key of a kiosk lists the lines of its location.',
  })
  async listLines(@Input() _: Bound<Line>, @Caller() caller: Principal) {
    return { Lines: await this.lines.list(caller) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'Read a line',
    errors: [NotFound, Forbidden],
    etag: Line,
  })
  async readLine(@Input() { Id }: Named, @Caller() caller: Principal) {
    return { Lines: [await this.lines.read(caller, Id)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    delegable: true,
    path: '/v1/Lines',
    summary: 'Add a line',
    description: 'The service assigns an Id unless you send one (already used: 409), and sets EntDate and ModDate.',
    example: { LocationId: 'a18d631ca3244bdb8e871c425bd24982', Name: 'Beneficiary change', ServiceDurationMinutes: 15 },
    errors: [Conflict, Forbidden],
  })
  async addLine(@Input() sent: Bound<Line>, @Caller() caller: Principal) {
    return { Lines: [await this.lines.add(caller, sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'PUT',
    delegable: true,
    path,
    summary: 'Change a line',
    description: 'Changes only the fields that you send. Moving a line with visits to another location: 409.',
    example: { ServiceDurationMinutes: 25 },
    errors: [NotFound, Conflict, Forbidden],
  })
  async changeLine(@Input() sent: Named, @Caller() caller: Principal) {
    return this.answer(await this.lines.change(caller, sent));
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    delegable: true,
    path,
    summary: 'Remove a line',
    description: 'A line with visits becomes inactive instead; otherwise its questions and pictures are removed too.',
    errors: [NotFound, Conflict, Forbidden],
  })
  async removeLine(@Input() { Id }: Named, @Caller() caller: Principal) {
    return this.answer(await this.lines.remove(caller, Id));
  }

  /** Meta.Bookings counts the bookings ahead that the line would not take any more. */
  private async answer(line: Line) {
    const bookings = await this.bookings.outside({ LineId: line.Id });
    return new HandlerResult({ Lines: [line] }, { meta: bookingsMeta(bookings) });
  }
}

export class LineHistoryController extends HistoryOf(LinesController, 'readLine', 'changeLine') {}
