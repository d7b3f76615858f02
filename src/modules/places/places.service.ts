import { Injectable } from '@nestjs/common';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { County, District, School, State } from './places.entity.js';

/** States, counties, districts and schools. Their ids come from public lists: a client sends the id of a new record. */
@Injectable()
export class PlacesService {
  constructor(
    @InjectRows(State) readonly states: TableRows<State>,
    @InjectRows(County) readonly counties: TableRows<County>,
    @InjectRows(District) readonly districts: TableRows<District>,
    @InjectRows(School) readonly schools: TableRows<School>,
  ) {}
}
