import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { TableRows } from '../../database/table-rows.js';
import { County, District, School, State } from './places.entity.js';

/** States, counties, districts and schools. Their ids come from public lists: a client sends the id of a new record. */
@Injectable()
export class PlacesService {
  readonly states = new TableRows(this.db, State, 'state', ['StateName']);
  readonly counties = new TableRows(this.db, County, 'county', ['County']);
  readonly districts = new TableRows(this.db, District, 'district', ['DistrictName']);
  readonly schools = new TableRows(this.db, School, 'school', ['SchoolName']);

  constructor(private readonly db: Db) {}
}
