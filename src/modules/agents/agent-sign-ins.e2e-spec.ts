import sql from 'sql-template-tag';
import { password, startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';

const sixMinutes = 6 * 60_000;
const restricted = { RequireMFA: true, RestrictToSingleSession: true };
const missing = ['OwnPassword NotEmpty'];

let app: AuthApp;
let number = 0;
/** A session of an Administrator that proved the password more than five minutes ago. */
let old: Record<string, string>;

beforeAll(async () => {
  app = await startAuthApp();
  await app.users.create('keeper', { roles: ['Administrator'], password });
});
afterAll(() => app.close());
beforeEach(async () => {
  const { body } = await app.login('keeper').expect(200);
  old = { Authorization: `Bearer ${body.BearerToken}` };
  app.time.travel(sixMinutes);
});

/** An agent with a user; the user has a password link. */
const linked = async (more: object = {}, named = `plain-name-${++number}`) => {
  const AgentId = ++number;
  await app.agent(AgentId, { Email: 'a@example.test', BusinessEmail: 'b@example.test', ...more });
  const { UserId } = await app.users.create(named, { roles: ['Agent'], agentId: AgentId, password });
  await store(app, 'PasswordLink', [
    { TokenHash: String(number).padStart(64, '0'), UserId, ExpiresAt: app.time.at(1e6) },
  ]);
  return { AgentId, UserId };
};
const linksOf = async ({ UserId }: { UserId: string }) =>
  (await app.db.all(sql`SELECT * FROM password_links WHERE UserId = ${UserId}`)).length;
const put = (path: string, body: object, headers = old) => app.http.put(`/v1/${path}`).set(headers).send(body);
const importOf = (file: string, headers = old) =>
  app.http.post('/v1/Sets/agents').set(headers).set('Content-Type', 'text/csv').send(file);

it('requires the caller’s password to move the password links of a user to another address', async () => {
  const { key } = await app.users.createKey('keeper', { administrator: true });
  const user = await linked();
  const path = `Agents/${user.AgentId}`;
  for (const headers of [old, { 'X-Api-Key': key }])
    for (const body of [{ Email: 'thief@example.test' }, { Email: '' }])
      expect(fieldErrors(await put(path, body, headers).expect(400))).toEqual(missing);
  expect(await linksOf(user)).toBe(1);
  expect(fieldErrors(await put(path, { Email: 'c@example.test', OwnPassword: 'no' }).expect(401))).toEqual([
    'OwnPassword Invalid',
  ]);
  const { body } = await put(path, { Email: 'c@example.test', OwnPassword: password }, { 'X-Api-Key': key }).expect(
    200,
  );
  expect(body.Agents[0]).toMatchObject({ Email: 'c@example.test' });
  expect(await linksOf(user)).toBe(0);
});

it('requires no password for an agent that is sent back whole, nor where the address receives no links', async () => {
  const user = await linked();
  const { body } = await app.http.get(`/v1/Agents/${user.AgentId}`).set(old).expect(200);
  await put(`Agents/${user.AgentId}`, { ...body.Agents[0], Office: 'West', BusinessEmail: 'x@example.test' }).expect(
    200,
  );
  expect(await linksOf(user)).toBe(1);
  const named = await linked({}, 'own-address@example.test');
  await put(`Agents/${named.AgentId}`, { Email: 'y@example.test' }).expect(200);
  expect(await linksOf(named)).toBe(1);
  await app.agent(++number, { Email: 'a@example.test' });
  await put(`Agents/${number}`, { Email: 'z@example.test' }).expect(200);
});

it('requires the caller’s password to undo a change of the address', async () => {
  const { AgentId } = await linked();
  await put(`Agents/${AgentId}`, { Email: 'new@example.test', OwnPassword: password }).expect(200);
  app.time.travel(sixMinutes);
  const { body } = await app.http.get(`/v1/Agents/${AgentId}/History`).set(old).expect(200);
  const undo = (more: object) =>
    app.http.post(`/v1/Agents/${AgentId}/History/${body.History[0].AuditId}/Revert`).set(old).send(more);
  expect(fieldErrors(await undo({}).expect(400))).toEqual(missing);
  expect((await undo({ OwnPassword: password }).expect(200)).body.Agents[0].Email).toBe('a@example.test');
});

it('requires the caller’s password to free an agent’s user of a restriction', async () => {
  const { AgentId } = await linked({ AgentStatus: 'Left', ...restricted });
  for (const body of [{ AgentStatus: 'Active' }, { RequireMFA: false }, { RestrictToSingleSession: false }]) {
    expect(fieldErrors(await put(`Agents/${AgentId}`, body).expect(400))).toEqual(missing);
    await put(`Agents/${AgentId}`, { AgentStatus: 'Inactive', ...restricted }).expect(200);
  }
  await put(`Agents/${AgentId}`, { AgentStatus: 'Active', RequireMFA: false, OwnPassword: password }).expect(200);
});

it('an import of agents changes sign-ins only with a session that verified the password lately', async () => {
  const [user, other] = [await linked({ ...restricted, MfaActive: true }), await linked()];
  const spare = ++number;
  await app.agent(spare);
  const { AgentId, UserId } = user;
  const files = [
    `AgentId,Email\n${AgentId},thief@example.test\n`,
    `AgentId,RequireMFA\n${AgentId},false\n`,
    `AgentId,MfaActive\n${AgentId},false\n`,
    `AgentId,MfaActive\n${AgentId},\n`,
    `AgentId,RestrictToSingleSession\n${AgentId},\n`,
    `AgentId,UserId\n${AgentId},\n`,
    `AgentId,UserId\n${other.AgentId},\n${spare},${other.UserId}\n`,
    `AgentName,Email,UserId\nThief,thief@example.test,${other.UserId}\n`,
  ];
  for (const file of files) {
    const { body } = await importOf(file).expect(400);
    expect(body.ResponseStatus.Errors[0]).toMatchObject({
      FieldName: 'line 2',
      Message: expect.stringMatching(/^line 2: it changes how a user signs in: sign in again/),
    });
  }
  expect(
    (await importOf(`AgentId,Email,UserId,Office\n${AgentId},a@example.test,${UserId},East\n`).expect(200)).body,
  ).toMatchObject({ Updated: 1 });
  const { body } = await app.login('keeper').expect(200);
  await importOf(files[0], { Authorization: `Bearer ${body.BearerToken}` }).expect(200);
  expect(await linksOf(user)).toBe(0);
});

it('requires the caller’s password to give a user other roles, another agent or more sessions', async () => {
  const user = await linked();
  const spare = ++number;
  await app.agent(spare);
  const path = `Users/${user.UserId}`;
  await put(path, { RestrictToSingleSession: true }).expect(200);
  const changes = [
    { RestrictToSingleSession: false },
    { Roles: ['Agent', 'Administrator'] },
    { Roles: ['Worker'] },
    { AgentId: spare },
    { AgentId: 0 },
  ];
  for (const change of changes) expect(fieldErrors(await put(path, change).expect(400))).toEqual(missing);
  await put(path, { Roles: ['Agent'], AgentId: user.AgentId, DisplayName: 'Same' }).expect(200);
  expect(await linksOf(user)).toBe(1);
  await put(path, { Roles: ['Worker'], AgentId: spare, OwnPassword: password }).expect(200);
  expect(await linksOf(user)).toBe(0);
});
