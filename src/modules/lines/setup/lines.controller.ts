import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import { Line } from '../line.entity.js';
import { frontDesk } from './front-desk.js';
import { LineSetup } from './line-setup.service.js';
import { LinesResponse } from './setup.records.js';

const records = { request: Line, response: LinesResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Lines/{Id}';
type Named = BoundWith<Line, 'Id'>;

@Resource(frontDesk)
export class LinesController {
  constructor(private readonly lines: LineSetup) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/Lines',
    summary: 'List lines',
    description:
      'Those in scope by LocationId and Name, inactive ones included. WaitTime is what a customer who came now would ' +
      'wait.',
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
    etag: true,
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
    description:
      'The service gives it an Id unless one is sent (one that is taken: 409), and keeps EntDate and ModDate itself.',
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
    description: 'Changes what is sent. One that has visits stays at its location: 409.',
    example: { ServiceDurationMinutes: 25 },
    errors: [NotFound, Conflict, Forbidden],
  })
  async changeLine(@Input() sent: Named, @Caller() caller: Principal) {
    return { Lines: [await this.lines.change(caller, sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    delegable: true,
    path,
    summary: 'Remove a line',
    description: 'One that has visits becomes inactive instead; another takes its questions and pictures along.',
    errors: [NotFound, Conflict, Forbidden],
  })
  async removeLine(@Input() { Id }: Named, @Caller() caller: Principal) {
    return { Lines: [await this.lines.remove(caller, Id)] };
  }
}
