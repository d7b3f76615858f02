import { signedIn, startApp, type TestApp } from './app.js';
import { agency, cliSettings } from '../processes/cli.js';
import { filledDatabase } from '../database/fresh-database.js';

export const demoPassword = 'demo agency pass phrase';

/** Starts the whole service on a new demo database, by default the smallest. settings: environment variables. */
export async function startDemo(contacts = 60, settings: Record<string, string> = {}): Promise<TestApp> {
  // The demo has visits of its first day. Suites that start after midnight need a new one.
  const today = new Date().toISOString().slice(0, 10);
  const database = await filledDatabase(`demo-${contacts}-${today}`, (url) => fill(url, contacts));
  const app = await startApp({ DATABASE_URL: database.url, ...settings });
  return {
    ...app,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

/** Signs a user of the demo in; returns the Authorization header. */
export const asDemoUser = (app: Pick<TestApp, 'http'>, UserName: string) => signedIn(app, UserName, demoPassword);

async function fill(url: string, contacts: number): Promise<void> {
  const { code, stderr } = await agency(['demo', '--contacts', String(contacts)], cliSettings(url));
  if (code !== 0) throw new Error(stderr);
}
