import { UsersService } from '../src/auth/users/users.service.js';
import { password, startApp } from './support/app.js';
import { freshDatabase } from './support/fresh-database.js';
import { startProcess } from './support/service-process.js';

jest.setTimeout(120_000);

const secrets = { JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: '0123456789abcdef'.repeat(4) };

describe('the start', () => {
  it('says where Swagger UI is, and how to make the first administrator while there is no user', async () => {
    const database = await freshDatabase();
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'true' };
    const first = await startProcess(settings);
    // It is said right after the line that says where the service listens.
    while (!first.said().includes('Swagger UI')) await new Promise((resolve) => setTimeout(resolve, 10));
    first.child.kill();
    expect(first.said()).toContain(`Swagger UI: ${first.url}/docs`);
    expect(first.said()).toContain('agency user create <user-name> --roles Administrator');

    const app = await startApp({ DATABASE_URL: database.url });
    await app
      .get(UsersService)
      .create('a@example.test', { displayName: 'A', roles: ['Administrator'], agentId: 0, password });
    await app.close();
    const second = await startProcess(settings);
    second.child.kill();
    expect(second.said()).not.toContain('agency user create');
    await database.drop();
  });

  it('refuses a schema that is not up to date, and says what to do', async () => {
    const database = await freshDatabase();
    const settings = { ...secrets, NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'false' };
    await expect(startProcess(settings)).rejects.toThrow(
      /ended with 1: [\s\S]*migrations are pending: run agency migrate/,
    );
    await database.drop();
  });
});
