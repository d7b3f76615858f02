import { LookUpOf } from './look-up.controller.js';
import { County, District, School, State } from './places.entity.js';

/** The ids of places come from public lists: a client sends the id of a new place. */
export const places = [
  ...LookUpOf(State, {
    ...{ list: 'States', one: 'a state', many: 'states' },
    add: { example: { StateID: 6, State: 'CA', StateName: 'California' } },
    change: { example: { StateName: 'Colorado' } },
  }),
  ...LookUpOf(County, {
    ...{ list: 'Counties', one: 'a county', many: 'counties' },
    add: { example: { CountyID: 8013, StateID: 8, County: 'Boulder' } },
    change: { example: { County: 'Denver' } },
  }),
  ...LookUpOf(District, {
    ...{ list: 'Districts', one: 'a district', many: 'school districts' },
    add: { example: { DistrictID: 901, CountyID: 8001, DistrictName: 'Mapleton School District' } },
    change: { example: { DistrictName: 'Denver School District' } },
  }),
  ...LookUpOf(School, {
    ...{ list: 'Schools', one: 'a school', many: 'schools' },
    add: { example: { SchoolID: 80019001, DistrictID: 103, SchoolName: 'Mapleton Elementary School' } },
    change: { example: { SchoolName: 'East High School' } },
  }),
];
