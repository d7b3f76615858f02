import { AgentLocation } from '../../../modules/lines/agent-location.entity.js';
import { LineImage } from '../../../modules/lines/line-image.entity.js';
import { Line } from '../../../modules/lines/line.entity.js';
import { Location } from '../../../modules/lines/location.entity.js';
import { Question } from '../../../modules/lines/question.entity.js';
import { Station } from '../../../modules/lines/station.entity.js';
import type { Filling } from '../filling.js';
import { own } from '../people/hierarchy.js';

/** What customers come for. Each question has what some answered. */
const services = [
  {
    Name: 'Retirement review',
    minutes: 30,
    Cost: 0,
    text: 'A look at the pension and what supplements it.',
    questions: [
      { Question: 'When do you plan to retire?', answers: ['In about ten years', 'In 2031', 'Next summer'] },
      { Question: 'Do you have a 403(b)?', answers: ['Yes', 'No', 'I am not sure'] },
    ],
  },
  {
    Name: 'New policy',
    minutes: 45,
    Cost: 25,
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
    Name: 'Claim support',
    minutes: 20,
    Cost: 0,
    text: 'Help with a claim.',
    questions: [{ Question: 'What is the number of the claim?', answers: ['C-204418', 'C-198832', 'C-211570'] }],
  },
] as const;

/**
 * Locations and the agents who work there, the one with a user first. Examples name the first
 * location, its lines and its first station.
 */
const locations: readonly {
  LocationId: string;
  Name: string;
  agents: readonly number[];
  lineIds: readonly string[];
  firstStation?: string;
}[] = [
  {
    LocationId: 'a18d631ca3244bdb8e871c425bd24982',
    Name: 'Main Street',
    agents: [own.agent, 6],
    firstStation: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c',
    lineIds: [
      'ee009e60c2d843a886b7cde2df9daf4d',
      '4f472ca38340406e850da4d5bc31ef9b',
      'fb0f0cc66f904d40822da82857a96a7c',
    ],
  },
  {
    LocationId: '33905b8038814d9d81453a6bcb38c9d4',
    Name: 'Lakewood',
    agents: [own.upline, 7],
    lineIds: [
      '40393b4851f6442b8da02d25cae16086',
      'ea9748741c364b3086fb7d119eeca4c7',
      '62bb48fdc331482d8bf895e7e97a7ca2',
    ],
  },
  {
    LocationId: '8f84792e661d4be18f7622c4791ddcd1',
    Name: 'South Mesa',
    agents: [own.other, 11],
    lineIds: [
      '6b507583be1840e5826129f2a68439bc',
      'c6705ffd5b6c4e6e85679cc7aa4702bc',
      'd71b51307bfc4e1b868801680b7d785e',
    ],
  },
];

interface OfficeLine {
  Id: string;
  minutes: number;
  questions: { Id: number; Question: string; answers: readonly string[] }[];
}

/** Where customers check in. */
export interface Office {
  LocationId: string;
  Name: string;
  agents: readonly number[];
  lines: OfficeLine[];
  /** The first serves every line. */
  stations: string[];
}

/** Locations with their lines, desks and questions. */
export async function fillOffices(filling: Filling): Promise<Office[]> {
  const { random } = filling;
  let questionId = 0;
  const offices = locations.map(({ lineIds, firstStation, ...location }): Office => ({
    ...location,
    lines: services.map(({ minutes, questions }, index) => ({
      Id: lineIds[index],
      minutes,
      questions: questions.map((question) => ({ ...question, Id: ++questionId })),
    })),
    stations: Array.from({ length: 3 }, (_, index) => (index === 0 && firstStation) || random.guid()),
  }));
  await filling.put(
    Location,
    offices.map(({ LocationId, Name }) => ({ LocationId, Name })),
  );
  await filling.put(
    Line,
    offices.flatMap(({ LocationId, lines }) => lines.map(({ Id }, index) => lineRow(filling, LocationId, Id, index))),
  );
  await filling.put(
    Station,
    offices.flatMap(({ LocationId, lines, stations }) =>
      stations.map((StationId, index) => ({
        StationId,
        LocationId,
        Name: `Desk ${index + 1}`,
        Open: index < 2,
        LineIds: lines.map(({ Id }) => Id).slice(0, 3 - index),
      })),
    ),
  );
  await fillLines(
    filling,
    offices.flatMap(({ lines }) => lines),
  );
  return offices;
}

/** Who works where: once there are agents. */
export async function fillDesks(filling: Filling, offices: readonly Office[]): Promise<void> {
  await filling.put(
    AgentLocation,
    offices.flatMap(({ LocationId, agents }) => agents.map((AgentId) => ({ AgentId, LocationId }))),
  );
}

async function fillLines(filling: Filling, lines: readonly OfficeLine[]): Promise<void> {
  const { random, calendar } = filling;
  await filling.put(
    LineImage,
    lines.map(({ Id }, index) => ({
      ImageId: random.guid(),
      LineId: Id,
      ImageTitle: `What to bring: ${services[index % services.length].Name.toLowerCase()}`,
      UploadDate: calendar.moment(random, random.int(30, 300)),
      MimeType: 'image/png',
      FileName: `what-to-bring-${(index % services.length) + 1}.png`,
    })),
  );
  const asked = lines.flatMap(({ Id: LineId, questions }) =>
    questions.map(({ Id, Question }) => ({ Id, Question, LineId, Active: true })),
  );
  const retired = { Id: asked.length + 1, LineId: lines[0].Id, Question: 'Do you have a fax number?', Active: false };
  await filling.put(Question, [...asked, retired]);
}

function lineRow({ calendar, random }: Filling, LocationId: string, Id: string, index: number): Partial<Line> {
  const { Name, minutes, Cost, text } = services[index];
  return {
    Id,
    LocationId,
    Name,
    Description: text,
    ServiceDurationMinutes: minutes,
    Cost,
    UpperThreshold: 2 * minutes,
    LowerThreshold: Math.floor(minutes / 2),
    Active: true,
    EntDate: calendar.moment(random, random.int(400, 500)),
    ModDate: calendar.moment(random, random.int(10, 90)),
    SendQuestionnaire: index < 2,
    RequireUpload: index === 1,
    UploadMessage: index === 1 ? 'Please bring a photo identification.' : '',
  };
}
