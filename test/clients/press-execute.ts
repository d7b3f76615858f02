import type { Browser, Page } from 'playwright-core';
import { Role, type RoleName } from '../../src/http/endpoint/roles.js';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser } from '../support/clients/browser.js';
import { startDemo } from '../support/app/demo-app.js';
import { snapshotOf } from '../support/database/snapshot.js';
import { demoUsers, examplesOf, statusOf, type Example } from './examples.js';

/** Hides parts of Swagger UI that no test uses, because the browser draws them slowly. */
const hidden = `
  * { animation: none !important; transition: none !important }
  .highlight-code, .curl-command, .opblock-description-wrapper, .parameters-container,
  .responses-table:not(.live-responses-table) { display: none }`;

const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note') };

/**
 * Whether the operation is the history or the revert of another record than a contact: all these have the same code.
 */
function isAlike({ operation }: Example): boolean {
  return /^(read\w+History|revert\w+)$/.test(operation) && !operation.includes('Contact');
}

/**
 * Tries in Swagger UI each example that the role may call, unless an earlier role other than Worker may call it too.
 * examples.sqlite-spec.ts tries all roles over HTTP. Each role has its own suite, so that two suites run in parallel.
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

  /** Opens Swagger UI, and signs in. */
  async function opened(): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 700, height: 300 } });
    await page.goto(`${app.url}/docs`);
    await page.addStyleTag({ content: hidden });
    await page.getByLabel('Demo user').selectOption(demoUsers[role]);
    await page.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    return page;
  }

  /** Presses Execute for these examples on one page, and returns the unexpected statuses. */
  async function pressed(some: readonly Example[]): Promise<string[]> {
    const page = await opened();
    const snapshot = await snapshotOf(app);
    const wrong: string[] = [];
    const search = page.getByRole('textbox', { name: 'Search the operations' });
    for (const example of some) {
      await search.fill(example.operation);
      const block = page.locator(`.opblock[id$="-${example.operation}"]`);
      const summary = block.locator('.opblock-summary-control');
      await summary.click();
      await block.locator('.execute').waitFor();
      // Swagger UI sends no binary body without a chosen file.
      const file = block.locator('input[type=file]');
      if ((await file.count()) > 0) await file.setInputFiles(note);
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
    return wrong;
  }

  it(`every example of the document succeeds when the ${role} presses Execute`, async () => {
    const isOfRole = ({ callers }: Example): boolean => callers.find((known) => known !== Role.Worker) === role;
    const own = examples.filter((one) => isOfRole(one) && !isAlike(one));
    const wrong: string[] = [];
    // Use a new page for every 20 examples, because Swagger UI gets slower with each answer that it shows.
    for (let from = 0; from < own.length; from += 20) wrong.push(...(await pressed(own.slice(from, from + 20))));
    expect(wrong).toEqual([]);
    expect(own.length).toBeGreaterThan(50);
  });
}
