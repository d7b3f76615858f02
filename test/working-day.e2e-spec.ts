import { startApp, type TestApp } from './support/app/app.js';
import { morning, workingDay } from './working-day.js';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: morning });
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

/** Each step compares its results with the expected ones; both databases run the same steps. */
for (const [name, step] of Object.entries(workingDay(() => ({ app, admin })))) it(name, step);
