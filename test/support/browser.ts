import { chromium, type Browser, type ConsoleMessage, type Page } from 'playwright-core';

/** Chromium, without a window and without a will of its own to ask the network. */
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

export function launchBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({ ...browserSettings, args: [...browserSettings.args, ...more] });
}

interface Ordinary {
  /** Schemes of what the page makes itself. */
  schemes?: string[];
  /** Of the browser's messages, those that count; all of them unless told. */
  heard?: (message: ConsoleMessage) => boolean;
}

/** What the page asks of others than that service, what breaks in it, and what the browser says: filled as it comes. */
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

/** Holds the page against a window of that width, in both colour schemes. */
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
