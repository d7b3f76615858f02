import sql from 'sql-template-tag';
import { ApiKeysService } from '../../../src/auth/api-keys/api-keys.service.js';
import { signedIn, startApp, type TestApp } from './app.js';
import { agency, cliSettings } from '../processes/cli.js';
import { filledDatabase } from '../database/fresh-database.js';

export const demoPassword = 'demo agency pass phrase';
/** The location with a waiting room, where agent@demo.test and desk@demo.test work. */
export const demoLocation = 'a18d631ca3244bdb8e871c425bd24982';

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

/** Makes an API key for the boards of agent@demo.test. */
export async function newBoardKey(app: TestApp): Promise<string> {
  const agent = await app.db.one<{ UserId: string }>(sql`SELECT UserId FROM users WHERE UserName = 'agent@demo.test'`);
  const { key } = await app.get(ApiKeysService).create(agent!.UserId, { scope: ['queue'] });
  return key;
}

async function fill(url: string, contacts: number): Promise<void> {
  const { code, stderr } = await agency(['demo', '--contacts', String(contacts)], cliSettings(url));
  if (code !== 0) throw new Error(stderr);
}
