import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { Location } from '../location.entity.js';
import { frontDesk } from './front-desk.js';
import { LocationSetup } from './location-setup.service.js';
import { LocationsResponse } from './setup.records.js';

const records = { request: Location, response: LocationsResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Locations/{LocationId}';
type Named = BoundWith<Location, 'LocationId'>;

@Resource(frontDesk)
export class LocationsController {
  constructor(private readonly locations: LocationSetup) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/Locations',
    summary: 'List locations',
    description: 'Those in scope by Name, inactive ones included.',
  })
  listLocations(@Input() _: Bound<Location>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Locations: this.locations.list(caller, options) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path,
    summary: 'Read a location',
    errors: [NotFound, Forbidden],
    etag: true,
  })
  async readLocation(@Input() { LocationId }: Named, @Caller() caller: Principal) {
    return { Locations: [await this.locations.read(caller, LocationId)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    path: '/v1/Locations',
    summary: 'Add a location',
    description: 'The service gives it a LocationId unless one is sent; one that is taken: 409.',
    example: { Name: 'Sandia Park' },
    errors: [Conflict],
  })
  async addLocation(@Input() sent: Bound<Location>) {
    return { Locations: [await this.locations.add(sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'PUT',
    path,
    summary: 'Change a location',
    description: 'Changes what is sent.',
    example: { Name: 'Main Street West' },
    errors: [NotFound, Forbidden],
  })
  async changeLocation(@Input() sent: Named, @Caller() caller: Principal) {
    return { Locations: [await this.locations.change(caller, sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    path,
    summary: 'Remove a location',
    description: 'One that has visits becomes inactive instead. One that has lines or stations, and no visits: 409.',
    errors: [NotFound, Conflict, Forbidden],
  })
  async removeLocation(@Input() { LocationId }: Named, @Caller() caller: Principal) {
    return { Locations: [await this.locations.remove(caller, LocationId)] };
  }
}
