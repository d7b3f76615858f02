import { password, startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { logLines } from '../../../test/support/app/log-lines.js';
import { fieldErrors } from '../../../test/support/data/rows.js';
import { Registry } from '../../http/endpoint/registry.js';

const fiveMinutes = 5 * 60_000;

type Act = [verb: 'post' | 'put' | 'delete', path: string, body?: object];

let app: AuthApp;
let names = 0;
beforeAll(async () => {
  app = await startAuthApp();
});
afterAll(() => app.close());

const newUser = async (...roles: string[]) => {
  const name = `user-${++names}@example.test`;
  const { UserId } = await app.users.create(name, { roles, password });
  return { name, UserId };
};
const newKeeper = async () => {
  const keeper = await newUser('Administrator');
  return { ...keeper, token: (await app.login(keeper.name).expect(200)).body.BearerToken as string };
};
const done = (token: string, [verb, path, body = {}]: Act, more: object = {}) =>
  app.http[verb](path)
    .set('Authorization', `Bearer ${token}`)
    .send({ ...body, ...more });

/** The calls that change a credential of a user. */
const actsOn = async ({ name, UserId }: { name: string; UserId: string }): Promise<Act[]> => {
  const { KeyId } = await app.users.createKey(name, { administrator: true });
  const { body } = await app.login(name).expect(200);
  const mine = await app.http.get('/v1/Auth/Sessions').set('Authorization', `Bearer ${body.BearerToken}`).expect(200);
  const { SessionId } = mine.body.Sessions.find(({ Current }: { Current: boolean }) => Current);
  const at = `/v1/Users/${UserId}`;
  return [
    ['delete', `${at}/Sessions/${SessionId}`],
    ['delete', `${at}/Sessions`],
    ['delete', `${at}/ApiKeys/${KeyId}`],
    ['post', `${at}/ApiKeys`, { Scope: 'checkins', ForAdministrator: true }],
    ['post', `${at}/ResetMfa`],
    ['post', `${at}/Unlock`],
    ['post', `${at}/Unlink`],
    ['post', `${at}/Password`],
  ];
};

it('requires the caller’s password if the session verified it more than five minutes ago', async () => {
  const keeper = await newKeeper();
  const user = await newUser('Agent');
  const acts: Act[] = [
    ['post', '/v1/Users', { UserName: `new-${++names}`, Roles: ['Worker'] }],
    ['put', `/v1/Users/${user.UserId}`, { RequireMFA: true }],
    ['put', `/v1/Users/${user.UserId}`, { Disabled: false }],
    // Password links are sent to this address.
    ['put', `/v1/Users/${user.UserId}`, { UserName: user.name }],
    ...(await actsOn(user)),
  ];
  for (const act of acts) {
    app.time.travel(fiveMinutes + 1);
    const token = (await app.login(keeper.name).expect(200)).body.BearerToken as string;
    app.time.travel(fiveMinutes + 1);
    expect(fieldErrors(await done(token, act).expect(400))).toEqual(['OwnPassword NotEmpty']);
    expect(fieldErrors(await done(token, act, { OwnPassword: 'not it' }).expect(401))).toEqual(['OwnPassword Invalid']);
    await done(token, act, { OwnPassword: password }).expect(200);
  }
});

it('does not require the caller’s password within five minutes after a sign-in or a verification', async () => {
  const { token } = await newKeeper();
  const user = await newUser('Agent');
  const act: Act = ['post', `/v1/Users/${user.UserId}/Password`];
  app.time.travel(fiveMinutes);
  await done(token, act).expect(200);
  app.time.travel(1);
  await done(token, act).expect(400);
  await done(token, act, { OwnPassword: password }).expect(200);
  app.time.travel(fiveMinutes);
  await done(token, act).expect(200);
  app.time.travel(1);
  await done(token, act).expect(400);
});

it('throttles wrong passwords of the caller like wrong passwords at sign-in', async () => {
  const { token } = await newKeeper();
  const act: Act = ['post', `/v1/Users/${(await newUser('Agent')).UserId}/Password`];
  app.time.travel(fiveMinutes + 1);
  for (let time = 0; time < 5; time++) await done(token, act, { OwnPassword: 'guess' }).expect(401);
  await done(token, act, { OwnPassword: password }).expect(429);
  app.time.travel(1000);
  await done(token, act, { OwnPassword: password }).expect(200);
});

it('an Administrator’s token clears no failures of its own guesses', async () => {
  const { token, UserId } = await newKeeper();
  const act: Act = ['post', `/v1/Users/${(await newUser('Agent')).UserId}/Password`];
  app.time.travel(fiveMinutes + 1);
  for (let time = 0; time < 5; time++) await done(token, act, { OwnPassword: 'guess' }).expect(401);
  await done(token, ['post', `/v1/Users/${UserId}/Unlock`]).expect(403);
  await done(token, act, { OwnPassword: password }).expect(429);
});

it('rejects the caller’s password in the URL', async () => {
  const { token } = await newKeeper();
  app.time.travel(fiveMinutes + 1);
  const path = `/v1/Users/${(await newUser('Agent')).UserId}/Password?OwnPassword=${encodeURIComponent(password)}`;
  await done(token, ['post', path]).expect(400);
  const setting = `/v1/Users/${(await newUser('Agent')).UserId}?RequireMFA=true`;
  await done(token, ['put', setting]).expect(400);
});

it('requires the caller’s password for every call with an Administrator’s API key', async () => {
  const keeper = await newUser('Administrator');
  const user = await newUser('Agent');
  const { key } = await app.users.createKey(keeper.name, { administrator: true });
  const act = (body: object) => app.http.post(`/v1/Users/${user.UserId}/Password`).set('X-Api-Key', key).send(body);
  await act({}).expect(400);
  await act({ OwnPassword: password }).expect(200);
  await act({}).expect(400);
});

it('requires a session that verified the password in the last five minutes for an import of users', async () => {
  const keeper = await newKeeper();
  const user = await newUser('Worker');
  const { key } = await app.users.createKey(keeper.name, { administrator: true });
  const file = `UserId,UserName,Roles\n${user.UserId},${user.name},"[""Administrator""]"\n`;
  const send = (headers: Record<string, string>, query = '') =>
    app.http.post(`/v1/Sets/users${query}`).set(headers).set('Content-Type', 'text/csv').send(file);
  app.time.travel(fiveMinutes + 1);
  const old = { Authorization: `Bearer ${keeper.token}` };
  for (const headers of [old, { 'X-Api-Key': key }]) {
    const { body } = await send(headers).expect(403);
    expect(body.ResponseStatus.Message).toContain('sign in again');
    await send(headers, '?dryRun=true').expect(200);
  }
  await app.http
    .get('/v1/Users')
    .set('Authorization', `Bearer ${(await app.login(user.name)).body.BearerToken}`)
    .expect(403);
  const { body } = await app.login(keeper.name).expect(200);
  expect((await send({ Authorization: `Bearer ${body.BearerToken}` }).expect(200)).body).toMatchObject({ Updated: 1 });
});

it('rejects changes of the caller’s own account through /v1/Users', async () => {
  const keeper = await newKeeper();
  const acts = await actsOn(keeper);
  for (const act of acts) {
    const { body } = await done(keeper.token, act, { OwnPassword: password }).expect(403);
    expect(body.ResponseStatus.Message).toContain('/v1/Auth/Password');
  }
  await app.login(keeper.name).expect(200);
  const braced = `{${keeper.UserId.toUpperCase()}}`;
  await done(keeper.token, ['post', `/v1/Users/${encodeURIComponent(braced)}/Password`]).expect(403);
});

it('every operation that returns a secret of another user requires the caller’s password, and no GET does', () => {
  const { operations } = app.get(Registry);
  const asking = operations.filter(({ declaration }) => declaration.credential).map(({ name }) => name);
  expect(asking.sort()).toEqual([
    ...[
      'addKioskKey',
      'addUser',
      'addUserKey',
      'changeAgent',
      'changeUser',
      'confirmMfa',
      'endCalendar',
      'endUserSession',
    ],
    ...[
      'endUserSessions',
      'makeCalendar',
      'makePassword',
      'resetMfa',
      'revertAgent',
      'revertUser',
      'revokeKioskKey',
      'revokeUserKey',
    ],
    ...['unlinkUser', 'unlockUser'],
  ]);
  const showing = operations.filter(({ showsSecret, access }) => showsSecret && access !== 'open');
  const asked = showing.map(({ name }) => name).filter((name) => !asking.includes(name));
  // Two operations take the password in another field. The secret of a webhook opens nothing: it signs deliveries.
  expect(asked.sort()).toEqual(['addWebhook', 'changePassword', 'enrol', 'renewWebhookSecret']);
});

it('logs each change of a credential in the security log, with the caller and the changed user', async () => {
  const keeper = await newKeeper();
  const user = await newUser('Agent');
  const acts = await actsOn(user);
  const lines = logLines(app);
  const { body } = await done(keeper.token, ['post', '/v1/Users', { UserName: `new-${++names}`, Roles: ['Worker'] }]);
  for (const act of acts) await done(keeper.token, act).expect(200);
  await done(keeper.token, ['put', `/v1/Users/${user.UserId}`, { Disabled: true }]).expect(200);
  await app.post('Password', { CurrentPassword: password, NewPassword: 'yet one more pass phrase' }, keeper.token);
  const written = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg, event }) => msg === 'security' && event !== 'password attempt');
  expect(written.map(({ event, user: whose, by, operation }) => [event, whose, by, operation])).toEqual([
    ['password made', body.Users[0].UserId, keeper.UserId, 'addUser'],
    ['sessions ended', user.UserId, keeper.UserId, 'endUserSession'],
    ['key revoked', user.UserId, keeper.UserId, 'revokeUserKey'],
    ['key made', user.UserId, keeper.UserId, 'addUserKey'],
    ['mfa reset', user.UserId, keeper.UserId, 'resetMfa'],
    ['password made', user.UserId, keeper.UserId, 'makePassword'],
    ['sessions ended', user.UserId, keeper.UserId, 'changeUser'],
    ['password changed', keeper.UserId, keeper.UserId, 'changePassword'],
  ]);
  expect(lines.join()).not.toContain(body.Users[0].Password);
});
