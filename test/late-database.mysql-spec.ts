import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import request from 'supertest';
import { run } from '../src/cli/run.js';
import { Terminal } from '../src/cli/terminal.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { Line } from './support/servers/line.js';
import { startProcess } from './support/processes/service-process.js';
import { until } from './support/time/until.js';

/** Starts the service with a database whose port refuses connections until `come` is called. */
async function lateDatabase(settings: Record<string, string>) {
  const database = await freshDatabase();
  const url = new URL(database.url);
  const server = { host: url.hostname, port: Number(url.port) };
  const probe = await Line.to(server);
  const { port } = probe;
  await probe.close();
  url.port = String(port);
  let line: Line | undefined;
  const service = await startProcess({ ...cliSettings(url.toString()), ...settings });
  return {
    ...service,
    database,
    databaseUrl: url.toString(),
    come: async () => {
      line = await Line.to(server, port);
    },
    end: async () => {
      service.child.kill('SIGKILL');
      await line?.close();
      await database.drop();
    },
  };
}

describe('a service whose database does not respond yet', () => {
  it('the service listens at once, answers 503, and serves as soon as the database answers', async () => {
    const late = await lateDatabase({ MIGRATE_ON_START: 'true' });
    const http = request(late.url);
    await http.get('/health/live').expect(200);
    const ready = await http.get('/health/ready').expect(503);
    expect(ready.body.ResponseStatus).toMatchObject({
      ErrorCode: 'ServiceUnavailable',
      Message: 'The service has not connected to the database yet.',
    });
    const login = (): request.Test => http.post('/v1/Auth/Login').send({ UserName: 'a@b.test', Password: 'wrong' });
    const refused = await login().expect(503);
    expect(refused.body.ResponseStatus.ErrorCode).toBe('ServiceUnavailable');
    expect(refused.headers['retry-after']).toBe('2');
    await until(() => late.said().includes('The database does not respond'), late.said);
    expect(late.said()).toContain('ECONNREFUSED');
    expect(late.said()).not.toContain('first administrator');

    await late.come();
    await until(async () => (await http.get('/health/ready')).status === 200, late.said);
    await login().expect(401);
    await until(() => late.said().includes('first administrator'), late.said);
    // On a busy machine, the server may refuse the first connections for another reason.
    const reasons = late.said().match(/The database does not respond.*/g);
    expect(reasons).toEqual([...new Set(reasons)]);
    const roles = await agency(['export', 'roles'], cliSettings(late.database.url));
    expect(roles.stdout).toContain('Administrator');
    await late.end();
  });

  it('the service exits with 1, and encrypts nothing, if the late database has another FIELD_KEY', async () => {
    const late = await lateDatabase({ FIELD_KEY: 'ab'.repeat(32), MIGRATE_ON_START: 'false' });
    expect(await agency(['migrate'], cliSettings(late.database.url))).toMatchObject({ code: 0 });
    const importing = request(late.url).post('/v1/Sets/agents').set('Content-Type', 'text/csv');
    await importing.send('AgentId,AgentName,SSN\n1,One,123-45-6789\n').expect(503);
    const ended = once(late.child, 'close');
    await late.come();
    expect(await ended).toEqual([1, null]);
    expect(late.said()).toMatch(/FIELD_KEY is the key \w{8}, and the database is encrypted with the key \w{8}/);
    expect((await agency(['export', 'agents'], cliSettings(late.database.url))).stdout).not.toContain('One');
    await late.end();
  });

  it('the service exits with 1 and names the cause if the late database lacks migrations', async () => {
    const late = await lateDatabase({ MIGRATE_ON_START: 'false' });
    await request(late.url).get('/health/ready').expect(503);
    const ended = once(late.child, 'close');
    await late.come();
    expect(await ended).toEqual([1, null]);
    expect(late.said()).toContain('Migrations are pending: run agency migrate');
    await late.end();
  });

  it('a command says that it waits for the database, and goes on when it answers', async () => {
    const late = await lateDatabase({ MIGRATE_ON_START: 'true' });
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    let said = '';
    errors.setEncoding('utf8').on('data', (text: string) => (said += text));
    output.resume();
    const code = run(['migrate'], new Terminal(input, output, errors), cliSettings(late.databaseUrl));
    await until(
      () => /^Waiting for the database, for up to 30 s: connect ECONNREFUSED/m.test(said),
      () => said,
    );
    await late.come();
    expect(await code).toBe(0);
    expect(said.match(/Waiting/g)).toHaveLength(1);
    await late.end();
  });
});

describe('a database server that refuses the user or the database', () => {
  it('the service and each command end at once, with one line', async () => {
    const database = await freshDatabase();
    const wrong = (change: (url: URL) => void): Record<string, string> => {
      const url = new URL(database.url);
      change(url);
      return cliSettings(url.toString());
    };
    const nobody = wrong((url) => ([url.username, url.password] = ['nobody', 'wrong']));
    const nowhere = wrong((url) => (url.pathname = '/nowhere'));
    for (const settings of [nobody, nowhere]) {
      const reason =
        /^error: [^\n]*(Access denied|Unknown database)[^\n]*\. Check DATABASE_URL, and the rights of its user\.\n$/;
      for (const command of ['user list', 'migrate'])
        expect(await agency(command.split(' '), settings)).toEqual({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(reason),
        });
      const started = await startProcess(settings).then(
        () => 'It started.',
        (error: unknown) => String(error),
      );
      expect(started).toMatch(/ended with 1: [^]*(Access denied|Unknown database).*Check DATABASE_URL, and the rights/);
      expect(started).not.toContain('    at ');
    }
    await database.drop();
  });
});
