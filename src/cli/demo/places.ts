import { County } from '../../modules/places/county.entity.js';
import { District } from '../../modules/places/district.entity.js';
import { School } from '../../modules/places/school.entity.js';
import { State } from '../../modules/places/state.entity.js';
import type { Filling } from './filling.js';

export interface Place {
  StateID: number;
  state: string;
  CountyID: number;
  DistrictID: number;
  SchoolID: number;
  city: string;
  /** First three digits of the postal code. */
  zip: string;
}

type Region = readonly [county: string, city: string, district: string, schools: readonly string[]];
interface StateOf {
  id: number;
  code: string;
  name: string;
  zip: string;
  regions: readonly Region[];
}

const states: readonly StateOf[] = [
  {
    id: 4,
    code: 'AZ',
    name: 'Arizona',
    zip: '852',
    regions: [
      [
        'Maricopa',
        'Mesa',
        'Mesa Unified School District',
        ['Red Mountain High School', 'Fremont Junior High School', 'Falcon Hill Elementary School'],
      ],
      [
        'Pima',
        'Tucson',
        'Tucson Unified School District',
        ['Catalina High School', 'Dodge Middle School', 'Sam Hughes Elementary School'],
      ],
    ],
  },
  {
    id: 8,
    code: 'CO',
    name: 'Colorado',
    zip: '802',
    regions: [
      [
        'Denver',
        'Denver',
        'Denver Public Schools',
        ['East High School', 'Hill Middle School', 'Bromwell Elementary School', 'Montclair Elementary School'],
      ],
      [
        'Jefferson',
        'Lakewood',
        'Jeffco Public Schools',
        ['Lakewood High School', 'Creighton Middle School', 'Green Mountain Elementary School'],
      ],
      [
        'El Paso',
        'Colorado Springs',
        'Academy District 20',
        ['Pine Creek High School', 'Mountain Ridge Middle School', 'Explorer Elementary School'],
      ],
    ],
  },
  {
    id: 20,
    code: 'KS',
    name: 'Kansas',
    zip: '672',
    regions: [
      [
        'Sedgwick',
        'Wichita',
        'Wichita Public Schools',
        ['North High School', 'Robinson Middle School', 'Adams Elementary School'],
      ],
    ],
  },
  {
    id: 35,
    code: 'NM',
    name: 'New Mexico',
    zip: '871',
    regions: [
      [
        'Bernalillo',
        'Albuquerque',
        'Albuquerque Public Schools',
        ['Sandia High School', 'Jefferson Middle School', 'Zia Elementary School'],
      ],
      [
        'Doña Ana',
        'Las Cruces',
        'Las Cruces Public Schools',
        ['Mayfield High School', 'Zia Middle School', 'Hermosa Heights Elementary School'],
      ],
    ],
  },
  {
    id: 48,
    code: 'TX',
    name: 'Texas',
    zip: '787',
    regions: [
      [
        'Travis',
        'Austin',
        'Austin Independent School District',
        ['Anderson High School', 'Kealing Middle School', 'Zilker Elementary School'],
      ],
      [
        'Bexar',
        'San Antonio',
        'North East Independent School District',
        ['Churchill High School', 'Eisenhower Middle School', 'Oak Grove Elementary School'],
      ],
      [
        'Dallas',
        'Richardson',
        'Richardson Independent School District',
        ['Pearce High School', 'Westwood Junior High School', 'Mohawk Elementary School'],
      ],
    ],
  },
  {
    id: 49,
    code: 'UT',
    name: 'Utah',
    zip: '841',
    regions: [
      [
        'Salt Lake',
        'Salt Lake City',
        'Granite School District',
        ['Olympus High School', 'Churchill Junior High School', 'Eastwood Elementary School'],
      ],
    ],
  },
];

/** States, counties, districts and schools; every school is a place where contacts work. */
export async function fillPlaces(filling: Filling): Promise<Place[]> {
  const places: Place[] = [];
  const counties: Partial<County>[] = [];
  const districts: Partial<District>[] = [];
  const schools: Partial<School>[] = [];
  for (const { id, code, zip, regions } of states)
    regions.forEach(([county, city, district, names], index) => {
      const CountyID = id * 1000 + 2 * index + 1;
      const DistrictID = 101 + districts.length;
      counties.push({ CountyID, StateID: id, County: county });
      districts.push({ DistrictID, CountyID, DistrictName: district });
      names.forEach((SchoolName, number) => {
        const SchoolID = CountyID * 10_000 + number + 1;
        schools.push({ SchoolID, DistrictID, SchoolName });
        places.push({ StateID: id, state: code, CountyID, DistrictID, SchoolID, city, zip });
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
