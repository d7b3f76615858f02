import { tmpdir } from 'node:os';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';

it('`agency migrate` migrates once, and then reports an up-to-date database', async () => {
  const database = await freshDatabase();
  const settings = cliSettings(database.url);
  const migrate = () => agency(['migrate'], settings);
  const notYet = await agency(['user', 'list'], { ...settings, MIGRATE_ON_START: 'false' });
  expect(notYet).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('Run `agency migrate` first') });
  expect(await migrate()).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/Ran \w+.*\n.*up to date/s),
  });
  expect(await migrate()).toEqual({ code: 0, stdout: '', stderr: 'The database is up to date.\n' });
  await database.drop();
});

it('fails if the database file is a folder', async () => {
  const { code, stderr } = await agency(['user', 'list'], cliSettings(`sqlite:${tmpdir()}`));
  expect({ code, stderr }).toEqual({ code: 1, stderr: `error: ${tmpdir()} is a folder, not a file.\n` });
});

it('names an invalid setting without its value', async () => {
  expect(await agency(['user', 'list'], { ...cliSettings('sqlite:unused'), JWT_SECRET: 'too short' })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/JWT_SECRET(?!.*too short)/s),
  });
});

it('writes the OpenAPI document without a database', async () => {
  const { code, stdout } = await agency(['openapi'], { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none' });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/v1/EventType': {} } });
  expect(stdout).toContain('| Time for the database to answer | 5 s |');
});
