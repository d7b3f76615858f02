import sql from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import { LineImage } from '../../modules/lines/line.entity.js';
import { picture, type DemoFiles } from './paperwork/files.js';
import type { Filling } from './filling.js';

/** Of each county where contacts live: the city, its postal codes and its area codes. */
const cities = new Map([
  ['Maricopa', 'Mesa, 85201 85203 85205 85213, 480'],
  ['Pima', 'Tucson, 85705 85711 85716 85730, 520'],
  ['Denver', 'Denver, 80203 80206 80210 80220, 303 720'],
  ['Jefferson', 'Lakewood, 80214 80215 80226 80228, 303 720'],
  ['El Paso', 'Colorado Springs, 80903 80907 80910 80918, 719'],
  ['Sedgwick', 'Wichita, 67203 67207 67211 67218, 316'],
  ['Bernalillo', 'Albuquerque, 87102 87106 87110 87120, 505'],
  ['Doña Ana', 'Las Cruces, 88001 88005 88007 88011, 575'],
  ['Travis', 'Austin, 78702 78704 78745 78757, 512 737'],
  ['Bexar', 'San Antonio, 78209 78216 78232 78247, 210 726'],
  ['Dallas', 'Richardson, 75080 75081 75082, 214 469 972'],
  ['Salt Lake', 'Salt Lake City, 84102 84105 84109 84116, 385 801'],
]);

interface StoredPlace {
  StateID: number;
  State: string;
  StateName: string;
  CountyID: number;
  County: string;
  DistrictID: number;
  SchoolID: number;
  SchoolName: string;
}

/** A school where contacts work, with its district, county and state. */
export interface Place extends StoredPlace {
  city: string;
  zips: readonly string[];
  areaCodes: readonly string[];
  /** A subdomain of example.org, which is reserved for examples. */
  mailDomain: string;
}

export async function placesOf({ db }: Filling): Promise<Place[]> {
  const schools = await db.all<StoredPlace>(sql`SELECT t.StateID AS StateID, t.State AS State,
      t.StateName AS StateName, c.CountyID AS CountyID, c.County AS County, d.DistrictID AS DistrictID,
      s.SchoolID AS SchoolID, s.SchoolName AS SchoolName
    FROM schools s JOIN districts d ON d.DistrictID = s.DistrictID JOIN counties c ON c.CountyID = d.CountyID
      JOIN states t ON t.StateID = c.StateID ORDER BY s.SchoolID`);
  return schools.flatMap((school) => {
    const known = cities.get(school.County)?.split(', ');
    if (!known) return [];
    const [city, zips, areaCodes] = known;
    const mailDomain = city.toLowerCase().replaceAll(' ', '');
    return [{ ...school, city, zips: zips.split(' '), areaCodes: areaCodes.split(' '), mailDomain }];
  });
}

/** A service for which customers queue. */
interface OfficeLine {
  Id: string;
  minutes: number;
  questions: { Id: number; Question: string }[];
}

/** A location where customers check in. */
export interface Office {
  LocationId: string;
  lines: OfficeLine[];
  /** AgentIds. */
  agents: number[];
  /** StationIds. The first station serves every line. */
  stations: string[];
}

/** The locations and their lines, in the order of their first questions. */
export async function officesOf({ db }: Filling): Promise<Office[]> {
  type Asked = OfficeLine['questions'][number] & { LocationId: string; LineId: string; minutes: number };
  const questions = await db.all<Asked>(sql`SELECT q.Id AS Id, q.Question AS Question, l.Id AS LineId,
      l.LocationId AS LocationId, l.ServiceDurationMinutes AS minutes
    FROM line_questions q JOIN service_lines l ON l.Id = q.LineId WHERE q.Active = 1 ORDER BY q.Id`);
  const offices = new Map<string, Office>();
  for (const { LocationId, LineId, minutes, ...question } of questions) {
    const office = offices.get(LocationId) ?? { LocationId, lines: [], agents: [], stations: [] };
    offices.set(LocationId, office);
    let line = office.lines.find(({ Id }) => Id === LineId);
    if (!line) office.lines.push((line = { Id: LineId, minutes, questions: [] }));
    line.questions.push(question);
  }
  const agents = await db.all<{ LocationId: string; AgentId: number }>(
    sql`SELECT LocationId, AgentId FROM agent_locations ORDER BY AgentId`,
  );
  for (const { LocationId, AgentId } of agents) offices.get(LocationId)?.agents.push(AgentId);
  const stations = await db.all<{ LocationId: string; StationId: string }>(
    sql`SELECT LocationId, StationId FROM stations ORDER BY NameKey`,
  );
  for (const { LocationId, StationId } of stations) offices.get(LocationId)?.stations.push(StationId);
  return [...offices.values()];
}

/** Stores a picture for each image of a line. */
export async function fillLineImages({ db }: Filling, files: DemoFiles, offices: readonly Office[]): Promise<void> {
  const lines = offices.flatMap((office) => office.lines.map(({ Id }) => Id));
  const images = await db.all<LineImage>(sql`SELECT ${columns(LineImage, 'i')} FROM line_images i ORDER BY i.ImageId`);
  await files.fill(
    images.map(({ ImageId, LineId, FileName, MimeType, UploadDate }) => ({
      ...{ AttachmentId: ImageId, FileName, MimeType, UploadedAt: UploadDate! },
      content: picture([60 + ((lines.indexOf(LineId) * 24) % 120), 110, 140]),
    })),
  );
}
