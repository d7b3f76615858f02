import { picture, type DemoFiles } from './paperwork/files.js';
import { AgentLocation, Location, Station, UserLocation } from '../../modules/lines/location.entity.js';
import { LineImage, Line, Question } from '../../modules/lines/line.entity.js';
import { own, type Filling } from './filling.js';
import { fillKiosk, receptionist } from './users.js';
import { County, District, School, State } from '../../modules/lookups/places.entity.js';

/** Each text in `counties` has four parts, separated by commas: the name, a city, postal codes and area codes. */
const states = [
  {
    ...{ id: 4, code: 'AZ', name: 'Arizona', timeZone: 'America/Phoenix' },
    counties: ['Maricopa, Mesa, 85201 85203 85205 85213, 480', 'Pima, Tucson, 85705 85711 85716 85730, 520'],
  },
  {
    ...{ id: 8, code: 'CO', name: 'Colorado', timeZone: 'America/Denver' },
    counties: [
      'Denver, Denver, 80203 80206 80210 80220, 303 720',
      'Jefferson, Lakewood, 80214 80215 80226 80228, 303 720',
      'El Paso, Colorado Springs, 80903 80907 80910 80918, 719',
    ],
  },
  {
    ...{ id: 20, code: 'KS', name: 'Kansas', timeZone: 'America/Chicago' },
    counties: ['Sedgwick, Wichita, 67203 67207 67211 67218, 316'],
  },
  {
    ...{ id: 35, code: 'NM', name: 'New Mexico', timeZone: 'America/Denver' },
    counties: [
      'Bernalillo, Albuquerque, 87102 87106 87110 87120, 505',
      'Doña Ana, Las Cruces, 88001 88005 88007 88011, 575',
    ],
  },
  {
    ...{ id: 48, code: 'TX', name: 'Texas', timeZone: 'America/Chicago' },
    counties: [
      'Travis, Austin, 78702 78704 78745 78757, 512 737',
      'Bexar, San Antonio, 78209 78216 78232 78247, 210 726',
      'Dallas, Richardson, 75080 75081 75082, 214 469 972',
    ],
  },
  {
    ...{ id: 49, code: 'UT', name: 'Utah', timeZone: 'America/Denver' },
    counties: ['Salt Lake, Salt Lake City, 84102 84105 84109 84116, 385 801'],
  },
];
const kinds = ['High', 'Middle', 'Elementary'];

/** A school where contacts work, with its district, county and state. */
export interface Place {
  state: Omit<(typeof states)[number], 'counties'>;
  county: string;
  city: string;
  zips: readonly string[];
  areaCodes: readonly string[];
  /** A subdomain of example.org, which is reserved for examples. */
  mailDomain: string;
  CountyID: number;
  DistrictID: number;
  SchoolID: number;
  school: string;
}

export async function fillPlaces(filling: Filling): Promise<Place[]> {
  let DistrictID = 100;
  const places = states.flatMap(({ counties, ...state }) =>
    counties.flatMap((text, index): Place[] => {
      const [county, city, zips, areaCodes] = text.split(', ');
      const CountyID = state.id * 1000 + 2 * index + 1;
      const mailDomain = city.toLowerCase().replaceAll(' ', '');
      const around = { state, county, city, zips: zips.split(' '), areaCodes: areaCodes.split(' '), mailDomain };
      DistrictID++;
      return kinds.map((kind, number) => ({
        ...{ ...around, CountyID, DistrictID, SchoolID: CountyID * 10_000 + number + 1 },
        school: `${filling.faker.person.lastName()} ${kind} School`,
      }));
    }),
  );
  const ofCounties = places.filter((_, index) => index % kinds.length === 0);
  await filling.put(
    State,
    states.map(({ id, code, name }) => ({ StateID: id, State: code, StateName: name })),
  );
  await filling.put(
    County,
    ofCounties.map(({ CountyID, state, county }) => ({ CountyID, StateID: state.id, County: county })),
  );
  await filling.put(
    District,
    ofCounties.map((place) => ({ ...idsOf(place), DistrictName: `${place.city} School District` })),
  );
  await filling.put(
    School,
    places.map((place) => ({ SchoolID: place.SchoolID, DistrictID: place.DistrictID, SchoolName: place.school })),
  );
  return places;
}

function idsOf({ DistrictID, CountyID }: Place): { DistrictID: number; CountyID: number } {
  return { DistrictID, CountyID };
}

/** The service of each line, with the questions of the line and some answers to them. */
const services = [
  {
    ...{ Name: 'Retirement review', minutes: 30, Cost: 0 },
    text: 'A look at the pension and what supplements it.',
    questions: [
      { Question: 'When do you plan to retire?', answers: ['In about ten years', 'In 2031', 'Next summer'] },
      { Question: 'Do you have a 403(b)?', answers: ['Yes', 'No', 'I am not sure'] },
    ],
  },
  {
    ...{ Name: 'New policy', minutes: 45, Cost: 25 },
    text: 'Quotes and applications for life and disability policies.',
    questions: [
      {
        Question: 'Which policies do you have now?',
        answers: ['A term policy through the district', 'None', 'Whole life, since 2009'],
      },
      { Question: 'Is your spouse covered?', answers: ['Yes', 'No', 'I am not married'] },
    ],
  },
  {
    ...{ Name: 'Claim support', minutes: 20, Cost: 0 },
    text: 'Help with a claim.',
    questions: [{ Question: 'What is the number of the claim?', answers: ['C-204418', 'C-198832', 'C-211570'] }],
  },
];

/**
 * Locations with the ids of their lines, and the agents who work there. The first agent of each location is a demo
 * user. The examples of the documentation use the first location, its lines and its first station.
 */
const locations = [
  {
    ...{ LocationId: 'a18d631ca3244bdb8e871c425bd24982', Name: 'Main Street', agents: [own.agent, 6] },
    lines: 'ee009e60c2d843a886b7cde2df9daf4d 4f472ca38340406e850da4d5bc31ef9b fb0f0cc66f904d40822da82857a96a7c',
  },
  {
    ...{ LocationId: '33905b8038814d9d81453a6bcb38c9d4', Name: 'Lakewood', agents: [own.upline, 7] },
    lines: '40393b4851f6442b8da02d25cae16086 ea9748741c364b3086fb7d119eeca4c7 62bb48fdc331482d8bf895e7e97a7ca2',
  },
  {
    ...{ LocationId: '8f84792e661d4be18f7622c4791ddcd1', Name: 'South Mesa', agents: [own.other, 11] },
    lines: '6b507583be1840e5826129f2a68439bc c6705ffd5b6c4e6e85679cc7aa4702bc d71b51307bfc4e1b868801680b7d785e',
  },
];
/** The opening hours of the first location. */
const weekdays = [1, 2, 3, 4, 5].map((Weekday) => ({ Weekday, From: '09:00', To: '17:00' }));
const firstStation = 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c';

interface OfficeLine {
  Id: string;
  minutes: number;
  questions: { Id: number; Question: string; answers: readonly string[] }[];
}

/** A location where customers check in. */
export interface Office {
  LocationId: string;
  Name: string;
  agents: readonly number[];
  lines: OfficeLine[];
  /** StationIds. The first station serves every line. */
  stations: string[];
}

export async function fillOffices(filling: Filling, files: DemoFiles): Promise<Office[]> {
  let questionId = 0;
  const offices = locations.map(({ lines, ...location }, at): Office => ({
    ...location,
    lines: services.map(({ minutes, questions }, index) => ({
      ...{ Id: lines.split(' ')[index], minutes },
      questions: questions.map((question) => ({ ...question, Id: ++questionId })),
    })),
    stations: [at === 0 ? firstStation : filling.guid(), filling.guid(), filling.guid()],
  }));
  const lines = offices.flatMap((office) => office.lines);
  await filling.put(
    Location,
    offices.map(({ LocationId, Name }, at) => ({ LocationId, Name, ...(at === 0 ? { OpeningHours: weekdays } : {}) })),
  );
  await filling.put(
    Line,
    offices.flatMap(({ LocationId, lines }) => lines.map(({ Id }, index) => lineRow(filling, LocationId, Id, index))),
  );
  await filling.put(
    Station,
    offices.flatMap(({ LocationId, lines, stations }) =>
      stations.map((StationId, index) => ({
        ...{ StationId, LocationId, Name: `Desk ${index + 1}`, Open: index < 2 },
        LineIds: lines.map(({ Id }) => Id).slice(0, 3 - index),
      })),
    ),
  );
  const images = lines.map(({ Id }, index) => ({
    ...{ ImageId: filling.guid(), LineId: Id, MimeType: 'image/png' },
    ImageTitle: `What to bring: ${services[index % services.length].Name.toLowerCase()}`,
    UploadDate: filling.calendar.moment(filling.int(30, 300)),
    FileName: `what-to-bring-${(index % services.length) + 1}.png`,
  }));
  await filling.put(LineImage, images);
  await files.fill(
    images.map(({ ImageId, UploadDate, ...image }, index) => ({
      ...{ ...image, AttachmentId: ImageId, UploadedAt: UploadDate },
      content: picture([60 + ((index * 24) % 120), 110, 140]),
    })),
  );
  const questions = lines.flatMap(({ Id: LineId, questions }) =>
    questions.map(({ Id, Question }) => ({ Id, Question, LineId, Active: true })),
  );
  const retired = { Id: questionId + 1, LineId: lines[0].Id, Question: 'Do you have a fax number?', Active: false };
  await filling.put(Question, [...questions, retired]);
  return offices;
}

/** Writes which agents work at each location, and the receptionist and the kiosk keys of the first location. */
export async function fillDesks(filling: Filling, offices: readonly Office[]): Promise<void> {
  await filling.put(
    AgentLocation,
    offices.flatMap(({ LocationId, agents }) => agents.map((AgentId) => ({ AgentId, LocationId }))),
  );
  await filling.put(UserLocation, [{ UserId: receptionist.UserId, LocationId: offices[0].LocationId }]);
  await fillKiosk(filling, offices[0].LocationId);
}

function lineRow(filling: Filling, LocationId: string, Id: string, index: number): Partial<Line> {
  const { Name, minutes, Cost, text: Description } = services[index];
  return {
    ...{ Id, LocationId, Name, Description, Cost, Active: true },
    ...{ ServiceDurationMinutes: minutes, UpperThreshold: 2 * minutes, LowerThreshold: Math.floor(minutes / 2) },
    EntDate: filling.calendar.moment(filling.int(400, 500)),
    ModDate: filling.calendar.moment(filling.int(10, 90)),
    ...{ SendQuestionnaire: index < 2, RequireUpload: index === 1 },
    UploadMessage: index === 1 ? 'Please bring a photo identification.' : '',
  };
}
