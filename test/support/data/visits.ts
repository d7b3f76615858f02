import sql from 'sql-template-tag';
import { Contact } from '../../../src/modules/contacts/contact.entity.js';
import { Agent } from '../../../src/modules/agents/agent.entity.js';
import { AgentLocation, Location, Station } from '../../../src/modules/lines/location.entity.js';
import { LineImage, Line, Question } from '../../../src/modules/lines/line.entity.js';
import { startApp, type TestApp } from '../app/app.js';

/** A GUID that is easy to recognise: zeros, then the number's digits. */
export const guidOf = (number: number): string => String(number).padStart(32, '0');

export const north = guidOf(101);
export const south = guidOf(102);
/** Lines: a, b and the extra ones belong to north; closed is an inactive line of north; far belongs to south. */
export const line = {
  a: guidOf(201),
  b: guidOf(202),
  closed: guidOf(203),
  far: guidOf(204),
  extra: [205, 206, 207, 208].map(guidOf),
};
/** Stations of north and of south. */
export const desk = { first: guidOf(301), second: guidOf(302), shut: guidOf(303), far: guidOf(304) };
export const question = { a1: 1, a2: 2, b1: 3, retired: 4 };
/** Agents: own works at north, upline is the upline of own, other works at south, gone is inactive. */
export const agent = { own: 1, upline: 2, other: 3, gone: 4 };
/** UserId of the inactive agent. */
export const goneUser = guidOf(901);

const customers = 200;
let taken = 0;

/** The ContactGUID of a contact without visits. */
export function newCustomer(): string {
  if (++taken > customers) throw new Error('More customers are needed.');
  return guidOf(5000 + taken);
}

/** The service with the rows of `seedVisits`, and an Administrator. */
export async function startWithVisits(): Promise<{ app: TestApp; admin: { Authorization: string } }> {
  const app = await startApp();
  await seedVisits(app);
  return { app, admin: await app.as('Administrator') };
}

/** Stores two locations with their lines, stations, questions and agents, and contacts to check in. */
export async function seedVisits({ db }: TestApp): Promise<void> {
  taken = 0;
  await db.tx(async () => {
    await db.insertAll(Agent, [
      { AgentId: agent.own, AgentName: 'Own', AgentStatus: 'Active', Upline1: agent.upline },
      { AgentId: agent.upline, AgentName: 'Upline', AgentStatus: 'Active' },
      { AgentId: agent.other, AgentName: 'Other', AgentStatus: 'Active' },
      { AgentId: agent.gone, AgentName: 'Gone', AgentStatus: 'Inactive', UserId: goneUser },
    ]);
    await db.insertAll(
      Contact,
      Array.from({ length: customers }, (_, index) => ({ ContactGUID: guidOf(5001 + index), AgentId: agent.own })),
    );
    await db.insertAll(Location, [
      { LocationId: north, Name: 'North' },
      { LocationId: south, Name: 'South' },
    ]);
    await db.insertAll(AgentLocation, [
      { AgentId: agent.own, LocationId: north },
      { AgentId: agent.other, LocationId: south },
    ]);
    await db.insertAll(Line, [
      {
        Id: line.a,
        LocationId: north,
        Name: 'Advice',
        Description: 'Talk to us',
        ServiceDurationMinutes: 25,
        Cost: 0.1,
        SendQuestionnaire: true,
      },
      {
        Id: line.b,
        LocationId: north,
        Name: 'Billing',
        Description: 'Pay',
        ServiceDurationMinutes: 15,
        Cost: 0.2,
        RequireUpload: true,
      },
      { Id: line.closed, LocationId: north, Name: 'Closed', Active: false },
      { Id: line.far, LocationId: south, Name: 'Far' },
      ...line.extra.map((Id) => ({ Id, LocationId: north, Name: 'Extra', ServiceDurationMinutes: 10 })),
    ]);
    await db.insertAll(LineImage, [
      { ImageId: guidOf(402), LineId: line.a, ImageTitle: 'Later', UploadDate: '2026-01-02T00:00:00.0000000' },
      { ImageId: guidOf(401), LineId: line.a, ImageTitle: 'Sooner', UploadDate: '2026-01-01T00:00:00.0000000' },
    ]);
    await db.insertAll(Station, [
      { StationId: desk.first, LocationId: north, Name: 'First', Open: true, LineIds: [line.a] },
      { StationId: desk.second, LocationId: north, Name: 'Second', Open: true, LineIds: [line.b, line.a] },
      { StationId: desk.shut, LocationId: north, Name: 'Shut', Open: false, LineIds: [line.a] },
      { StationId: desk.far, LocationId: south, Name: 'Far', Open: true, LineIds: [line.far] },
    ]);
    await db.insertAll(Question, [
      { Id: question.a1, LineId: line.a, Question: 'How did you hear of us?' },
      { Id: question.a2, LineId: line.a, Question: 'What is it about?' },
      { Id: question.b1, LineId: line.b, Question: 'Which bill?' },
      { Id: question.retired, LineId: line.a, Question: 'Old?', Active: false },
    ]);
  });
}

/** Sets columns of a stored visit without any checks. */
export async function rewind({ db }: TestApp, id: string, servingTime: string): Promise<void> {
  await db.tx(() => db.execute(sql`UPDATE checkins SET ServingTime = ${servingTime} WHERE Id = ${id}`));
}
