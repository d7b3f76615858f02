import { password, startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { fieldsOf } from '../../record/metadata.js';
import { AgentDirectory } from '../accounts/agent-directory.js';
import { UsersRecordSet } from './users.record-set.js';

describe('UsersService', () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await startAuthApp();
    await app.agent(12);
  });
  afterAll(() => app.close());

  it('starts without users', async () => {
    const fresh = await startAuthApp();
    try {
      expect(await fresh.users.hasUsers()).toBe(false);
      expect(await fresh.users.list()).toEqual([]);
    } finally {
      await fresh.close();
    }
  });

  it('generates a password if none is given, and links the agent', async () => {
    const made = await app.users.create('Zoe', { roles: ['Agent', 'Agent'], agentId: 12 });
    expect(made.password).toMatch(/^(?:[a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    const { body } = await app.login('zoe', { Password: made.password }).expect(200);
    expect(body).toMatchObject({ UserId: made.UserId, DisplayName: 'Zoe', AgentId: 12, Roles: ['Agent'] });
    expect(await app.users.hasUsers()).toBe(true);
  });

  it('rejects a taken user name in any letter case, also in parallel calls', async () => {
    await app.users.create('Émile', { roles: ['Worker'], password });
    await expect(app.users.create('ÉMILE', { roles: ['Worker'], password })).rejects.toMatchObject({ status: 409 });
    await expect(app.users.create('E\u0301mile ', { roles: ['Worker'], password })).rejects.toMatchObject({
      status: 409,
    });
    const race = await Promise.allSettled(
      Array.from({ length: 4 }, () => app.users.create('twin', { roles: ['Worker'], password })),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('adds no user if the agent cannot be linked', async () => {
    jest.spyOn(app.get(AgentDirectory), 'link').mockRejectedValueOnce(new Error('no such agent'));
    await expect(app.users.create('half', { roles: ['Agent'], agentId: 12, password })).rejects.toThrow(
      'no such agent',
    );
    expect((await app.users.list()).map(({ UserName }) => UserName)).not.toContain('half');
  });

  it('lists all users by name with their roles', async () => {
    await app.users.create('listed émile', { roles: ['Worker'] });
    await app.users.create('Listed Zoe', { roles: ['Agent'] });
    await app.users.create('listed twin', { roles: ['Worker'] });
    await app.users.disable('listed twin');
    const users = await app.users.list();
    expect(users.filter(({ UserName }) => UserName.toLowerCase().startsWith('listed'))).toEqual([
      expect.objectContaining({ UserName: 'listed twin', Roles: ['Worker'], Disabled: true }),
      expect.objectContaining({ UserName: 'Listed Zoe', Roles: ['Agent'], Disabled: false }),
      expect.objectContaining({ UserName: 'listed émile', Roles: ['Worker'], Disabled: false }),
    ]);
  });

  it('rejects invalid names, passwords and roles, and unknown users', async () => {
    const roles = ['Agent'];
    await expect(app.users.create(' ', { roles })).rejects.toMatchObject({ status: 400 });
    await expect(app.users.create('x'.repeat(201), { roles })).rejects.toMatchObject({ status: 400 });
    await expect(app.users.create('x', { roles: [] })).rejects.toMatchObject({ code: 'NotEmpty' });
    await expect(app.users.create('x', { roles: ['King'] })).rejects.toMatchObject({ code: 'Unknown' });
    await expect(app.users.create('x', { roles, password: 'passwordpassword' })).rejects.toMatchObject({
      code: 'Invalid',
    });
    await app.users.create('known', { roles });
    await expect(app.users.setRoles('known', ['King'])).rejects.toMatchObject({ code: 'Unknown' });
    await expect(app.users.setPassword('known', 'short')).rejects.toMatchObject({ code: 'Length' });
    const calls = [
      () => app.users.disable('x'),
      () => app.users.setPassword('x'),
      () => app.users.createKey('x'),
      () => app.users.listKeys('x'),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 404 });
  });

  it('generates a new password on request', async () => {
    await app.users.create('renewed', { roles: ['Agent'] });
    const made = await app.users.setPassword('renewed');
    await app.login('renewed', { Password: made }).expect(200);
  });

  it('replaces all roles of a user', async () => {
    await app.users.create('promoted', { roles: ['Agent'] });
    await app.users.setRoles('promoted', ['Worker', 'Administrator']);
    expect((await app.users.list()).find(({ UserName }) => UserName === 'promoted')!.Roles).toEqual([
      'Administrator',
      'Worker',
    ]);
  });

  it('exports and imports users without their secrets', async () => {
    await app.users.create('exported', { roles: ['Administrator', 'Worker'] });
    const set = app.get(UsersRecordSet);
    const rows = await app.db.all<Record<string, unknown>>(set.rows);
    expect(Object.keys(rows[0])).toEqual(fieldsOf(set.record).map(({ name }) => name));
    expect(rows.find(({ UserName }) => UserName === 'exported')).toMatchObject({
      Roles: '["Administrator","Worker"]',
      Disabled: 0,
    });

    const UserId = 'f'.repeat(32);
    await app.agent(4);
    const save = (record: object) => app.db.tx(() => set.save([{ UserId, ...record }]));
    await save({ UserName: 'Imported', DisplayName: 'Im P.', Roles: ['Agent'], AgentId: 4 });
    expect(await app.get(AgentDirectory).ofUser(UserId)).toMatchObject({ AgentId: 4 });
    await app.login('imported').expect(401);
    await app.users.setPassword('imported', password);
    await save({ DisplayName: 'Changed', Roles: ['Worker'] });
    expect((await app.login('IMPORTED').expect(200)).body).toMatchObject({
      UserId,
      DisplayName: 'Changed',
      AgentId: 4,
      Roles: ['Worker'],
    });
    await expect(save({ Roles: ['King'] })).rejects.toMatchObject({ code: 'Unknown' });
    await save({ UserName: 'Renamed' });
    await app.login('renamed').expect(200);
  });
});
