import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { UsersService } from '../users/users.service.js';

let app: TestApp;
let admin: { Authorization: string };
let users: UsersService;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('Administrator');
  users = app.get(UsersService);
});
afterAll(() => app.close());

const put = (path: string, body: object) => app.http.put(path).set(admin).send(body).expect(200);
const bring = async (set: string, ...rows: object[]): Promise<void> => {
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  const type = 'application/x-ndjson';
  await app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', type).send(lines).expect(200);
};

interface SignedIn {
  UserId: string;
  UserName: string;
  BearerToken: string;
  RefreshToken: string;
}

interface Known extends SignedIn {
  AgentId: number;
  key: string;
}

const signIn = (UserName: string) => app.http.post('/v1/Auth/Login').send({ UserName, Password: password });
const bySession = ({ BearerToken }: SignedIn) =>
  app.http.get('/v1/EventType').set('Authorization', `Bearer ${BearerToken}`);
const byKey = ({ key }: Known) => app.http.get('/v1/EventType').set('X-Api-Key', key);
const refresh = ({ RefreshToken }: SignedIn) => app.http.post('/v1/Auth/Refresh').send({ RefreshToken });

let made = 0;
/** Creates a user with an agent, a session and an API key. */
async function known(): Promise<Known> {
  const name = `user-${++made}@example.test`;
  const { body } = await app.http.post('/v1/Agents').set(admin).send({ AgentName: name }).expect(200);
  const { AgentId } = body.Agents[0] as { AgentId: number };
  await users.create(name, { roles: ['Agent'], agentId: AgentId, password });
  const { key } = await users.createKey(name);
  const found = { ...((await signIn(name).expect(200)).body as SignedIn), AgentId, key };
  await bySession(found).expect(200);
  await byKey(found).expect(200);
  return found;
}

async function expectEnded(user: Known): Promise<void> {
  await bySession(user).expect(401);
  await refresh(user).expect(401);
  const open = await app.db.all(sql`SELECT 1 AS One FROM sessions WHERE UserId = ${user.UserId} AND EndedAt IS NULL`);
  expect(open).toEqual([]);
}

const ways: readonly (readonly [string, (user: Known, Disabled: boolean) => Promise<unknown>])[] = [
  ['a call', ({ UserId }, Disabled) => put(`/v1/Users/${UserId}`, { Disabled })],
  ['an import', ({ UserId, UserName }, Disabled) => bring('users', { UserId, UserName, Disabled })],
];

it.each(ways)(
  'ends the sessions of a user whom %s disables, and rejects the API key until the user is enabled',
  async (_, set) => {
    const user = await known();
    await set(user, true);
    await expectEnded(user);
    await byKey(user).expect(401);
    await signIn(user.UserName).expect(401);
    await set(user, false);
    await bySession(user).expect(401);
    await refresh(user).expect(401);
    await byKey(user).expect(200);
  },
);

const leaving: readonly (readonly [string, (user: Known, AgentStatus: string) => Promise<unknown>])[] = [
  ['a call', ({ AgentId }, AgentStatus) => put(`/v1/Agents/${AgentId}`, { AgentStatus })],
  ['an import', ({ AgentId }, AgentStatus) => bring('agents', { AgentId, AgentStatus })],
];

it.each(leaving)('ends sessions and keys for good if %s makes the agent Inactive', async (_, set) => {
  const [user, other] = [await known(), await known()];
  await set(user, 'Inactive');
  await expectEnded(user);
  await byKey(user).expect(401);
  await set(user, 'Active');
  await bySession(user).expect(401);
  await refresh(user).expect(401);
  await byKey(user).expect(401);
  await signIn(user.UserName).expect(200);
  await bySession(other).expect(200);
  await byKey(other).expect(200);
});

const settings: readonly (readonly [string, (user: Known, changes: object) => Promise<unknown>])[] = [
  ['a call', ({ UserId }, changes) => put(`/v1/Users/${UserId}`, changes)],
  ['an import', ({ UserId, UserName }, changes) => bring('users', { UserId, UserName, ...changes })],
];

it.each(settings)('applies changes of roles and restrictions by %s to the next call or sign-in', async (_, set) => {
  const user = await known();
  await set(user, { Roles: ['Worker'] });
  const contacts = app.http.get('/v1/Contacts').set('Authorization', `Bearer ${user.BearerToken}`);
  await contacts.expect(403);
  await set(user, { RestrictToSingleSession: true });
  await signIn(user.UserName).expect(200);
  await bySession(user).expect(401);
  await set(user, { RequireMFA: true });
  await byKey(user).expect(403);
});
