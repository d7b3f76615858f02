import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { County, State } from './places.entity.js';
import { CountiesResponse, StatesResponse } from './places.records.js';
import { PlacesService } from './places.service.js';

const writers = roles(Role.Administrator);
const state = { request: State, response: StatesResponse };
const county = { request: County, response: CountiesResponse };

@Resource(groups.lookUps)
export class StatesController {
  constructor(private readonly places: PlacesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/States',
    response: StatesResponse,
    summary: 'List states',
    description: 'Lists the states by StateName.',
  })
  listStates(@ListQuery() options: ListOptions) {
    return { States: this.places.states.list(options) };
  }

  @Endpoint({
    ...state,
    verb: 'GET',
    delegable: true,
    path: '/v1/States/{StateID}',
    summary: 'Read a state',
    errors: [NotFound],
    etag: State,
  })
  async readState(@Input() { StateID }: BoundWith<State, 'StateID'>) {
    return { States: [await this.places.states.read(StateID)] };
  }

  @Endpoint({
    ...state,
    access: writers,
    verb: 'POST',
    path: '/v1/States',
    summary: 'Add a state',
    example: { StateID: 6, State: 'CA', StateName: 'California' },
    errors: [Conflict],
  })
  async addState(@Input() sent: Bound<State>) {
    return { States: [await this.places.states.add(sent)] };
  }

  @Endpoint({
    ...state,
    access: writers,
    verb: 'PUT',
    path: '/v1/States/{StateID}',
    summary: 'Change a state',
    example: { StateName: 'Colorado' },
    errors: [NotFound],
  })
  async changeState(@Input() { StateID, ...changes }: BoundWith<State, 'StateID'>) {
    return { States: [await this.places.states.change(StateID, changes)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Counties',
    response: CountiesResponse,
    summary: 'List counties',
    description: 'Lists the counties by County.',
  })
  listCounties(@ListQuery() options: ListOptions) {
    return { Counties: this.places.counties.list(options) };
  }

  @Endpoint({
    ...county,
    verb: 'GET',
    delegable: true,
    path: '/v1/Counties/{CountyID}',
    summary: 'Read a county',
    errors: [NotFound],
    etag: County,
  })
  async readCounty(@Input() { CountyID }: BoundWith<County, 'CountyID'>) {
    return { Counties: [await this.places.counties.read(CountyID)] };
  }

  @Endpoint({
    ...county,
    access: writers,
    verb: 'POST',
    path: '/v1/Counties',
    summary: 'Add a county',
    example: { CountyID: 8013, StateID: 8, County: 'Boulder' },
    errors: [Conflict],
  })
  async addCounty(@Input() sent: Bound<County>) {
    return { Counties: [await this.places.counties.add(sent)] };
  }

  @Endpoint({
    ...county,
    access: writers,
    verb: 'PUT',
    path: '/v1/Counties/{CountyID}',
    summary: 'Change a county',
    example: { County: 'Denver' },
    errors: [NotFound],
  })
  async changeCounty(@Input() { CountyID, ...changes }: BoundWith<County, 'CountyID'>) {
    return { Counties: [await this.places.counties.change(CountyID, changes)] };
  }
}

export class StateHistoryController extends HistoryOf(StatesController, 'readState', 'changeState') {}
export class CountyHistoryController extends HistoryOf(StatesController, 'readCounty', 'changeCounty') {}
