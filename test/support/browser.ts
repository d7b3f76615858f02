import { chromium, type Browser, type Page } from 'playwright-core';

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
