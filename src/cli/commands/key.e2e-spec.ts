import { agency } from '../../../test/support/processes/cli.js';
import { call, newUser, settings, withMigratedDatabase } from '../../../test/support/suites/command-line.js';

withMigratedDatabase();

it('creates, lists and revokes API keys', async () => {
  const name = await newUser();
  const made = await call(`key create ${name}`);
  expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^agk_[\w-]{43}\n$/), stderr: expect.any(String) });
  const [KeyId, owner, prefix, created, revoked, expires, used, scope] = (await call(`key list ${name}`)).stdout.split(
    '\t',
  );
  expect([owner, prefix, revoked, used, scope]).toEqual([name, made.stdout.slice(0, 10), '', '', '\n']);
  expect(Date.parse(expires) - Date.parse(created)).toBe(365 * 24 * 3_600_000);
  expect((await call(`key revoke ${KeyId}`)).code).toBe(0);
  expect((await call(`key list ${name}`)).stdout.split('\t')[4]).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/);
  expect((await call('key revoke 00')).code).toBe(1);
});

it('limits an API key, and creates one for an Administrator only with --administrator', async () => {
  const [name, administrator] = [await newUser(), await newUser('Administrator')];
  const limits = '--expires 2100-01-31 --scope checkins,listEventTypes';
  const inChicago = { ...settings, TIME_ZONE: 'America/Chicago' };
  expect((await agency(`key create ${name} ${limits}`.split(' '), inChicago)).code).toBe(0);
  expect((await call(`key list ${name}`)).stdout).toMatch(/2100-01-31T06:00:00Z\t\tcheckins,listEventTypes\n$/);
  expect((await call(`key create ${name} --scope nothing`)).stderr).toContain('do not exist: nothing');
  expect((await call(`key create ${name} --expires 2001-01-31`)).stderr).toContain('future');
  const refused = await call(`key create ${administrator}`);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('--administrator') });
  expect((await call(`key create ${administrator} --administrator`)).code).toBe(0);
});

it('imports all GUID keys of the former system, or none', async () => {
  const [name, administrator] = [await newUser(), await newUser('Administrator')];
  const guid = '0F8FAD5B-D9CB-469F-A165-70867728950E';
  const file = (...lines: string[]): string => ['UserName,AgentId,ApiKey', ...lines].join('\r\n');
  const bad = await call('key import -', file(`${name},,${guid}`, `${name},,nonsense`, `,,${guid}`));
  expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/line 3: ApiKey.*\n.*line 4: either/) });
  expect(bad.stderr).not.toContain('nonsense');
  const unknown = await call('key import -', file(`${name},,${guid}`, `,77,${guid.replace('0F', '1F')}`));
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('agent 77') });
  expect(await call('key import -', file(`${name};;x,`))).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: The file is not CSV with commas: [^\n]+\.\n$/),
  });
  const misspelt = `ApiKey,UserName,Scope\n${guid},${name},checkins\n`;
  expect(await call('key import -', misspelt)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no column Scope'),
  });
  const create = (scope: string) => agency(['key', 'create', name, '--scope', scope], settings);
  for (const scope of [',', '']) expect(await create(scope)).toMatchObject({ code: 1, stdout: '' });
  const good = file(`${name},,${guid}`);
  expect((await call('key import - --scope checkins', good)).stderr).toBe('Imported 1 of 1 keys.\n');
  expect((await call('key import -', good)).stderr).toBe('Imported 0 of 1 keys.\n');
  expect((await call('key import - --administrator', file(`${administrator},,${guid}`))).code).toBe(1);
});
