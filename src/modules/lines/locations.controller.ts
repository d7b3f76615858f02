import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { HistoryOf } from '../history/history.controller.js';
import { BookingsAhead, bookingsMeta } from './bookings-ahead.service.js';
import { Location } from './location.entity.js';
import { LocationsService } from './locations.service.js';
import { LocationsResponse } from './lines.records.js';

const records = { request: Location, response: LocationsResponse };
const writing = { ...records, access: roles(Role.Administrator) } as const;
const path = '/v1/Locations/{LocationId}';
type Named = BoundWith<Location, 'LocationId'>;

@Resource(groups.frontDesk)
export class LocationsController {
  constructor(
    private readonly locations: LocationsService,
    private readonly bookings: BookingsAhead,
  ) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    delegable: true,
    path: '/v1/Locations',
    summary: 'List locations',
    description: 'Lists the locations in scope by Name, including inactive ones.',
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
    etag: Location,
  })
  async readLocation(@Input() { LocationId }: Named, @Caller() caller: Principal) {
    return { Locations: [await this.locations.read(caller, LocationId)] };
  }

  @Endpoint({
    ...writing,
    verb: 'POST',
    path: '/v1/Locations',
    summary: 'Add a location',
    description: 'The service assigns a LocationId unless you send one; already used: 409.',
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
    description:
      'Changes only the fields that you send. No change moves or cancels a booking: Meta.Bookings counts the ' +
      'bookings ahead that the present hours would not give.',
    example: { Name: 'Main Street West' },
    errors: [NotFound, Forbidden],
  })
  async changeLocation(@Input() sent: Named, @Caller() caller: Principal) {
    return this.answer(await this.locations.change(caller, sent));
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    path,
    summary: 'Remove a location',
    description:
      'A location with visits becomes inactive instead. A location without visits that has lines or stations: 409.',
    errors: [NotFound, Conflict, Forbidden],
  })
  async removeLocation(@Input() { LocationId }: Named, @Caller() caller: Principal) {
    return this.answer(await this.locations.remove(caller, LocationId));
  }

  /** Meta.Bookings counts the bookings ahead that the opening hours would not give any more. */
  private async answer(location: Location) {
    const bookings = await this.bookings.outside({ LocationId: location.LocationId });
    return new HandlerResult({ Locations: [location] }, { meta: bookingsMeta(bookings) });
  }
}

export class LocationHistoryController extends HistoryOf(LocationsController, 'readLocation', 'changeLocation') {}
