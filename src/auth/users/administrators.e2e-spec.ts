import { password, startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { UsersRecordSet } from './users.record-set.js';

let app: AuthApp;
let second: AuthApp;
let admin: { Authorization: string };
let own: string;

beforeEach(async () => {
  app = await startAuthApp();
  second = await startAuthApp({ DATABASE_URL: app.database });
  admin = await app.as('Administrator');
  own = await app.userOf('Administrator');
  await app.agent(7);
});
afterEach(async () => {
  await second.close();
  await app.close();
});

const put = (id: string, body: object) => app.http.put(`/v1/Users/${id}`).set(admin).send(body);

it('rejects a change that disables the last Administrator or removes the role', async () => {
  for (const change of [{ Roles: ['Worker'] }, { Disabled: true }]) {
    const { body } = await put(own, change).expect(409);
    expect(body.ResponseStatus.Message).toContain('last enabled Administrator');
  }
  await expect(app.users.disable('administrator-0@example.test')).rejects.toMatchObject({ status: 409 });
  const imported = [{ UserId: own, Disabled: true }];
  await expect(app.db.tx(() => app.get(UsersRecordSet).save(imported))).rejects.toMatchObject({ status: 409 });
  await put(own, { Roles: ['Administrator', 'Worker'], DisplayName: 'Still here' }).expect(200);
  const read = await app.http.get(`/v1/Users/${own}`).set(admin).expect(200);
  expect(read.body.Users[0]).toMatchObject({ Disabled: false, Roles: ['Administrator', 'Worker'] });
});

it('does not count an Administrator who is disabled or whose agent is not Active', async () => {
  const { UserId } = await app.users.create('away', { roles: ['Administrator'], agentId: 7, password });
  await app.agent(7, { AgentStatus: 'Inactive' });
  await put(own, { Disabled: true }).expect(409);
  await app.agent(7);
  await put(UserId, { Disabled: true }).expect(200);
  await put(own, { Roles: ['Worker'] }).expect(409);
});

it('keeps one of two Administrators who are disabled at the same time on two instances', async () => {
  const first = 'administrator-0@example.test';
  const other = 'other@example.test';
  await app.users.create(other, { roles: ['Administrator'], password });
  for (let round = 0; round < 5; round++) {
    const outcomes = await Promise.all(
      [app.users.disable(first), second.users.setRoles(other, ['Worker'])].map((going) =>
        going.then(
          () => 200,
          (error: unknown) => (error as { status: number }).status,
        ),
      ),
    );
    expect(outcomes.sort()).toEqual([200, 409]);
    await app.users.enable(first);
    await second.users.setRoles(other, ['Administrator']);
  }
});
