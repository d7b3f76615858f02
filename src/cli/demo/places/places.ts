import { County } from '../../../modules/places/county.entity.js';
import { District } from '../../../modules/places/district.entity.js';
import { School } from '../../../modules/places/school.entity.js';
import { State } from '../../../modules/places/state.entity.js';
import type { Filling } from '../filling.js';
import { states, type Region, type StateOf } from './regions.js';

/** A school, where contacts work, and what is around it. */
export interface Place {
  state: StateOf;
  region: Region;
  CountyID: number;
  DistrictID: number;
  SchoolID: number;
  school: string;
}

/** States, counties, districts and schools. */
export async function fillPlaces(filling: Filling): Promise<Place[]> {
  const places: Place[] = [];
  const counties: Partial<County>[] = [];
  const districts: Partial<District>[] = [];
  const schools: Partial<School>[] = [];
  for (const state of states)
    state.regions.forEach((region, index) => {
      const CountyID = state.id * 1000 + 2 * index + 1;
      const DistrictID = 101 + districts.length;
      counties.push({ CountyID, StateID: state.id, County: region.county });
      districts.push({ DistrictID, CountyID, DistrictName: region.district });
      region.schools.forEach((school, number) => {
        const SchoolID = CountyID * 10_000 + number + 1;
        schools.push({ SchoolID, DistrictID, SchoolName: school });
        places.push({ state, region, CountyID, DistrictID, SchoolID, school });
      });
    });
  await filling.put(
    State,
    states.map(({ id, code, name }) => ({ StateID: id, State: code, StateName: name })),
  );
  await filling.put(County, counties);
  await filling.put(District, districts);
  await filling.put(School, schools);
  return places;
}
