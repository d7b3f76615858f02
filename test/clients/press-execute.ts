import type { Browser } from 'playwright-core';
import { Role, type RoleName } from '../../src/http/endpoint/roles.js';
import type { TestApp } from '../support/app.js';
import { launchBrowser } from '../support/browser.js';
import { startDemo } from '../support/demo-app.js';
import { snapshotOf } from '../support/snapshot.js';
import { demoUsers, examplesOf, statusOf, type Example } from './examples.js';

/** The histories and reverts of all records follow from one declaration, so this suite tries only those of contacts. */
function isAlike({ operation }: Example): boolean {
  return /^(read\w+History|revert\w+)$/.test(operation) && !operation.includes('Contact');
}

/**
 * Tries in Swagger UI each example whose first caller, Worker apart, is the role; examples.sqlite-spec.ts tries all
 * roles over HTTP. Each role has a suite of its own, so that two suites run at a time.
 */
export function itPressesExecute(role: RoleName): void {
  jest.setTimeout(1_200_000);
  let app: TestApp;
  let browser: Browser;
  let examples: Example[];

  beforeAll(async () => {
    app = await startDemo(400);
    examples = examplesOf((await app.http.get('/openapi.json').expect(200)).body);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it(`every example of the document succeeds when the ${role} presses Execute`, async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/docs`);
    await page.getByLabel('Demo user').selectOption(demoUsers[role]);
    await page.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    const snapshot = await snapshotOf(app);
    const wrong: string[] = [];
    const search = page.getByRole('searchbox');
    const isOfRole = ({ callers }: Example): boolean => callers.find((known) => known !== Role.Worker) === role;
    for (const example of examples.filter((one) => isOfRole(one) && !isAlike(one))) {
      await search.fill(example.operation);
      const block = page.locator(`.opblock[id$="-${example.operation}"]`);
      const summary = block.locator('.opblock-summary-control');
      await summary.click();
      await block.locator('.execute').click();
      const status = parseInt(
        await block.locator('.live-responses-table .response .response-col_status').first().innerText(),
      );
      if (status !== statusOf(example, role)) wrong.push(`${status} ${example.operation}`);
      await summary.click();
      if (example.verb !== 'get') snapshot.restore();
    }
    snapshot.drop();
    await page.close();
    expect(wrong).toEqual([]);
  });
}
