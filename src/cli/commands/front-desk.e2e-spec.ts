import { call, withMigratedDatabase } from '../../../test/support/suites/command-line.js';

const location = '1'.repeat(32);

withMigratedDatabase();
beforeAll(() => call('import locations - --format csv', `LocationId,Name\n${location},Main Street\n`));

it('`agency key` creates, lists and revokes the key of a kiosk', async () => {
  const made = await call(`key create --kiosk ${location} --expires 2100-01-31`);
  expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^kiosk_[\w-]{43}\n$/), stderr: expect.any(String) });
  const listed = async () => (await call('key list')).stdout.split('\n').find((row) => row.includes('Main Street'))!;
  const [KeyId, , prefix, , revoked, expires, , scope] = (await listed()).split('\t');
  expect([prefix, revoked, expires, scope]).toEqual([made.stdout.slice(0, 10), '', '2100-01-31T00:00:00Z', 'kiosk']);
  expect((await call(`key revoke ${KeyId}`)).code).toBe(0);
  expect((await listed()).split('\t')[4]).toMatch(/^\d{4}-/);
  expect(await call(`key create --kiosk ${'2'.repeat(32)}`)).toMatchObject({ code: 1, stdout: '' });
});

it.each([
  'key create',
  `key create desk@example.test --kiosk ${location}`,
  'key create --kiosk door',
  `key create --kiosk ${location} --scope queue`,
  `key create --kiosk ${location} --administrator`,
])('refuses the command line: agency %s', async (command) => {
  expect(await call(command)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/user/) });
});

it('`agency role create` creates a role from a template once, and a user can hold that role', async () => {
  expect(await call('role create front-desk')).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^Created the role FrontDesk with the RoleId \d+\.\n$/),
  });
  expect((await call('export roles')).stdout).toMatch(/FrontDesk.*listQueue.*callNext/);
  expect((await call('role create front-desk')).code).toBe(1);
  expect((await call('role create back-office')).code).toBe(2);
  expect((await call('user create rosa@example.test --roles FrontDesk')).code).toBe(0);
});
