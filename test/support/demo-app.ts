import { PassThrough } from 'node:stream';
import { run } from '../../src/cli/run.js';
import { Terminal } from '../../src/cli/terminal.js';
import { startApp, type TestApp } from './app.js';
import { freshDatabase } from './fresh-database.js';

export const demoPassword = 'demo agency pass phrase';

/** The whole service on a fresh demo database. */
export async function startDemo(): Promise<TestApp> {
  const database = await freshDatabase();
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    JWT_SECRET: 'test secret of more than 32 bytes, for tests',
    FIELD_KEY: '0123456789abcdef'.repeat(4),
  };
  const messages = new PassThrough();
  const terminal = new Terminal(new PassThrough(), new PassThrough(), messages);
  if ((await run(['demo', '--contacts', '60'], terminal, settings)) !== 0) throw new Error(String(messages.read()));
  const app = await startApp(settings);
  return {
    ...app,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}
