import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app.js';
import { AgentDirectory } from '../../auth/users/agent-directory.js';
import { AgentsService } from './agents.service.js';

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
    app.get(AgentsService).save([
      { AgentId: 1, AgentName: 'One', UserId: null, RequireMFA: true, MfaActive: false },
      { AgentId: 2, AgentName: 'Two', UserId: null, AgentStatus: 'Inactive', RestrictToSingleSession: true },
    ]),
  ),
);

it('finds a user’s own agent', async () => {
  await directory.link(ann, 1);
  await directory.link(bob, 2);
  const settings = { RestrictToSingleSession: false, RequireMFA: true, MfaActive: false };
  expect(await directory.ofUser(ann)).toEqual({ AgentId: 1, ...settings, Active: true });
  expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 2, RestrictToSingleSession: true, Active: false });
  expect(await directory.ofUser('c'.repeat(32))).toBeUndefined();
});

it('gives a user one agent at a time', async () => {
  await directory.link(ann, 1);
  await directory.link(ann, 1);
  await directory.link(ann, 2);
  expect(await directory.ofUser(ann)).toMatchObject({ AgentId: 2 });
  await directory.link(bob, 1);
  await directory.link(ann, 0);
  expect(await directory.ofUser(ann)).toBeUndefined();
  expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 1 });
});

it('refuses an unknown agent and another user’s, and changes nothing then', async () => {
  await directory.link(ann, 1);
  await directory.link(bob, 2);
  await expect(directory.link(ann, 99)).rejects.toMatchObject({ status: 404 });
  await expect(directory.link(ann, 2)).rejects.toMatchObject({ status: 409 });
  expect(await directory.ofUser(ann)).toMatchObject({ AgentId: 1 });
  expect(await directory.ofUser(bob)).toMatchObject({ AgentId: 2 });
});

it('keeps the last sign-in', async () => {
  await directory.recordSignIn(1, 'd'.repeat(32), '2026-03-01T12:00:00.1234567');
  expect(await app.db.one(sql`SELECT LastSessionId, LastLogin FROM agents WHERE AgentId = 1`)).toEqual({
    LastSessionId: 'd'.repeat(32),
    LastLogin: '2026-03-01T12:00:00.1234567',
  });
});

it('keeps whether multi-factor authentication is active', async () => {
  await directory.link(ann, 1);
  await directory.setMfaActive(1, true);
  expect(await directory.ofUser(ann)).toMatchObject({ MfaActive: true });
});
