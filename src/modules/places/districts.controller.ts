import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { District, School } from './places.entity.js';
import { DistrictsResponse, SchoolsResponse } from './places.records.js';
import { PlacesService } from './places.service.js';

const writers = roles(Role.Administrator);
const district = { request: District, response: DistrictsResponse };
const school = { request: School, response: SchoolsResponse };

@Resource(groups.lookUps)
export class DistrictsController {
  constructor(private readonly places: PlacesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Districts',
    response: DistrictsResponse,
    summary: 'List school districts',
    description: 'Lists the school districts by DistrictName.',
  })
  listDistricts(@ListQuery() options: ListOptions) {
    return { Districts: this.places.districts.list(options) };
  }

  @Endpoint({
    ...district,
    verb: 'GET',
    delegable: true,
    path: '/v1/Districts/{DistrictID}',
    summary: 'Read a district',
    errors: [NotFound],
    etag: District,
  })
  async readDistrict(@Input() { DistrictID }: BoundWith<District, 'DistrictID'>) {
    return { Districts: [await this.places.districts.read(DistrictID)] };
  }

  @Endpoint({
    ...district,
    access: writers,
    verb: 'POST',
    path: '/v1/Districts',
    summary: 'Add a district',
    example: { DistrictID: 901, CountyID: 8001, DistrictName: 'Mapleton School District' },
    errors: [Conflict],
  })
  async addDistrict(@Input() sent: Bound<District>) {
    return { Districts: [await this.places.districts.add(sent)] };
  }

  @Endpoint({
    ...district,
    access: writers,
    verb: 'PUT',
    path: '/v1/Districts/{DistrictID}',
    summary: 'Change a district',
    example: { DistrictName: 'Denver School District' },
    errors: [NotFound],
  })
  async changeDistrict(@Input() { DistrictID, ...changes }: BoundWith<District, 'DistrictID'>) {
    return { Districts: [await this.places.districts.change(DistrictID, changes)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Schools',
    response: SchoolsResponse,
    summary: 'List schools',
    description: 'Lists the schools by SchoolName.',
  })
  listSchools(@ListQuery() options: ListOptions) {
    return { Schools: this.places.schools.list(options) };
  }

  @Endpoint({
    ...school,
    verb: 'GET',
    delegable: true,
    path: '/v1/Schools/{SchoolID}',
    summary: 'Read a school',
    errors: [NotFound],
    etag: School,
  })
  async readSchool(@Input() { SchoolID }: BoundWith<School, 'SchoolID'>) {
    return { Schools: [await this.places.schools.read(SchoolID)] };
  }

  @Endpoint({
    ...school,
    access: writers,
    verb: 'POST',
    path: '/v1/Schools',
    summary: 'Add a school',
    example: { SchoolID: 80019001, DistrictID: 103, SchoolName: 'Mapleton Elementary School' },
    errors: [Conflict],
  })
  async addSchool(@Input() sent: Bound<School>) {
    return { Schools: [await this.places.schools.add(sent)] };
  }

  @Endpoint({
    ...school,
    access: writers,
    verb: 'PUT',
    path: '/v1/Schools/{SchoolID}',
    summary: 'Change a school',
    example: { SchoolName: 'East High School' },
    errors: [NotFound],
  })
  async changeSchool(@Input() { SchoolID, ...changes }: BoundWith<School, 'SchoolID'>) {
    return { Schools: [await this.places.schools.change(SchoolID, changes)] };
  }
}

export class DistrictHistoryController extends HistoryOf(DistrictsController, 'readDistrict', 'changeDistrict') {}
export class SchoolHistoryController extends HistoryOf(DistrictsController, 'readSchool', 'changeSchool') {}
