import { Table } from '../../database/schema/table.js';
import { Int64, Name, Int32 } from '../../record/fields.js';

@Table('states', { set: 'states', noun: 'state', order: ['StateName'] })
export class State {
  @Int64({ key: true, required: true, example: 8 }) StateID!: Int64;
  /** The abbreviation of the state, such as CO. */
  @Name(50, { example: 'CO' }) State!: string;
  @Name(100, { required: true, example: 'Colorado' }) StateName!: string;
}

@Table('counties', { set: 'counties', noun: 'county', order: ['County'], indexes: [['CountyKey', 'CountyID']] })
export class County {
  @Int64({ key: true, required: true, example: 8001 }) CountyID!: Int64;
  @Int64({ references: 'State.StateID', example: 8 }) StateID!: Int64;
  @Name(200, { required: true, example: 'Denver' }) County!: string;
}

@Table('districts', { set: 'districts', noun: 'district', order: ['DistrictName'], indexes: [['DistrictNameKey']] })
export class District {
  @Int32({ key: true, required: true, example: 103 }) DistrictID!: number;
  @Int64({ references: 'County.CountyID', example: 8001 }) CountyID!: Int64;
  @Name(200, { required: true, example: 'Denver School District' }) DistrictName!: string;
}

@Table('schools', { set: 'schools', noun: 'school', order: ['SchoolName'], indexes: [['SchoolNameKey', 'SchoolID']] })
export class School {
  @Int64({ key: true, required: true, example: 80010001 }) SchoolID!: Int64;
  @Int32({ references: 'District.DistrictID', example: 103 }) DistrictID!: number;
  @Name(200, { required: true, example: 'East High School' }) SchoolName!: string;
}
