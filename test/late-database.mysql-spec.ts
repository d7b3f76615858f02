import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { agency, cliSettings } from './support/cli.js';
import { freshDatabase } from './support/fresh-database.js';
import { Line } from './support/line.js';
import { startProcess } from './support/service-process.js';

jest.setTimeout(180_000);

/** A database behind a port where nobody listens until it comes. */
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

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await condition()) return;
    await sleep(200);
  }
  throw new Error('It did not happen.');
}

describe('a service whose database is not there yet', () => {
  it('listens at once, answers 503, and serves as soon as it comes', async () => {
    const late = await lateDatabase({ MIGRATE_ON_START: 'true' });
    const http = request(late.url);
    await http.get('/health/live').expect(200);
    const ready = await http.get('/health/ready').expect(503);
    expect(ready.body.ResponseStatus).toMatchObject({
      ErrorCode: 'ServiceUnavailable',
      Message: 'The database is not there yet.',
    });
    const login = (): request.Test => http.post('/v1/Auth/Login').send({ UserName: 'a@b.test', Password: 'wrong' });
    const refused = await login().expect(503);
    expect(refused.body.ResponseStatus.ErrorCode).toBe('ServiceUnavailable');
    expect(refused.headers['retry-after']).toBe('2');
    await until(() => late.said().includes('The database does not answer'));
    expect(late.said()).toContain('ECONNREFUSED');
    expect(late.said()).not.toContain('first administrator');

    await late.come();
    await until(async () => (await http.get('/health/ready')).status === 200);
    await login().expect(401);
    expect(late.said().match(/The database does not answer/g)).toHaveLength(1);
    expect(late.said()).toContain('first administrator');
    const roles = await agency(['export', 'roles'], cliSettings(late.database.url));
    expect(roles.stdout).toContain('Administrator');
    await late.end();
  });

  it('ends with 1, and says why, when it finds pending migrations then', async () => {
    const late = await lateDatabase({ MIGRATE_ON_START: 'false' });
    await request(late.url).get('/health/ready').expect(503);
    const ended = once(late.child, 'exit');
    await late.come();
    expect(await ended).toEqual([1, null]);
    expect(late.said()).toContain('migrations are pending: run agency migrate');
    await late.end();
  });
});
