import type { Checkin } from '../../modules/checkins/checkin.entity.js';
import type { CheckinsStore } from '../../modules/checkins/checkins.store.js';
import { LineAnswer } from '../../modules/checkins/questionnaires/line-answer.entity.js';
import { AgentLocation } from '../../modules/lines/agent-location.entity.js';
import { LineImage } from '../../modules/lines/line-image.entity.js';
import { Line } from '../../modules/lines/line.entity.js';
import { Location } from '../../modules/lines/location.entity.js';
import { Question } from '../../modules/lines/question.entity.js';
import { Station } from '../../modules/lines/station.entity.js';
import type { Filling } from './filling.js';
import { contactGuid } from './ownership.js';
import { own, type Users } from './people.js';

const services = [
  {
    Name: 'Retirement review',
    minutes: 30,
    Cost: 0,
    text: 'A look at the pension and what supplements it.',
    questions: ['When do you plan to retire?', 'Do you have a 403(b)?'],
  },
  {
    Name: 'New policy',
    minutes: 45,
    Cost: 25,
    text: 'Quotes and applications for life and disability policies.',
    questions: ['Which policies do you have now?', 'Is your spouse covered?'],
  },
  {
    Name: 'Claim support',
    minutes: 20,
    Cost: 0,
    text: 'Help with a claim.',
    questions: ['What is the number of the claim?'],
  },
] as const;

/** Locations and the agents who work there. */
const locations: readonly { Name: string; agents: readonly number[] }[] = [
  { Name: 'Main Street', agents: [own.agent, 6] },
  { Name: 'Lakewood', agents: [own.upline, 7] },
  { Name: 'South Mesa', agents: [own.other] },
];

interface Place {
  LocationId: string;
  agents: readonly number[];
  lines: { Id: string; questions: { Id: number; Question: string }[] }[];
  stations: string[];
}

/** Where customers check in, the visits of the last weeks, and those of today that are still open. */
export async function fillVisits(filling: Filling, users: Users, visits: CheckinsStore): Promise<void> {
  const places = await fillLocations(filling);
  for (const [index, place] of places.entries()) {
    const customers = customersOf(filling, index);
    for (const [number, customer] of customers.entries())
      await fillVisit(filling, users, visits, place, customer, number);
  }
}

async function fillLocations(filling: Filling): Promise<Place[]> {
  const { random, calendar } = filling;
  let questionId = 0;
  const places = locations.map(({ agents }): Place => ({
    LocationId: random.guid(),
    agents,
    lines: services.map(({ questions }) => ({
      Id: random.guid(),
      questions: questions.map((Question) => ({ Id: ++questionId, Question })),
    })),
    stations: Array.from({ length: 3 }, () => random.guid()),
  }));
  await filling.put(
    Location,
    places.map(({ LocationId }, index) => ({ LocationId, Name: locations[index].Name })),
  );
  await filling.put(
    AgentLocation,
    places.flatMap(({ LocationId, agents }) => agents.map((AgentId) => ({ AgentId, LocationId }))),
  );
  await filling.put(
    Line,
    places.flatMap(({ LocationId, lines }) => lines.map(({ Id }, index) => lineRow(filling, LocationId, Id, index))),
  );
  await filling.put(
    Station,
    places.flatMap(({ LocationId, lines, stations }) =>
      stations.map((StationId, index) => ({
        StationId,
        LocationId,
        Name: `Desk ${index + 1}`,
        Open: index < 2,
        LineIds: lines.map(({ Id }) => Id).slice(0, 3 - index),
      })),
    ),
  );
  const lines = places.flatMap((place) => place.lines);
  await filling.put(
    LineImage,
    lines.map(({ Id }, index) => ({
      ImageId: random.guid(),
      LineId: Id,
      ImageTitle: `What to bring: ${services[index % services.length].Name.toLowerCase()}`,
      UploadDate: calendar.at(random.int(30, 300), 16),
      MimeType: 'image/png',
      FileName: `what-to-bring-${(index % services.length) + 1}.png`,
    })),
  );
  const asked = lines.flatMap(({ Id, questions }) =>
    questions.map((question) => ({ ...question, LineId: Id, Active: true })),
  );
  const retired = { Id: asked.length + 1, LineId: lines[0].Id, Question: 'Do you have a fax number?', Active: false };
  await filling.put(Question, [...asked, retired]);
  return places;
}

function lineRow({ calendar }: Filling, LocationId: string, Id: string, index: number): Partial<Line> {
  const { Name, minutes, Cost, text } = services[index];
  return {
    Id,
    LocationId,
    Name,
    Description: text,
    ServiceDurationMinutes: minutes,
    Cost,
    UpperThreshold: 60,
    LowerThreshold: 15,
    Active: true,
    EntDate: calendar.at(400, 15),
    ModDate: calendar.at(40 + index, 15),
    SendQuestionnaire: index < 2,
    RequireUpload: index === 1,
    UploadMessage: index === 1 ? 'Please bring a photo identification.' : '',
  };
}

/** Contacts that are not deleted: agent@'s at the first location, others elsewhere. */
function customersOf({ contacts }: Filling, location: number): number[] {
  const numbers = Array.from(
    { length: Math.floor((contacts - 1) / 6) },
    (_, index) => 6 * index + 1 + (location === 0 ? 0 : location + 1),
  );
  return numbers.filter((number) => number % 50 !== 49).slice(0, 30);
}

/** The first five are open now; the others were served or did not come in the last weeks. */
async function fillVisit(
  filling: Filling,
  users: Users,
  visits: CheckinsStore,
  place: Place,
  ContactId: number,
  number: number,
): Promise<void> {
  const { random, calendar } = filling;
  const open = number < 5;
  const LineIds = random.some(place.lines, random.int(1, 2)).map(({ Id }) => Id);
  const Status = open ? [2, 1, 0, 0, 0][number] : random.pick([3, 3, 3, 3, 4, 5]);
  const SignInTime = open
    ? calendar.minutesAgo(50 - 9 * number)
    : calendar.at(1 + random.int(0, 40), random.int(15, 21), random.int(0, 59));
  const ServingTime = Status === 2 || Status === 3 ? calendar.after(SignInTime, 8) : null;
  const TaskTime = Status === 3 ? random.int(10, 55) : 0;
  const questions = place.lines
    .filter(({ Id }) => LineIds.includes(Id))
    .flatMap((line) => line.questions.map((question) => ({ ...question, LineId: line.Id })));
  const answered = Status === 3 || number === 0;
  const values: Partial<Checkin> = {
    Id: random.guid(),
    LineId: LineIds[0],
    LineIds,
    CustomerId: contactGuid(ContactId),
    EmployeeId: users.byAgent.get(place.agents[0]) ?? null,
    LocationId: place.LocationId,
    StationId: Status === 1 || Status === 2 ? place.stations[0] : null,
    SignInTime,
    AdjustedSignInTime: SignInTime,
    SendReminders: random.chance(0.5),
    Status,
    ServingTime,
    TaskTime,
    Completed: Status === 3,
    CompletedTime: Status === 3 && ServingTime ? calendar.after(ServingTime, TaskTime) : null,
    QuestionnaireSubmitted: answered,
  };
  const visit = await visits.insert(values);
  if (!answered) return;
  const texts = ['Yes', 'No', 'In about ten years', 'I am not sure', 'A term policy through the district'];
  await filling.put(
    LineAnswer,
    questions.map(({ Id, LineId, Question }) => ({
      CustomerCheckInId: visit.Id,
      Id,
      LineId,
      Question,
      Answer: random.pick(texts),
    })),
  );
}
