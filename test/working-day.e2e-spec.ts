import { startApp, type TestApp } from './support/app.js';
import { morning, workingDay } from './support/working-day.js';

jest.setTimeout(60_000);

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: morning });
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

/** The steps hold what they find against what must be: both databases are compared by the same ones. */
for (const [name, step] of Object.entries(workingDay(() => ({ app, admin })))) it(name, step);
