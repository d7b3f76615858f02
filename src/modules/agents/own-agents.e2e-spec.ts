import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { AgentDirectory } from '../../auth/accounts/agent-directory.js';
import { UsersService } from '../../auth/users/users.service.js';
import { AgentChangesService } from './agent-changes.service.js';

let app: TestApp;
let directory: AgentDirectory;
const [ann, bob] = ['a'.repeat(32), 'b'.repeat(32)];

beforeAll(async () => {
  app = await startApp();
  directory = app.get(AgentDirectory);
});
afterAll(() => app.close());
beforeEach(() =>
  app.db.tx(() =>
    app.get(AgentChangesService).save([
      { AgentId: 1, AgentName: 'One', UserId: null, RequireMFA: true, MfaActive: false },
      { AgentId: 2, AgentName: 'Two', UserId: null, AgentStatus: 'Inactive', RestrictToSingleSession: true },
    ]),
  ),
);

it('finds the agent that is linked to a user', async () => {
  await directory.link(ann, 1);
  await directory.link(bob, 2);
  const settings = { RestrictToSingleSession: false, RequireMFA: true, MfaActive: false };
  expect(await directory.ofUser(ann)).toEqual({ AgentId: 1, ...settings, Active: true });
  expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 2, RestrictToSingleSession: true, Active: false });
  expect(await directory.ofUser('c'.repeat(32))).toBeUndefined();
});

it('a newly linked agent replaces the previous agent of a user', async () => {
  await directory.link(ann, 1);
  await directory.link(ann, 1);
  await directory.link(ann, 2);
  expect(await directory.ofUser(ann)).toMatchObject({ AgentId: 2 });
  await directory.link(bob, 1);
  await directory.link(ann, 0);
  expect(await directory.ofUser(ann)).toBeUndefined();
  expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 1 });
});

it('refuses to link an unknown agent or another user’s agent, and changes nothing', async () => {
  await directory.link(ann, 1);
  await directory.link(bob, 2);
  await expect(directory.link(ann, 99)).rejects.toMatchObject({ status: 404 });
  await expect(directory.link(ann, 2)).rejects.toMatchObject({ status: 409 });
  expect(await directory.ofUser(ann)).toMatchObject({ AgentId: 1 });
  expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 2 });
});

it('stores the last sign-in of a user in the linked agent', async () => {
  await directory.recordSignIn(1, 'd'.repeat(32), '2026-03-01T12:00:00.1234567');
  expect(await app.db.one(sql`SELECT LastSessionId, LastLogin FROM agents WHERE AgentId = 1`)).toEqual({
    LastSessionId: 'd'.repeat(32),
    LastLogin: '2026-03-01T12:00:00.1234567',
  });
});

it('stores in the linked agent whether multi-factor authentication is active', async () => {
  await directory.link(ann, 1);
  await directory.setMfaActive(1, true);
  expect(await directory.ofUser(ann)).toMatchObject({ MfaActive: true });
});

it('rejects passwords, sessions and API keys of a user whose agent is not Active', async () => {
  const users = app.get(UsersService);
  await users.create('one@example.test', { roles: ['Administrator'], agentId: 1, password });
  await app.db.tx(() => app.get(AgentChangesService).save([{ AgentId: 1, RequireMFA: false }]));
  const { key } = await users.createKey('one@example.test', { administrator: true });
  const signIn = () => app.http.post('/v1/Auth/Login').send({ UserName: 'one@example.test', Password: password });
  const status = (AgentStatus: string) =>
    app.db.tx(() => app.get(AgentChangesService).save([{ AgentId: 1, AgentStatus }]));
  const { BearerToken, RefreshToken } = (await signIn().expect(200)).body;
  const bySession = () => app.http.get('/v1/EventType').set('Authorization', `Bearer ${BearerToken}`);
  const byKey = () => app.http.get('/v1/EventType').set('X-Api-Key', key);
  await bySession().expect(200);
  await byKey().expect(200);

  await status('Terminated');
  await bySession().expect(401);
  await byKey().expect(401);
  await app.http.post('/v1/Auth/Refresh').send({ RefreshToken }).expect(401);
  const refused = await signIn().expect(401);
  const wrong = await app.http.post('/v1/Auth/Login').send({ UserName: 'nobody', Password: password }).expect(401);
  expect(refused.body.ResponseStatus.Message).toBe(wrong.body.ResponseStatus.Message);

  await status('Active');
  await byKey().expect(200);
  await signIn().expect(200);
});
