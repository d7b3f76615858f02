import { startApp, type TestApp } from './support/app/app.js';
import { morning, workingDay } from './working-day.js';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ CLOCK: morning });
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

it('the service serves a whole working day, from its first agents to its report and audit', async () => {
  // Each step compares its results with the expected ones.
  for (const [name, step] of Object.entries(workingDay(() => ({ app, admin }))))
    await step().catch((cause: unknown) => {
      throw new Error(`The step failed: ${name}`, { cause });
    });
});
