import { password, startApp } from './support/app/app.js';
import { freshDatabase } from './support/database/fresh-database.js';
import { startProcess } from './support/processes/service-process.js';

const secrets = { JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: '0123456789abcdef'.repeat(4) };

/** Stops the processes of a test, even after a failure, because otherwise Jest would not end. */
const started: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of started.splice(0).reverse()) await end();
});

async function start(settings: Record<string, string>): ReturnType<typeof startProcess> {
  const service = await startProcess(settings);
  started.push(() => service.child.kill());
  return service;
}

async function codingOf(url: string): Promise<string | null> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
  return response.headers.get('Content-Encoding');
}

describe('the start', () => {
  it('the start prints the URL of Swagger UI and, without users, how to create an administrator', async () => {
    const database = await freshDatabase();
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'true' };
    const first = await start(settings);
    // The line with Swagger UI follows the line with the address.
    while (!first.said().includes('Swagger UI')) await new Promise((resolve) => setTimeout(resolve, 10));
    // The build has put the files of the pages beside the service.
    for (const file of [
      'session.js',
      'client/index.js',
      'board.css',
      'visit.js',
      'swagger-ui-bundle.js',
      'swagger-ui.css',
    ])
      expect(await codingOf(`${first.url}/assets/${file}`)).toBe('br');
    expect((await fetch(`${first.url}/assets/agency-operations-client-1.0.0.tgz`)).status).toBe(200);
    first.child.kill();
    expect(first.said()).toContain(`Swagger UI: ${first.url}/docs`);
    expect(first.said()).toContain('agency user create <user-name> --roles Administrator');

    const app = await startApp({ DATABASE_URL: database.url });
    await app.users.create('a@example.test', { displayName: 'A', roles: ['Administrator'], agentId: 0, password });
    await app.close();
    const second = await start(settings);
    expect(second.said()).not.toContain('agency user create');
    await database.drop();
  });

  it('the start refuses a schema that is not current, and says what to do', async () => {
    const database = await freshDatabase();
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'false' };
    await expect(start(settings)).rejects.toThrow(
      /ended with 1: [\s\S]*The service cannot use its database:\n {2}Migrations are pending: run agency migrate/,
    );
    await database.drop();
  });
});
