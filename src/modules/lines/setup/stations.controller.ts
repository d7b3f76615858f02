import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { Station } from '../station.entity.js';
import { frontDesk } from './front-desk.js';
import { StationSetup } from './station-setup.service.js';
import { StationsResponse } from './setup.records.js';

const records = { request: Station, response: StationsResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Stations/{StationId}';
type Named = BoundWith<Station, 'StationId'>;

@Resource(frontDesk)
export class StationsController {
  constructor(private readonly stations: StationSetup) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/Stations',
    summary: 'List stations',
    description: 'Those in scope by LocationId and Name, inactive ones included.',
  })
  listStations(@Input() _: Bound<Station>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Stations: this.stations.list(caller, options) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'Read a station',
    errors: [NotFound, Forbidden],
    etag: true,
  })
  async readStation(@Input() { StationId }: Named, @Caller() caller: Principal) {
    return { Stations: [await this.stations.read(caller, StationId)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    delegable: true,
    path: '/v1/Stations',
    summary: 'Add a station',
    description:
      'The service gives it a StationId unless one is sent (one that is taken: 409). LineIds are lines of its ' +
      'location.',
    example: {
      LocationId: 'a18d631ca3244bdb8e871c425bd24982',
      Name: 'Desk 4',
      Open: true,
      LineIds: ['4f472ca38340406e850da4d5bc31ef9b'],
    },
    errors: [Conflict, Forbidden],
  })
  async addStation(@Input() sent: Bound<Station>, @Caller() caller: Principal) {
    return { Stations: [await this.stations.add(caller, sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'PUT',
    delegable: true,
    path,
    summary: 'Change a station',
    description: 'Changes what is sent. One that has visits stays at its location: 409.',
    example: { Open: true },
    errors: [NotFound, Conflict, Forbidden],
  })
  async changeStation(@Input() sent: Named, @Caller() caller: Principal) {
    return { Stations: [await this.stations.change(caller, sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    delegable: true,
    path,
    summary: 'Remove a station',
    description: 'One that has visits becomes inactive instead, and is no longer open.',
    errors: [NotFound, Conflict, Forbidden],
  })
  async removeStation(@Input() { StationId }: Named, @Caller() caller: Principal) {
    return { Stations: [await this.stations.remove(caller, StationId)] };
  }
}
