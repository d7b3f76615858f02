/** A county with one city and one school district. */
export interface Region {
  county: string;
  city: string;
  zips: readonly string[];
  areaCodes: readonly string[];
  district: string;
  /** Below example.org, which is kept for examples. */
  mailDomain: string;
  schools: readonly string[];
}

export interface StateOf {
  id: number;
  code: string;
  name: string;
  timeZone: string;
  regions: readonly Region[];
}

export const states: readonly StateOf[] = [
  {
    id: 4,
    code: 'AZ',
    name: 'Arizona',
    timeZone: 'America/Phoenix',
    regions: [
      {
        county: 'Maricopa',
        city: 'Mesa',
        zips: ['85201', '85202', '85203', '85204', '85205', '85206', '85210', '85213', '85215'],
        areaCodes: ['480'],
        district: 'Mesa Unified School District',
        mailDomain: 'mesa',
        schools: ['Red Mountain High School', 'Fremont Junior High School', 'Falcon Hill Elementary School'],
      },
      {
        county: 'Pima',
        city: 'Tucson',
        zips: ['85705', '85710', '85711', '85712', '85713', '85715', '85716', '85719', '85730', '85745'],
        areaCodes: ['520'],
        district: 'Tucson Unified School District',
        mailDomain: 'tucson',
        schools: ['Catalina High School', 'Dodge Middle School', 'Sam Hughes Elementary School'],
      },
    ],
  },
  {
    id: 8,
    code: 'CO',
    name: 'Colorado',
    timeZone: 'America/Denver',
    regions: [
      {
        county: 'Denver',
        city: 'Denver',
        zips: ['80203', '80204', '80205', '80206', '80209', '80210', '80211', '80218', '80220', '80222'],
        areaCodes: ['303', '720'],
        district: 'Denver Public Schools',
        mailDomain: 'denver',
        schools: [
          'East High School',
          'Hill Middle School',
          'Bromwell Elementary School',
          'Montclair Elementary School',
        ],
      },
      {
        county: 'Jefferson',
        city: 'Lakewood',
        zips: ['80214', '80215', '80226', '80227', '80228', '80232'],
        areaCodes: ['303', '720'],
        district: 'Jeffco Public Schools',
        mailDomain: 'jeffco',
        schools: ['Lakewood High School', 'Creighton Middle School', 'Green Mountain Elementary School'],
      },
      {
        county: 'El Paso',
        city: 'Colorado Springs',
        zips: ['80903', '80904', '80905', '80907', '80909', '80910', '80917', '80918', '80920'],
        areaCodes: ['719'],
        district: 'Academy District 20',
        mailDomain: 'academy20',
        schools: ['Pine Creek High School', 'Mountain Ridge Middle School', 'Explorer Elementary School'],
      },
    ],
  },
  {
    id: 20,
    code: 'KS',
    name: 'Kansas',
    timeZone: 'America/Chicago',
    regions: [
      {
        county: 'Sedgwick',
        city: 'Wichita',
        zips: ['67203', '67204', '67206', '67207', '67208', '67211', '67212', '67216', '67218'],
        areaCodes: ['316'],
        district: 'Wichita Public Schools',
        mailDomain: 'wichita',
        schools: ['North High School', 'Robinson Middle School', 'Adams Elementary School'],
      },
    ],
  },
  {
    id: 35,
    code: 'NM',
    name: 'New Mexico',
    timeZone: 'America/Denver',
    regions: [
      {
        county: 'Bernalillo',
        city: 'Albuquerque',
        zips: ['87102', '87104', '87105', '87106', '87107', '87108', '87110', '87111', '87112', '87120'],
        areaCodes: ['505'],
        district: 'Albuquerque Public Schools',
        mailDomain: 'albuquerque',
        schools: ['Sandia High School', 'Jefferson Middle School', 'Zia Elementary School'],
      },
      {
        county: 'Doña Ana',
        city: 'Las Cruces',
        zips: ['88001', '88005', '88007', '88011', '88012'],
        areaCodes: ['575'],
        district: 'Las Cruces Public Schools',
        mailDomain: 'lascruces',
        schools: ['Mayfield High School', 'Zia Middle School', 'Hermosa Heights Elementary School'],
      },
    ],
  },
  {
    id: 48,
    code: 'TX',
    name: 'Texas',
    timeZone: 'America/Chicago',
    regions: [
      {
        county: 'Travis',
        city: 'Austin',
        zips: ['78702', '78703', '78704', '78723', '78731', '78745', '78748', '78751', '78757', '78759'],
        areaCodes: ['512', '737'],
        district: 'Austin Independent School District',
        mailDomain: 'austin',
        schools: ['Anderson High School', 'Kealing Middle School', 'Zilker Elementary School'],
      },
      {
        county: 'Bexar',
        city: 'San Antonio',
        zips: ['78209', '78213', '78216', '78217', '78218', '78232', '78233', '78247'],
        areaCodes: ['210', '726'],
        district: 'North East Independent School District',
        mailDomain: 'northeast',
        schools: ['Churchill High School', 'Eisenhower Middle School', 'Oak Grove Elementary School'],
      },
      {
        county: 'Dallas',
        city: 'Richardson',
        zips: ['75080', '75081', '75082'],
        areaCodes: ['214', '469', '972'],
        district: 'Richardson Independent School District',
        mailDomain: 'richardson',
        schools: ['Pearce High School', 'Westwood Junior High School', 'Mohawk Elementary School'],
      },
    ],
  },
  {
    id: 49,
    code: 'UT',
    name: 'Utah',
    timeZone: 'America/Denver',
    regions: [
      {
        county: 'Salt Lake',
        city: 'Salt Lake City',
        zips: ['84102', '84103', '84105', '84106', '84107', '84108', '84109', '84115', '84116', '84124'],
        areaCodes: ['385', '801'],
        district: 'Granite School District',
        mailDomain: 'granite',
        schools: ['Olympus High School', 'Churchill Junior High School', 'Eastwood Elementary School'],
      },
    ],
  },
];
