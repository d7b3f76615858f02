import axe from 'axe-core';
import { chromium, type Browser, type ConsoleMessage, type Page } from 'playwright-core';

/** Headless Chromium without background network requests. */
export const browserSettings = {
  executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Milliseconds that a page may take for one step. It is long, because other suites run on the same processors. */
const longestStep = 60_000;

export async function launchBrowser(...more: string[]): Promise<Browser> {
  const browser = await chromium.launch({ ...browserSettings, args: [...browserSettings.args, ...more] });
  browser.on('context', (context) => context.setDefaultTimeout(longestStep));
  return browser;
}

/** Signs a user of the demo in, with the bar of the page. */
export async function signInAs(page: Page, userName: string): Promise<void> {
  await page.getByLabel('Demo user').selectOption(userName);
  await page.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in as').waitFor();
}

interface Ordinary {
  /** URL schemes of resources that the page itself makes, such as blob:. */
  schemes?: string[];
  /** Selects the browser messages that fail the test; all by default. */
  heard?: (message: ConsoleMessage) => boolean;
}

/** Returns a list that collects the page's requests to other hosts, its errors and its console messages. */
export function strangeOf(page: Page, service: string, { schemes = [], heard = () => true }: Ordinary = {}): string[] {
  const strange: string[] = [];
  page.on('request', (request) => {
    if (![service, ...schemes].some((start) => request.url().startsWith(start))) strange.push(request.url());
  });
  page.on('pageerror', (error) => strange.push(String(error)));
  page.on('console', (message) => {
    if (heard(message)) strange.push(message.text());
  });
  return strange;
}

/** Expects the page to have no horizontal scroll bar at that width, in both colour schemes. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  for (const [colorScheme, paper] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(18, 24, 30)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(paper);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
}

/** The axe rules that the page violates, each with the elements: all rules, or only these. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  // Without details of the rules that are kept, which take seconds on a page with many elements.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const { violations: broken } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return broken.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
