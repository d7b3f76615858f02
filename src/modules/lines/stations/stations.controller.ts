import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { HistoryOf } from '../../history/history.controller.js';
import { Station } from '../location.entity.js';
import { StationSetupService } from './station-setup.service.js';
import { StationsResponse } from '../lines.records.js';

const records = { request: Station, response: StationsResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Stations/{StationId}';
type Named = BoundWith<Station, 'StationId'>;

@Resource(groups.frontDesk)
export class StationsController {
  constructor(private readonly stations: StationSetupService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/Stations',
    summary: 'List stations',
    description: 'Lists the stations in scope by LocationId and Name, including inactive ones.',
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
    etag: Station,
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
      'The service assigns a StationId unless you send one (already used: 409). LineIds must be lines of its ' +
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
    description: 'Changes only the fields that you send. Moving a station with visits to another location: 409.',
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
    description: 'A station with visits becomes inactive and closed instead.',
    errors: [NotFound, Conflict, Forbidden],
  })
  async removeStation(@Input() { StationId }: Named, @Caller() caller: Principal) {
    return { Stations: [await this.stations.remove(caller, StationId)] };
  }
}

export class StationHistoryController extends HistoryOf(StationsController, 'readStation', 'changeStation') {}
