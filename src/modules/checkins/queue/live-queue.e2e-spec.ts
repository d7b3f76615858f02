import sql, { type Sql } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { until } from '../../../../test/support/time/until.js';
import { Events } from '../../../../test/support/clients/events.js';
import {
  agent,
  desk,
  guidOf,
  line,
  newCustomer,
  north,
  seedVisits,
  south,
} from '../../../../test/support/data/visits.js';
import { ApiKeysService } from '../../../auth/api-keys/api-keys.service.js';
import { LiveCallersService } from '../../../auth/guards/live-callers.service.js';
import { Health } from '../../../observability/health.js';
import { Agent } from '../../agents/agent.entity.js';
import { RecordSetsService } from '../../../sets/record-sets.service.js';
import { QueueService } from './queue.service.js';

let app: TestApp;
/** A second instance of the service on the same database. */
let other: TestApp;
let admin: { Authorization: string };
let own: { Authorization: string };

beforeAll(async () => {
  // Keep the deadline short, because a caller beyond the limit of streams waits for most of it.
  app = await startApp({ REQUEST_DEADLINE: '4' });
  other = await startApp({ DATABASE_URL: app.database });
  await seedVisits(app);
  admin = await app.as('Administrator');
  own = await app.as('Agent', agent.own);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const opened: Events[] = [];
afterEach(() => {
  for (const events of opened.splice(0)) events.leave();
});

const path = `/v1/CustomerCheckins/Queue/${north}`;
async function follow(headers: Record<string, string> = own, at = path, on = app): Promise<Events> {
  const events = await Events.of(on.url + at, headers);
  opened.push(events);
  return events;
}
async function checkIn(on = app, more: object = {}): Promise<string> {
  const visit = { CustomerId: newCustomer(), LocationId: north, LineId: line.a, ...more };
  const { body } = await on.http.post('/v1/CustomerCheckins').set(admin).send(visit).expect(200);
  return body.CustomerCheckins[0].Id;
}
/** Cancels all called visits, and calls the next customer to the first station. */
async function callNext(): Promise<void> {
  await app.db.tx(() => app.db.execute(sql`UPDATE checkins SET Status = 5, OpenKey = NULL WHERE Status = 1`));
  await app.http.post('/v1/CustomerCheckins/CallNext').set(own).send({ StationId: desk.first }).expect(200);
}
const ids = ({ data }: { data: { Queue: { Id: string }[] } }): string[] => data.Queue.map(({ Id }) => Id);

it('sends the queue immediately, with headers that keep proxies from buffering', async () => {
  await checkIn();
  const events = await follow({ ...own, 'Accept-Encoding': 'br, gzip' });
  expect(events.response.statusCode).toBe(200);
  expect(events.response.headers['content-encoding']).toBeUndefined();
  expect(events.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const { name, data } = await events.next();
  expect(name).toBe('queue');
  expect(data).toEqual((await app.http.get(path).set(own)).body);
});

it('sends the queue again after a change through any instance', async () => {
  const events = await follow();
  await events.next();
  const here = await checkIn();
  expect(ids(await events.next())).toContain(here);
  const there = await checkIn(other);
  expect(ids(await events.next())).toEqual(expect.arrayContaining([here, there]));
  await other.http.delete(`/v1/CustomerCheckins/${there}`).set(admin).expect(200);
  expect(ids(await events.next())).not.toContain(there);
});

it('sends the queue to followers on another instance after a customer is called', async () => {
  await checkIn();
  const [{ Name }] = await app.db.all<{ Name: string }>(
    sql`SELECT s.Name AS Name FROM stations s WHERE s.StationId = ${desk.first}`,
  );
  const events = await follow(own, path, other);
  await events.next();
  await callNext();
  const { data } = await events.next();
  expect(data.Queue).toContainEqual(expect.objectContaining({ Status: 1, StationName: Name }));
});

describe('when another instance changes', () => {
  async function followed(): Promise<Events> {
    const events = await follow();
    await events.next();
    return events;
  }

  it.each([
    [
      'a customer',
      'CustomerName',
      sql`UPDATE contacts SET Name = 'Renamed' WHERE ContactGUID IN
      (SELECT CustomerId FROM checkins WHERE Status = 1)`,
    ],
    ['who serves', 'EmployeeName', sql`UPDATE agents SET AgentName = 'Renamed' WHERE AgentId = ${agent.own}`],
    ['a line', 'LineName', sql`UPDATE service_lines SET Name = 'Renamed' WHERE Id = ${line.a}`],
    ['a station', 'StationName', sql`UPDATE stations SET Name = 'Renamed' WHERE StationId = ${desk.first}`],
  ])('sends the queue again if another instance changes the name of %s', async (_, field, change) => {
    await checkIn();
    await callNext();
    const events = await followed();
    await other.db.tx(() => other.db.execute(change));
    expect((await events.next()).data.Queue).toContainEqual(expect.objectContaining({ [field]: 'Renamed' }));
  });

  it.each([
    ['how long a line takes', sql`UPDATE service_lines SET ServiceDurationMinutes = 120 WHERE Id = ${line.a}`],
    ['which stations are open', sql`UPDATE stations SET Open = 0 WHERE StationId = ${desk.second}`],
  ])('sends the new waits if another instance changes %s', async (_, change) => {
    // Two stations serve the line: the third customer waits.
    for (let customers = 0; customers < 3; customers++) await checkIn();
    const events = await followed();
    await other.db.tx(() => other.db.execute(change));
    await events.next();
  });
});

it('applies the list options to every event of a queue stream', async () => {
  await checkIn();
  const events = await follow(own, `${path}?fields=Position&take=1&include=total`);
  const { data } = await events.next();
  expect(data.Queue).toEqual([{ Position: 1 }]);
  const Id = await checkIn();
  expect((await events.next()).data).toMatchObject({ Queue: [{ Position: 1 }] });
  await app.http.delete(`/v1/CustomerCheckins/${Id}`).set(admin).expect(200);
});

it('a queue stream sends nothing after a change at another location', async () => {
  const far = await follow(await app.as('Agent', agent.other), `/v1/CustomerCheckins/Queue/${south}`);
  expect(ids(await far.next())).toEqual([]);
  await checkIn();
  const Id = await checkIn(app, { LocationId: south, LineId: line.far });
  expect(ids(await far.next())).toEqual([Id]);
});

it('answers the queue as JSON unless the client accepts events, and as CSV for the suffix .csv', async () => {
  for (const Accept of ['*/*', 'application/json', 'text/html,*/*;q=0.8', 'text/event-stream;q=0.5, application/json'])
    expect((await app.http.get(path).set(own).set({ Accept }).expect(200)).type).toBe('application/json');
  const { type } = await app.http.get(`${path}.csv`).set(own).set({ Accept: 'text/event-stream' }).expect(200);
  expect(type).toBe('text/csv');
  await app.http.head(path).set(own).set({ Accept: 'text/event-stream' }).expect(200);
  const { type: others } = await app.http.get('/v1/Lines').set(own).set({ Accept: 'text/event-stream' }).expect(200);
  expect(others).toBe('application/json');
});

it('refuses a queue stream with the same errors as other operations', async () => {
  for (const [headers, at, status] of [
    [{}, path, 401],
    [own, `/v1/CustomerCheckins/Queue/${south}`, 403],
    [own, `/v1/CustomerCheckins/Queue/${guidOf(999)}`, 404],
  ] as const) {
    const { response } = await follow(headers, at);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  }
});

describe('the end of the stream', () => {
  const signedIn = async (name: string): Promise<{ Authorization: string }> => {
    const sent = { UserName: name, Password: 'a pass phrase for tests' };
    const { body } = await app.http.post('/v1/Auth/Login').send(sent).expect(200);
    return { Authorization: `Bearer ${body.BearerToken}` };
  };
  /**
   * Two agents who work at the location north. The first becomes the agent of a receptionist, and the second leaves.
   */
  const [deskAgent, leaving] = [11, 12];
  beforeAll(() =>
    app.db.tx(async () => {
      for (const AgentId of [deskAgent, leaving]) {
        await app.db.insert(Agent, { AgentId, AgentName: `Agent ${AgentId}` });
        await app.db.execute(sql`INSERT INTO agent_locations (AgentId, LocationId) VALUES (${AgentId}, ${north})`);
      }
    }),
  );
  let users = 0;
  async function user(roles = ['Administrator'], agentId = 0): Promise<{ name: string; id: string }> {
    const name = `desk-${++users}@example.test`;
    const details = { displayName: name, roles, agentId, password: 'a pass phrase for tests' };
    const { UserId } = await app.users.create(name, details);
    return { name, id: UserId };
  }

  /** Checks that an open stream ends after the change, and that a new stream is refused with the status. */
  async function endsAfter(
    change: () => Promise<unknown>,
    headers: Record<string, string>,
    status: number,
  ): Promise<void> {
    const events = await follow(headers);
    await events.next();
    await change();
    await events.end();
    expect((await follow(headers)).response.statusCode).toBe(status);
  }
  const write = (statement: Sql): Promise<unknown> => other.db.tx(() => other.db.execute(statement));

  it('a queue stream ends when another instance ends the session', async () => {
    const { name } = await user();
    const credentials = await signedIn(name);
    const events = await follow(credentials);
    await events.next();
    await other.http.post('/v1/Auth/Logout').set(credentials).expect(200);
    await events.end();
    expect((await follow(credentials)).response.statusCode).toBe(401);
  });

  it('a queue stream ends when the user is disabled', async () => {
    const { name } = await user();
    const events = await follow(await signedIn(name));
    await events.next();
    await other.users.change(name, { Disabled: true });
    await events.end();
  });

  it('a queue stream ends when the roles of the user change', async () => {
    const { name, id } = await user();
    const events = await follow(await signedIn(name));
    await events.next();
    await app.db.tx(() => app.db.execute(sql`DELETE FROM user_roles WHERE UserId = ${id}`));
    await events.end();
  });

  it('a queue stream ends when its API key with the scope queue is revoked', async () => {
    const { key, KeyId } = await app
      .get(ApiKeysService)
      .create(await app.userOf('Agent', agent.own), { scope: ['queue'] });
    const events = await follow({ 'X-Api-Key': key });
    await events.next();
    await app.http.get(`/v1/CustomerCheckins`).set('X-Api-Key', key).expect(403);
    await app.http.post('/v1/CustomerCheckins/CallNext').set('X-Api-Key', key).send({}).expect(403);
    await other.get(ApiKeysService).revoke(KeyId);
    await events.end();
  });

  it('a queue stream ends when the user must enrol a second factor or change the password', async () => {
    const { name } = await user();
    const credentials = await signedIn(name);
    await endsAfter(() => other.users.change(name, { RequireMFA: true }), credentials, 403);
    await other.users.change(name, { RequireMFA: false });
    await endsAfter(() => other.users.change(name, { MustChangePassword: true }), credentials, 403);
  });

  it('a queue stream ends when its session or API key expires', async () => {
    const { name, id } = await user();
    const past = '2020-01-01T00:00:00.0000000';
    const session = sql`UPDATE sessions SET ExpiresAt = ${past} WHERE UserId = ${id}`;
    await endsAfter(() => write(session), await signedIn(name), 401);
    const { key, KeyId } = await app.get(ApiKeysService).create(id, { administrator: true });
    const expiry = sql`UPDATE api_keys SET ExpiresAt = ${past} WHERE KeyId = ${KeyId}`;
    await endsAfter(() => write(expiry), { 'X-Api-Key': key }, 401);
  });

  it('a queue stream ends when its API key loses the scope or the rights of an Administrator', async () => {
    const { id } = await user();
    const { key, KeyId } = await app.get(ApiKeysService).create(id, { administrator: true });
    const scope = (text: string) => write(sql`UPDATE api_keys SET Scope = ${text} WHERE KeyId = ${KeyId}`);
    await endsAfter(() => scope('listEventTypes'), { 'X-Api-Key': key }, 403);
    await scope('');
    const revoke = sql`UPDATE api_keys SET ForAdministrator = 0 WHERE KeyId = ${KeyId}`;
    await endsAfter(() => write(revoke), { 'X-Api-Key': key }, 401);
  });

  it('a queue stream ends when the custom role of the user no longer grants listQueue', async () => {
    await app.db.tx(() =>
      app.get(RecordSetsService).named('roles')!.save!([
        { RoleId: 70, Code: 'Queue.Desk', Permissions: ['listQueue'] },
      ]),
    );
    const { name } = await user(['Queue.Desk'], deskAgent);
    const credentials = await signedIn(name);
    const put = (body: object) => other.http.put('/v1/Roles/70').set(admin).send(body).expect(200);
    await endsAfter(() => put({ Permissions: [] }), credentials, 403);
    await put({ Permissions: [{ Code: 'listQueue' }] });
    await endsAfter(() => put({ IsActive: false }), credentials, 403);
  });

  it('a queue stream ends when the agent is not active or does not work at the location any more', async () => {
    const { name } = await user(['Agent'], leaving);
    const credentials = await signedIn(name);
    const location = sql`DELETE FROM agent_locations WHERE AgentId = ${leaving} AND LocationId = ${north}`;
    await endsAfter(() => write(location), credentials, 403);
    await write(sql`INSERT INTO agent_locations (AgentId, LocationId) VALUES (${leaving}, ${north})`);
    const leave = () => other.http.put(`/v1/Agents/${leaving}`).set(admin).send({ AgentStatus: 'Left' }).expect(200);
    await endsAfter(leave, credentials, 401);
  });

  it('a queue stream ends when the instance stops, and the instance refuses new streams', async () => {
    const stopping = await startApp({ DATABASE_URL: app.database });
    const events = await follow(own, path, stopping);
    await events.next();
    stopping.get(Health).stopping = true;
    await events.end();
    expect((await follow(own, path, stopping)).response.statusCode).toBe(503);
    await stopping.close();
  });
});

it('answers 429 to the 21st queue stream of a caller, without delaying other callers or lists', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => follow()));
  for (const events of all) await events.next();
  const refused = await follow();
  expect(refused.response.statusCode).toBe(429);
  expect(refused.response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  await app.http.get('/v1/CustomerCheckins').set(own).expect(200);
  const another = await follow(admin);
  expect(another.response.statusCode).toBe(200);
  another.leave();
  all[0].leave();
  await until(async () => {
    const { response } = await follow();
    return response.statusCode === 200;
  });
});

it('keeps a queue stream that begins while the followers are checked', async () => {
  const first = await follow();
  await first.next();
  const callers = app.get(LiveCallersService);
  const among = callers.among.bind(callers);
  let begun: Events | undefined;
  const check = jest.spyOn(callers, 'among').mockImplementation(async (...given) => {
    const live = await among(...given);
    begun ??= await follow();
    return live;
  });
  await until(() => begun !== undefined);
  check.mockRestore();
  await begun!.next();
  const visit = await checkIn();
  expect(ids(await begun!.next())).toContain(visit);
});

it('reads a queue once a second for all its followers, and never without followers', async () => {
  const looks = jest.spyOn(QueueService.prototype, 'of');
  const events = [await follow(), await follow()];
  for (const each of events) await each.next();
  await checkIn();
  for (const each of events) await each.next();
  for (const each of events) each.leave();
  for (const [ids] of looks.mock.calls) expect(ids).toEqual([north]);
  const seen = looks.mock.calls.length;
  await checkIn();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(looks.mock.calls.length).toBeLessThanOrEqual(seen + 1);
  looks.mockRestore();
});

it('a queue stream shows every visit added at the same time on two instances', async () => {
  const events = await follow();
  await events.next();
  const visits = await Promise.all(Array.from({ length: 10 }, (_, index) => checkIn(index % 2 ? app : other)));
  for (;;) {
    const { data } = await events.next();
    if (visits.every((id) => data.Queue.some(({ Id }) => Id === id))) break;
  }
});
