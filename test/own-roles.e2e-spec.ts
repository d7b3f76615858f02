import { UsersService } from '../src/auth/users/users.service.js';
import { Registry } from '../src/http/endpoint/registry.js';
import { Agent } from '../src/modules/agents/agent.entity.js';
import { Contact } from '../src/modules/contacts/contact.entity.js';
import { AgentLocation, Location } from '../src/modules/lines/location.entity.js';
import { Line, Question } from '../src/modules/lines/line.entity.js';
import { RecordSetsService } from '../src/sets/record-sets.service.js';
import { password, signedIn, startApp, type TestApp } from './support/app/app.js';

const [here, there, lineHere, lineThere] = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));

let app: TestApp;
let clerk: { Authorization: string };
const roles = () => app.get(RecordSetsService).named('roles')!;
const grant = (Permissions: string[], more: object = {}) =>
  app.db.tx(() => roles().save!([{ RoleId: 70, Code: 'Desk', Name: 'Desk', Permissions, ...more }]));
const call = (path: string) => app.http.get(path).set(clerk);

beforeAll(async () => {
  app = await startApp();
  await app.db.tx(async () => {
    await app.db.insertAll(Agent, [
      { AgentId: 501, AgentName: 'Desk', AgentNameKey: 'desk' },
      { AgentId: 502, AgentName: 'Another', AgentNameKey: 'another' },
    ]);
    await app.db.insertAll(Location, [
      { LocationId: here, Name: 'Here' },
      { LocationId: there, Name: 'There' },
    ]);
    await app.db.insertAll(AgentLocation, [
      { AgentId: 501, LocationId: here },
      { AgentId: 502, LocationId: there },
    ]);
    await app.db.insertAll(Line, [
      { Id: lineHere, LocationId: here, Name: 'Near' },
      { Id: lineThere, LocationId: there, Name: 'Far' },
    ]);
    await app.db.insertAll(Question, [
      { Id: 901, LineId: lineHere, Question: 'Near?' },
      { Id: 902, LineId: lineThere, Question: 'Far?' },
    ]);
    await app.db.insertAll(Contact, [
      { ContactId: 801, AgentId: 501 },
      { ContactId: 802, AgentId: 502 },
    ]);
  });
  await grant([]);
  await app.get(UsersService).create('desk@example.test', { roles: ['Desk'], agentId: 501, password });
  clerk = await signedIn(app, 'desk@example.test');
});

afterAll(() => app.close());

it('a custom role allows exactly the operations of its permissions, as soon as they change', async () => {
  await call('/v1/EventType').expect(403);
  await call('/v1/SurveyAdmin/GiftCard').expect(403);
  await grant(['listEventTypes']);
  await call('/v1/EventType').expect(200);
  await call('/v1/SurveyAdmin/GiftCard').expect(403);
  const survey = app.get(Registry).operations.find(({ paths }) => paths.includes('/v1/SurveyAdmin/GiftCard'))!.name;
  await grant([survey]);
  await call('/v1/EventType').expect(403);
  await call('/v1/SurveyAdmin/GiftCard').expect(200);
  await grant([survey], { IsActive: false });
  await call('/v1/SurveyAdmin/GiftCard').expect(403);
  await grant([survey], { IsActive: true });
  await app.get(UsersService).setRoles('desk@example.test', ['Worker']);
  await call('/v1/SurveyAdmin/GiftCard').expect(403);
  await app.get(UsersService).setRoles('desk@example.test', ['Desk']);
  await call('/v1/SurveyAdmin/GiftCard').expect(200);
});

it('a custom role shows the rows that the caller’s agent may see', async () => {
  await grant(['listAgentDropdown']);
  const { Agents } = (await call('/v1/Agent/Dropdown').expect(200)).body;
  const counts = (Agents as { AgentId: number; ContactCount: number }[]).filter(({ AgentId }) => AgentId > 500);
  expect(counts.map(({ AgentId, ContactCount }) => [AgentId, ContactCount])).toEqual([
    [502, 0],
    [501, 1],
  ]);
});

it('a custom role limits operations of Administrators to the rows that the agent may see', async () => {
  const names = app
    .get(Registry)
    .operations.filter(({ group }) => group.name === 'LineQuestions')
    .map(({ name }) => name);
  await grant(names);
  const { LineQuestions } = (await call('/v1/LineQuestions').expect(200)).body;
  expect(LineQuestions.map(({ Id }: { Id: number }) => Id)).toEqual([901]);
  await call('/v1/LineQuestions/901').expect(200);
  const write = (verb: 'post' | 'put' | 'delete', path: string, items: object[] = []) =>
    app.http[verb](path).set(clerk).send({ LineQuestions: items });
  const outside = [
    call('/v1/LineQuestions/902'),
    call(`/v1/LineQuestions/Line/${lineThere}`),
    write('post', '/v1/LineQuestions', [{ LineId: lineThere, Question: 'New?' }]),
    write('put', '/v1/LineQuestions', [{ Id: 902, Question: 'Changed?' }]),
    write('put', '/v1/LineQuestions', [{ Id: 901, LineId: lineThere }]),
    write('delete', '/v1/LineQuestions/902'),
    write('delete', `/v1/LineQuestions/Line/${lineThere}`),
  ];
  for (const attempt of outside) await attempt.expect(403);
  await write('put', '/v1/LineQuestions', [{ Id: 901, Question: 'Nearer?' }]).expect(200);
});
