import { Conflict, NotFound, refuse } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { SlotDistrict } from './slot.entity.js';
import { SlotDistrictsResponse } from './slots.records.js';
import { SlotsService } from './slots.service.js';

const writers = roles(Role.Administrator);
const slot = { request: SlotDistrict, response: SlotDistrictsResponse };

@Resource(groups.lookUps)
export class SlotDistrictsController {
  constructor(private readonly slots: SlotsService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SlotDistricts',
    response: SlotDistrictsResponse,
    summary: 'List slots of districts',
    description: 'Lists the slots of districts by Description.',
  })
  listSlotDistricts(@ListQuery() options: ListOptions) {
    return { SlotDistricts: this.slots.districts.list(options) };
  }

  @Endpoint({
    ...slot,
    verb: 'GET',
    delegable: true,
    path: '/v1/SlotDistricts/{SlotDistrictID}',
    summary: 'Read a slot of a district',
    errors: [NotFound],
    etag: SlotDistrict,
  })
  async readSlotDistrict(@Input() { SlotDistrictID }: BoundWith<SlotDistrict, 'SlotDistrictID'>) {
    return { SlotDistricts: [await this.slots.districts.read(SlotDistrictID)] };
  }

  @Endpoint({
    ...slot,
    access: writers,
    verb: 'POST',
    path: '/v1/SlotDistricts',
    summary: 'Add a slot of a district',
    example: { DistrictID: 103, Description: 'Retirement workshops' },
    errors: [Conflict],
  })
  async addSlotDistrict(@Input() sent: Bound<SlotDistrict>) {
    // The column is nullable, because imported slots may lack a district.
    refuse(sent.DistrictID ? [] : [fieldError('NotNull', 'DistrictID', 'is required')]);
    return { SlotDistricts: [await this.slots.districts.add(sent)] };
  }

  @Endpoint({
    ...slot,
    access: writers,
    verb: 'PUT',
    path: '/v1/SlotDistricts/{SlotDistrictID}',
    summary: 'Change a slot of a district',
    example: { Description: 'Retirement workshops' },
    errors: [NotFound],
  })
  async changeSlotDistrict(@Input() { SlotDistrictID, ...changes }: BoundWith<SlotDistrict, 'SlotDistrictID'>) {
    return { SlotDistricts: [await this.slots.districts.change(SlotDistrictID, changes)] };
  }
}

export class SlotDistrictHistoryController extends HistoryOf(
  SlotDistrictsController,
  'readSlotDistrict',
  'changeSlotDistrict',
) {}
