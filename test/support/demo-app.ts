import { startApp, type TestApp } from './app.js';
import { agency, cliSettings } from './cli.js';
import { filledDatabase } from './fresh-database.js';

export const demoPassword = 'demo agency pass phrase';

/** The whole service on a fresh demo database. */
export async function startDemo(): Promise<TestApp> {
  const database = await filledDatabase('demo', fill);
  const app = await startApp({ DATABASE_URL: database.url });
  return {
    ...app,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

async function fill(url: string): Promise<void> {
  const { code, stderr } = await agency(['demo', '--contacts', '60'], cliSettings(url));
  if (code !== 0) throw new Error(stderr);
}
