import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { launchBrowser } from '../support/clients/browser.js';
import { demoLocation, newBoardKey, startDemo } from '../support/app/demo-app.js';

/** The service shows it as text. */
const organisation = 'Smith & <b>Sons</b>, Insurance and Retirement Agency';
let app: TestApp;
let browser: Browser;
let key: string;
/** URLs that the browser requested, and errors in its console. */
const urls: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  app = await startDemo(60, { ORGANISATION: organisation });
  browser = await launchBrowser();
  key = await newBoardKey(app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function board(width: number, height: number, fragment = key): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('request', (request) => urls.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 401/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${app.url}/queue/${demoLocation}#${fragment}`);
  return page;
}
const rows = (page: Page, of: string) => page.locator(`#${of} tbody tr`).allInnerTexts();

interface Entry {
  Id: string;
  Ticket: string;
  LineName: string;
  Position: number;
  Status: number;
  CustomerName: string;
  SignInTime: string;
  BookedFor: string;
  WaitTime: number;
  StationName: string;
  CalledTime: string;
}

const timeAt = (minute: number): string => new Date(Date.UTC(2026, 2, 10, 9, minute)).toISOString();

/** An entry that waits; `number` gives it its ticket, place and wait. */
function waiting(number: number, more: Partial<Entry> = {}): Entry {
  return {
    ...{ Id: `w${number}`, Ticket: `R${number}`, LineName: 'Retirement review', Position: number, Status: 0 },
    ...{ CustomerName: 'Maria Lopez', SignInTime: timeAt(number), WaitTime: number * 7, StationName: '' },
    ...{ BookedFor: '0001-01-01T00:00:00.0000000', CalledTime: '0001-01-01T00:00:00.0000000' },
    ...more,
  };
}

/** An entry that was called `number` minutes after nine. */
function called(number: number, more: Partial<Entry> = {}): Entry {
  const call = { Id: `c${number}`, Ticket: `C${number}`, Status: 1, StationName: `Desk ${number}` };
  return waiting(number, { ...call, WaitTime: 0, CalledTime: timeAt(number), ...more });
}

const eventOf = (queue: readonly Entry[]): string => `event: queue\ndata: ${JSON.stringify({ Queue: queue })}\n\n`;

/** Stops the clock of the page, so that no test depends on the speed of the machine. */
async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: '2026-03-10T10:00:00Z' });
  await clock.pauseAt('2026-03-10T10:00:01Z');
}

const refusal = { ResponseStatus: { Message: 'From the service.' } };

/** A board to which the service sends `queue()`, or answers with a status.*/
async function boardOf(
  queue: () => readonly Entry[] | number | undefined,
  { width = 1280, height = 720, search = '', locale = 'en-US' } = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height }, locale });
  await stopClock(page);
  await page.route('**/v1/CustomerCheckins/Queue/*', (route) => {
    const now = queue();
    if (now === undefined) return route.abort();
    if (typeof now === 'number') return route.fulfill({ status: now, json: refusal });
    return route.fulfill({ contentType: 'text/event-stream', body: eventOf(now) });
  });
  await page.goto(`${app.url}/queue/${demoLocation}${search}#${key}`);
  return page;
}

/** The tickets that the board shows, from the top, and the cells whose text is cut, broken or outside of the screen. */
const shown = (page: Page) =>
  page.evaluate<{ called: string[]; waiting: string[]; bad: string[] }>(`(() => {
    const rows = (id) => [...document.querySelectorAll('#' + id + ' tbody tr')].filter((row) => !row.hidden);
    const ticket = (row) => row.cells[0].textContent;
    const bottom = document.querySelector('main').getBoundingClientRect().bottom;
    const bad = [...rows('called'), ...rows('waiting')].flatMap((row) => [...row.cells]).filter((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const text = cell.firstElementChild ?? cell;
      return text.scrollWidth > text.clientWidth || cell.getBoundingClientRect().bottom > bottom + 1 ||
        (cell === cell.parentElement.cells[0] && range.getClientRects().length > 1);
    });
    const texts = bad.map((cell) => cell.textContent);
    return { called: rows('called').map(ticket), waiting: rows('waiting').map(ticket), bad: texts };
  })()`);

it.each([
  ['a telephone', 360, 740],
  ['a tablet', 820, 1180],
  ['a screen on the wall', 1920, 1080],
])('the board fits %s', async (_, width, height) => {
  const page = await board(width, height);
  await page.getByText('Live').waitFor();
  const lines = await rows(page, 'waiting');
  expect(lines.length).toBeGreaterThan(0);
  // The columns are: ticket, which the time of a booking follows, line, first name and initial, wait.
  for (const line of lines)
    expect(line.trim().split(/\s*\t\s*/)).toEqual(
      [/^[A-Z]\d+(\s+\d?\d:\d\d [AP]M\s*)?$/, /\w+/, /^\S+ \S\.$/, /^soon$|min$|^\d+ h \d\d$/].map(matching),
    );
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  const sender = page.locator('header .sender');
  expect(await sender.innerText()).toBe(organisation);
  expect((await sender.boundingBox())!.width).toBeGreaterThan(140);
  await page.close();
});

it.each([
  [360, 640],
  [360, 740],
  [640, 360],
  [800, 600],
  [820, 1180],
  [960, 540],
  [1080, 1920],
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
])(
  'at %i × %i the board shows 50 waiting and 22 called customers in turns, and breaks no word',
  async (width, height) => {
    const names = ['Maria Lopez', 'Christopher Featherstonehaugh', 'Ann Other', 'Guadalupe María del Carmen Hernández'];
    const queue = [
      ...Array.from({ length: 50 }, (_, at) => waiting(at + 1, { CustomerName: names[at % 4], WaitTime: at * 11 })),
      ...Array.from({ length: 22 }, (_, at) => called(at + 1, { CustomerName: names[at % 4] })),
    ].toSorted((a, b) => (a.Ticket < b.Ticket ? -1 : 1));
    const page = await boardOf(() => queue, { width, height });
    await page.locator('#waiting tbody tr').first().waitFor();
    const first = await shown(page);
    expect(first.waiting.slice(0, 3)).toEqual(['R1', 'R2', 'R3']);
    const seen = new Set<string>();
    // On a slow machine the notice "as of …" comes and goes, and the parts of the lists change with its height.
    for (let turn = 0; turn < 150 && seen.size < queue.length; turn++) {
      const now = await shown(page);
      expect(now.bad).toEqual([]);
      expect(now.called[0]).toBe('C22');
      for (const ticket of [...now.called, ...now.waiting]) seen.add(ticket);
      await page.clock.runFor(8000);
    }
    expect(queue.filter(({ Ticket }) => !seen.has(Ticket))).toEqual([]);
    const [scroll, client] = await page.evaluate<number[]>(
      '[document.documentElement.scrollHeight, document.documentElement.scrollWidth]',
    );
    expect([scroll <= height, client <= width]).toEqual([true, true]);
    await page.close();
  },
);

it('a board with nobody called shows who is next as the largest thing', async () => {
  const page = await boardOf(() => [waiting(2), waiting(1)]);
  await page.locator('#next').waitFor();
  expect(await page.locator('#next p').allTextContents()).toEqual(['R1', 'Maria L.', 'Retirement review']);
  const sizes = await page.evaluate<number[]>(
    `[...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
      .map((element) => parseFloat(getComputedStyle(element).fontSize)).toSorted((a, b) => b - a)`,
  );
  expect(sizes[0]).toBe(
    await page.evaluate(`parseFloat(getComputedStyle(document.querySelector('#next .ticket')).fontSize)`),
  );
  await page.close();
});

it('a board shows the next customer once: in large type, or in the first row while somebody is called', async () => {
  let queue = [waiting(1, { WaitTime: 0 }), waiting(2, { WaitTime: 0 }), waiting(3)];
  const page = await boardOf(() => queue);
  await page.locator('#next').waitFor();
  const told = async (): Promise<[string[], string[]]> => [
    (await shown(page)).waiting,
    await page.locator('#waiting td:last-child').allTextContents(),
  ];
  expect(await told()).toEqual([
    ['R2', 'R3'],
    ['soon', '21 min'],
  ]);
  queue = [called(1), ...queue];
  await page.clock.runFor(3000);
  await page.locator('#called .newest').waitFor();
  expect(await page.locator('#next').isVisible()).toBe(false);
  expect(await told()).toEqual([
    ['R1', 'R2', 'R3'],
    ['next', 'soon', '21 min'],
  ]);
  queue = [waiting(1, { BookedFor: timeAt(30) })];
  await page.clock.runFor(3000);
  await page.locator('#waiting').waitFor({ state: 'hidden' });
  expect(await page.locator('#next').innerText()).toMatch(
    /^Next 7 min\s+R1\s+9:30\sAM\s+Maria L\.\s+Retirement review$/,
  );
  await page.close();
});

it('the latest call is on top and lit, after a reload and after a call to another desk', async () => {
  let queue = [called(1), called(3), called(2)];
  const page = await boardOf(() => queue);
  const top = page.locator('#called tbody tr').first();
  await page.locator('#called .newest', { hasText: 'C3' }).waitFor();
  expect((await shown(page)).called).toEqual(['C3', 'C2', 'C1']);
  queue = [called(1, { CalledTime: timeAt(9), StationName: 'Desk 7' }), called(3), called(2)];
  await page.clock.runFor(3000);
  await page.locator('#called .newest', { hasText: 'C1' }).getByText('Desk 7').waitFor();
  await page.reload();
  await page.locator('#called .newest', { hasText: 'C1' }).waitFor();
  expect(await top.getAttribute('class')).toBe('newest');
  expect((await shown(page)).called).toEqual(['C1', 'C3', 'C2']);
  await page.close();
});

it('a printed board has plain called rows, and no buttons', async () => {
  const page = await boardOf(() => [called(1), called(2), waiting(3)]);
  await page.locator('#called .newest').waitFor();
  await page.emulateMedia({ media: 'print' });
  const styles = await page.evaluate<string[]>(`[...document.querySelectorAll('tbody td:nth-child(2)')].map((cell) => {
    const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(cell);
    return [backgroundColor, color, fontSize, fontWeight].join(' ');
  })`);
  expect(styles).toHaveLength(3);
  expect(new Set(styles).size).toBe(1);
  expect(await page.locator('.button:visible').count()).toBe(0);
  await page.close();
});

it('a printed board has all rows, also those that wait for their turn on the screen', async () => {
  const queue = [...[1, 2].map((each) => called(each)), ...Array.from({ length: 30 }, (_, at) => waiting(at + 1))];
  const page = await boardOf(() => queue);
  await page.locator('#waiting .part', { hasText: '1 of' }).waitFor();
  expect(await page.locator('#waiting tbody tr:visible').count()).toBeLessThan(30);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#waiting tbody tr:visible').count()).toBe(30);
  expect(await page.locator('.part:visible').count()).toBe(0);
  await page.close();
});

it('booked times fit in their column, on paper and on a full screen', async () => {
  const booked = { BookedFor: '2026-03-10T12:45:00.0000000Z' };
  const queue = [called(1, booked), ...Array.from({ length: 30 }, (_, at) => waiting(at + 1, booked))];
  const page = await boardOf(() => queue, { width: 1366, height: 768 });
  await page.locator('#waiting .part', { hasText: '1 of' }).waitFor();
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media });
    const widths = await page.evaluate<number[]>(`[...document.querySelectorAll('tbody small')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.scrollWidth - each.clientWidth)`);
    expect(widths.length).toBeGreaterThan(1);
    expect(Math.max(...widths)).toBe(0);
  }
  await page.close();
});

/** Names of customers and lines that are hard to show. */
const hard = {
  line: 'Medicare and Medicaid questions for people who turn sixty-five this year',
  names: ['Maria Lopez', 'محمد علي', 'יוסי כהן', 'Ann Other', 'Guadalupe Hernández'],
};

it.each([
  [0, 1],
  [1, 0],
  [1, 2],
  [0, 3],
  [2, 3],
  [0, 5],
])('on a television, %i called and %i waiting customers fill the screen', async (calls, waits) => {
  const of = (count: number, entry: typeof waiting) =>
    Array.from({ length: count }, (_, at) => entry(at + 1, { CustomerName: hard.names[at] }));
  const page = await boardOf(() => [...of(calls, called), ...of(waits, waiting)], { width: 1920, height: 1080 });
  await page
    .getByText('R1', { exact: true })
    .or(page.getByText('C1', { exact: true }))
    .first()
    .waitFor();
  const [lowest, type] = await page.evaluate<number[]>(`(() => {
    const shown = [...document.querySelectorAll('#next p, tbody tr')].filter((each) => each.checkVisibility());
    const cells = [...document.querySelectorAll('#next p, tbody td')].filter((each) => each.checkVisibility());
    return [Math.max(...shown.map((each) => each.getBoundingClientRect().bottom)),
      Math.min(...cells.map((each) => parseFloat(getComputedStyle(each).fontSize)))];
  })()`);
  expect(lowest).toBeGreaterThan(0.6 * 1080);
  expect(type).toBeGreaterThan(1080 / 20);
  expect((await shown(page)).bad).toEqual([]);
  await page.close();
});

it('the long name of a line takes two lines at most, on a television and on a telephone', async () => {
  for (const [width, height] of [
    [1920, 1080],
    [360, 740],
  ]) {
    const queue = [called(1), ...[1, 2, 3].map((each) => waiting(each, { LineName: hard.line }))];
    const page = await boardOf(() => queue, { width, height });
    await page.locator('#waiting tbody tr').first().waitFor();
    const lines = await page.evaluate<number[]>(`[...document.querySelectorAll('#waiting td:nth-child(2) > div')]
      .map((each) => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight))`);
    for (const count of lines) expect(count).toBeCloseTo(2);
    expect(await page.locator('#waiting td:nth-child(2)').first().innerText()).toContain('Medicare');
    await page.close();
  }
});

it('names that are written from right to left begin where the others do', async () => {
  const queue = hard.names.flatMap((CustomerName, at) => [
    called(at + 1, { CustomerName }),
    waiting(at + 1, { CustomerName }),
  ]);
  const page = await boardOf(() => queue, { width: 1920, height: 1080 });
  await page.locator('#waiting tbody tr').first().waitFor();
  for (const cells of ['#called tr:not(.newest) td:nth-child(2)', '#waiting td:nth-child(3)']) {
    const starts = await page.evaluate<number[]>(`[...document.querySelectorAll('${cells} bdi')]
      .filter((each) => each.checkVisibility()).map((each) => Math.round(each.getBoundingClientRect().left))`);
    expect(starts.length).toBeGreaterThan(1);
    expect(new Set(starts).size).toBe(1);
  }
  await page.close();
});

it('the smallest print on a television is a fortieth of its height, to be read from three metres', async () => {
  const booked = { BookedFor: timeAt(30) };
  for (const queue of [[called(1), waiting(1, booked)], [waiting(1, booked), waiting(2, booked)], []]) {
    const page = await boardOf(() => queue, { width: 1920, height: 1080 });
    await page.getByText('Connecting again…').waitFor();
    const sizes = await page.evaluate<number[]>(`[...document.querySelectorAll('body *')]
      .filter((each) => each.checkVisibility() && [...each.childNodes].some(({ data }) => data?.trim()))
      .map((each) => parseFloat(getComputedStyle(each).fontSize))`);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1080 / 40);
    await page.close();
  }
});

it('the wish for sound survives a reload, with a large button while the browser forbids it', async () => {
  const page = await boardOf(() => [called(1)]);
  await page.getByRole('button', { name: 'Sound is off' }).click();
  await page.getByRole('button', { name: 'Sound is on' }).waitFor();
  await page.locator('#allow').waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Press here to allow the sound' }).click();
  await page.locator('#allow').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sound is on' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Sound is off' }).waitFor();
  await page.close();
});

it('a board without a sign of life says how old it is, and removes the names after five minutes', async () => {
  let queue: Entry[] | undefined = [called(1), waiting(1)];
  const page = await boardOf(() => queue);
  await page.locator('#called tbody tr').waitFor();
  queue = undefined;
  await page.clock.runFor(31_000);
  await page.getByText(/^As of \d\d:\d\d\s[AP]M\./).waitFor();
  expect((await shown(page)).called).toEqual(['C1']);
  await page.clock.fastForward(300_000);
  await page.getByText('No connection to the service.').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(0);
  expect(await page.locator('#old').isVisible()).toBe(false);
  queue = [called(2)];
  await page.clock.runFor(31_000);
  await page.locator('#called .newest', { hasText: 'C2' }).waitFor();
  expect(await page.locator('#problem').isVisible()).toBe(false);
  await page.close();
});

it.each([
  [401, 'This board may not show the queue any more.', 'From the service.'],
  [403, 'This board may not show this location.', 'From the service.'],
  [404, 'There is no such location.', ''],
])('the board removes the names at once after the answer %i, and says what to do', async (status, text, said) => {
  let queue: Entry[] | number = [called(1), waiting(1)];
  const page = await boardOf(() => queue);
  await page.locator('#called tbody tr').waitFor();
  queue = status;
  await page.clock.runFor(3000);
  await page.getByText(text).waitFor();
  expect(await page.locator('#problem .said').innerText()).toBe(said);
  expect(await page.locator('tbody tr').count()).toBe(0);
  expect(await page.locator('#next').isVisible()).toBe(false);
  await page.close();
});

it('a board asks a service that does not respond every five seconds, so that nobody misses a call', async () => {
  let queue: Entry[] | number = 503;
  const page = await boardOf(() => queue);
  await page.locator('#problem').getByText('No connection to the service.').waitFor();
  for (let failures = 1; failures <= 4; failures++) {
    await Promise.all([page.waitForResponse('**/v1/CustomerCheckins/Queue/*'), page.clock.runFor(5000)]);
    // When this call has ended, the board knows about the failure.
    await page.evaluate(`fetch('/favicon.svg').then(() => undefined)`);
  }
  queue = [called(1)];
  await page.clock.runFor(5000);
  await page.locator('#called .newest', { hasText: 'C1' }).waitFor();
  await page.close();
});

it('the board says in large type that the service fails, and shows the names after its next list', async () => {
  let queue: Entry[] | number = 503;
  const page = await boardOf(() => queue);
  await page.locator('#problem').getByText('No connection to the service.').waitFor();
  queue = [waiting(1)];
  await page.clock.runFor(5000);
  await page.locator('#next').getByText('Maria L.').waitFor();
  queue = 503;
  await page.clock.runFor(3000);
  await page.getByText('Connecting again…').waitFor();
  expect(await page.locator('#problem').isVisible()).toBe(false);
  await page.close();
});

it('the board says that the browser is too old if its script does not start', async () => {
  const page = await browser.newPage();
  await page.route('**/board.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'a new word' }));
  await page.goto(`${app.url}/queue/${demoLocation}#${key}`);
  await page.getByText('the browser is too old for this board').waitFor();
  await page.close();
});

it.each(['agk_%E0%A4', 'key=demo', 'agk_a b'])('the board says that the key #%s is damaged', async (fragment) => {
  const page = await board(800, 600, fragment);
  await page.getByText('The key in the address is damaged.').waitFor();
  await page.getByText('Copy the whole address').waitFor();
  await page.close();
});

it.each([
  ['es-MX', '', 'es', 'En espera', 'Turno'],
  ['de-AT', '', 'de', 'Es warten', 'Nummer'],
  ['fr-FR', '', 'en', 'Waiting', 'Ticket'],
  ['en-US', '?lang=de', 'de', 'Es warten', 'Nummer'],
])('a board in a browser of %s%s speaks %s, in whole words', async (locale, search, language, title, column) => {
  const page = await boardOf(() => [waiting(1), called(1)], { locale, search, width: 960, height: 540 });
  await page.getByText(title, { exact: true }).waitFor();
  expect(await page.getByRole('columnheader').first().textContent()).toBe(column);
  const cut = await page.locator('th').evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth));
  expect(cut).toHaveLength(0);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await page.close();
});

it('the board shows long waits in hours, and initials that are letters', async () => {
  const people: [string, number][] = [
    ['Maria Lopez', 0],
    ['Ana 🎈', 0],
    ['Łukasz Élan 🎈', 59],
    ['🎈', 60],
    ['محمد علي', 525],
  ];
  const page = await boardOf(() =>
    people.map(([CustomerName, WaitTime], at) => waiting(at, { CustomerName, WaitTime })),
  );
  await page.getByText('8 h 45').waitFor();
  const cells = page.locator('#waiting tbody tr td:nth-child(n + 3)');
  expect(await cells.allTextContents()).toEqual([
    ...['A.', 'soon', 'Łukasz É.', '59 min', '', '1 h 00', 'محمد ع.', '8 h 45'],
  ]);
  await page.close();
});

it('the board shows at once which customer is called to which station', async () => {
  const page = await board(1280, 800);
  await page.locator('#waiting tbody tr').first().waitFor();
  const [next] = (await page.locator('#next .ticket').innerText()).split('\n');
  const before = await rows(page, 'waiting');
  const { body } = await app.http
    .post('/v1/CustomerCheckins/CallNext')
    .set('X-Api-Key', 'agk_demo-key-of-agent-for-trying-things-out')
    .send({ StationId: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' })
    .expect(200);
  expect(body.CustomerCheckins).toHaveLength(1);
  await page.locator('#called', { hasText: next }).getByText('Desk 1').waitFor();
  // The called customer was shown apart as the next one, so the list has the same customers.
  expect(await rows(page, 'waiting')).toHaveLength(before.length);
  await page.close();
});

it('the clock of a board is that of the office, and names the time zone if that of the screen differs', async () => {
  const denver = await startDemo(60, { TIME_ZONE: 'America/Denver' });
  const queue = [called(1), waiting(1, { BookedFor: '2026-03-10T16:30:00.0000000Z' })];
  const page = async (timezoneId: string, locale = 'en-US'): Promise<Page> => {
    const made = await browser.newPage({ timezoneId, locale });
    await stopClock(made);
    await made.route('**/v1/CustomerCheckins/Queue/*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: eventOf(queue) }),
    );
    await made.goto(`${denver.url}/queue/${demoLocation}#${await newBoardKey(denver)}`);
    await made.locator('#waiting small').waitFor();
    return made;
  };
  const texts = (from: Page) =>
    Promise.all(['time', '#zone', '#waiting small'].map((at) => from.locator(at).innerText()));
  for (const [timeZone, locale, ...expected] of [
    ['Asia/Tokyo', 'en-US', '4:00 AM', 'Mountain Time', '10:30 AM'],
    ['Asia/Tokyo', 'es-MX', '4:00', 'hora de las Montañas Rocosas', '10:30'],
    // Its clocks differ from those of Denver in summer alone.
    ['America/Phoenix', 'en-US', '4:00 AM', 'Mountain Time', '10:30 AM'],
    ['America/Boise', 'en-US', '4:00 AM', '', '10:30 AM'],
  ]) {
    const board = await page(timeZone, locale);
    expect(await texts(board)).toEqual(expected);
    await board.close();
  }
  await denver.close();
});

it('the board reports a wrong or missing key', async () => {
  const wrong = await board(800, 600, 'agk_wrong');
  await wrong.getByText('The API key is not valid.').waitFor();
  const none = await board(800, 600, '');
  await none.getByText('This board has no key.').waitFor();
  await none.getByText('Put an API key').waitFor();
  expect(await none.locator('#state').innerText()).toBe('');
  for (const page of [wrong, none]) await page.close();
});

it('the board sends its key only to the service, never in a URL, and causes no browser error', () => {
  expect(complaints).toEqual([]);
  for (const url of urls) {
    expect(url).toMatch(new RegExp(`^${app.url}`));
    // The page's URL has the fragment, but the browser does not send it.
    expect(url.split('#')[0]).not.toContain('agk_');
  }
});

function matching(form: RegExp): unknown {
  return expect.stringMatching(form);
}
