import type { Browser, Page } from 'playwright-core';
import { Role } from '../../src/http/endpoint/roles.js';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser, signInAs } from '../support/clients/browser.js';
import { startDemo } from '../support/app/demo-app.js';
import { snapshotOf } from '../support/database/snapshot.js';
import { demoUsers, examplesOf, statusOf, type Example } from './examples.js';

/** Hides parts of Swagger UI that no test uses, because the browser draws them slowly. */
const hidden = `
  * { animation: none !important; transition: none !important }
  .highlight-code, .curl-command, .opblock-description-wrapper, .parameters-container,
  .responses-table:not(.live-responses-table) { display: none }`;

const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note') };

// Swagger UI needs seconds for each operation.
jest.setTimeout(600_000);

let app: TestApp;
let browser: Browser;
let examples: Example[];

beforeAll(async () => {
  app = await startDemo(400);
  examples = chosen(examplesOf((await app.http.get('/openapi.json').expect(200)).body));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/**
 * The first example of each verb with its number of path parameters, its required query parameters and its body's type.
 * examples.sqlite-spec.ts tries every example in every role over HTTP: here it counts what Swagger UI sends.
 */
function chosen(all: readonly Example[]): Example[] {
  const known = new Set<string>();
  return all.filter(({ verb, template, path, type }) => {
    const kind = [verb, template.split('{').length, path.includes('?'), type].join();
    return !known.has(kind) && known.add(kind);
  });
}

/** Opens Swagger UI, and signs in. */
async function opened(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 700, height: 300 } });
  await page.goto(`${app.url}/docs`);
  await page.addStyleTag({ content: hidden });
  await signInAs(page, demoUsers[Role.Administrator]);
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
    const answer = block.locator('.live-responses-table .response .response-col_status').first();
    const execute = async (): Promise<void> => {
      if (example.type === 'application/octet-stream') await block.locator('input[type=file]').setInputFiles(note);
      await block.locator('.execute').click();
      await answer.waitFor({ timeout: 20_000 });
    };
    // Swagger UI draws an operation in two steps. The second step forgets a file that was chosen before it, and
    // Execute then sends nothing.
    await execute().catch(execute);
    const status = parseInt(await answer.innerText());
    if (status !== statusOf(example, Role.Administrator)) wrong.push(`${status} ${example.operation}`);
    await summary.click();
    if (example.verb !== 'get') snapshot.restore();
  }
  snapshot.drop();
  await page.close();
  return wrong;
}

it('an example of each kind succeeds when the Administrator presses Execute', async () => {
  const wrong: string[] = [];
  // Use a new page for every 20 examples, because Swagger UI gets slower with each answer that it shows.
  for (let from = 0; from < examples.length; from += 20)
    wrong.push(...(await pressed(examples.slice(from, from + 20))));
  expect(wrong).toEqual([]);
  expect(examples.length).toBeGreaterThan(15);
});
