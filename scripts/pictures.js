'use strict';

// Takes the README's pictures of the pages from a demo at a fixed time, in light and dark, into docs/pictures/.
//   npm run pictures        needs Chromium: CHROMIUM, or /usr/bin/chromium
//   node scripts/pictures.js --state        only prints the state of the pages
// sources.txt names the state of the pages that the pictures show; a test fails when it is not the present one.
const { spawn, spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const root = join(__dirname, '..');
const folder = join(root, 'docs/pictures');
/** The files that determine how the pages look. */
const sources = [
  ...['src/http/pages', 'src/http/pages/assets', 'src/modules/checkins/queue/board/assets'],
  ...['src/modules/bookings/page', 'src/modules/bookings/page/assets'],
];
const location = 'a18d631ca3244bdb8e871c425bd24982';
const station = 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c';
/** A line that customers can book. */
const line = 'ee009e60c2d843a886b7cde2df9daf4d';
/** An import of the demo that is not run yet. */
const waiting = '6f0f6a3b0c1d4e5f8a9b0c1d2e3f4a5b';

/** A hash of the pages' sources. */
function stateOfPages() {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const { name } of readdirSync(join(root, source), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('spec'))
      .sort((a, b) => (a.name < b.name ? -1 : 1)))
      hash.update(name).update(readFileSync(join(root, source, name)));
  return `${hash.digest('hex')}\n`;
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function ready(url) {
  for (;;) {
    if (
      await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function takePictures(url) {
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  for (const colorScheme of ['light', 'dark']) {
    const viewport = { width: 1200, height: 750 };
    const page = await browser.newPage({ viewport, colorScheme, locale: 'en-US', timezoneId: 'UTC' });
    const picture = (name) => page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    await page.goto(`${url}/data`);
    await page.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/^1 to 50 of/).waitFor();
    await picture('data');
    await page.goto(`${url}/imports#${waiting}`);
    await page.locator('#grid tbody tr').first().waitFor();
    await picture('imports');
    await page.evaluate(callNext, station);
    await page.clock.setFixedTime(new Date(clock));
    await page.goto(`${url}/queue/${location}`);
    await page.getByText('Live').waitFor();
    await page.locator('#waiting tbody tr').first().waitFor();
    await picture('board');
    await page.goto(`${url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    await picture('docs');
    await page.close();
    const desk = await browser.newPage({ viewport, colorScheme, locale: 'en-US', timezoneId: 'UTC' });
    await desk.clock.setFixedTime(new Date(clock));
    await desk.goto(`${url}/desk`);
    await desk.locator('.demo select').selectOption('desk@demo.test');
    await desk.locator('.demo').getByRole('button', { name: 'Sign in' }).click();
    await desk.locator('#queue tbody tr').first().waitFor();
    await desk.screenshot({ path: join(folder, `desk-${colorScheme}.png`) });
    await desk.close();
    const phone = await browser.newPage({ viewport: { width: 390, height: 750 }, colorScheme, locale: 'en-US' });
    await phone.goto(`${url}/book/${location}/${line}/2026-11-23`);
    await phone.locator('.times').waitFor();
    await phone.screenshot({ path: join(folder, `book-${colorScheme}.png`) });
    await phone.close();
  }
  await browser.close();
}

const clock = '2026-11-20T15:00:00Z';

/** Calls a customer in the page's session, so that the board has one. The second call of the station is refused. */
async function callNext(StationId) {
  const { BearerToken } = JSON.parse(localStorage.getItem('agency.session'));
  const headers = { Authorization: `Bearer ${BearerToken}`, 'Content-Type': 'application/json' };
  await fetch('/v1/CustomerCheckins/CallNext', { method: 'POST', headers, body: JSON.stringify({ StationId }) });
}

async function main() {
  const work = mkdtempSync(join(tmpdir(), 'pictures-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...{ DATABASE_URL: `sqlite:${join(work, 'demo.sqlite')}`, PORT: String(port), CLOCK: clock, LOG_LEVEL: 'warn' },
  };
  const options = { cwd: root, env, stdio: ['ignore', 2, 2] };
  spawnSync(process.execPath, ['dist/src/cli/main.js', 'demo'], options);
  const service = spawn(process.execPath, ['dist/src/main.js'], options);
  try {
    await ready(url);
    mkdirSync(folder, { recursive: true });
    await takePictures(url);
    writeFileSync(join(folder, 'sources.txt'), stateOfPages());
  } finally {
    service.kill();
    rmSync(work, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--state') process.stdout.write(stateOfPages());
else void main();
