import { generateSync } from 'otplib';
import type { Browser, Locator, Page } from 'playwright-core';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, demoLocation, demoPassword, startDemo } from '../support/app/demo-app.js';
import { launchBrowser, violations } from '../support/clients/browser.js';
import { until } from '../support/time/until.js';

const who = 'Signed in as Daniel Reyes, Agent.';
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startDemo();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function opened(path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(app.url + path);
  return page;
}

async function signedIn(path: string): Promise<Page> {
  const page = await opened(path);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText(who).waitFor();
  return page;
}

/** Makes the bearer token one that the service refuses, as after fifteen minutes, and loads that page. */
async function outdated(page: Page, path: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('agency.session',
    JSON.stringify({ ...JSON.parse(localStorage.getItem('agency.session')), BearerToken: 'ended' }))`);
  await page.goto(app.url + path);
}

const revoke = (page: Page): Promise<unknown> =>
  page.evaluate(`fetch('/v1/Auth/Logout', { method: 'POST', headers: {
    Authorization: 'Bearer ' + JSON.parse(localStorage.getItem('agency.session')).BearerToken } })`);
const refreshes = '**/v1/Auth/Refresh';
const signInShown = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

const pages = ['/', '/data', '/queue', '/desk', '/docs'];
it.each(pages)('%s keeps the session while a renewal finds no service', async (path) => {
  const page = await signedIn('/');
  // The page tries again every 5 s.
  await page.clock.install();
  let failures = 0;
  await page.route(refreshes, (route) => {
    failures++;
    return failures === 1 ? route.abort() : route.fulfill({ status: 503, body: '' });
  });
  await outdated(page, path);
  await page.getByText('The service cannot be reached.').first().waitFor();
  await Promise.all([page.waitForResponse((response) => response.status() === 503), page.clock.runFor(5000)]);
  await page.unroute(refreshes);
  await page.clock.runFor(5000);
  await page.getByText(who).waitFor();
  await page.context().close();
});

it('all tabs share the session: a new tab is signed in, and a sign-out reaches each tab', async () => {
  const page = await signedIn('/data');
  const other = await page.context().newPage();
  await other.goto(`${app.url}/queue`);
  await other.getByText(who).waitFor();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('The session has ended.').waitFor();
  await page.getByRole('button', { name: 'Jordan Blake' }).click();
  await other.getByText('Signed in as Jordan Blake, Worker.').waitFor();
  await page.context().close();
});

it('tabs that renew the session at the same time stay signed in', async () => {
  const page = await signedIn('/queue');
  const other = await page.context().newPage();
  await other.goto(`${app.url}/queue`);
  await other.getByText(who).waitFor();
  await page.evaluate(`localStorage.setItem('agency.session',
    JSON.stringify({ ...JSON.parse(localStorage.getItem('agency.session')), BearerToken: 'ended' }))`);
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) await tab.getByText(who).waitFor();
  await page.context().close();
});

it.each(['/', '/data', '/queue'])(
  '%s signed out offers the users of the demo, and stays where you are',
  async (path) => {
    const page = await opened(path);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Rosa Delgado' }).click();
    await page.getByText('Signed in as Rosa Delgado, Front desk.').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.locator('#welcome').isVisible()).toBe(false);
    expect(await page.locator('main').innerText()).not.toMatch(/choose a user/i);
    await page.context().close();
  },
);

describe('the dialog of the sign-in', () => {
  const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in' });

  async function send(page: Page, userName: string, password: string): Promise<void> {
    await page.getByRole('button', { name: 'Other user' }).click();
    await page.getByLabel('User name').fill(userName);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
  }

  /** Makes a user with a generated password, as an Administrator does. Returns the password. */
  async function made(UserName: string, fields: object): Promise<string> {
    const admin = await asDemoUser(app, 'admin@demo.test');
    const { body } = await app.http
      .post('/v1/Users')
      .set(admin)
      .send({ UserName, DisplayName: 'Kim Doe', Roles: ['Worker'], OwnPassword: demoPassword, ...fields })
      .expect(200);
    return (body as { Users: { Password: string }[] }).Users[0].Password;
  }

  it('says that a password is wrong where you type, and closes with Esc', async () => {
    const page = await opened('/data');
    await page.setViewportSize({ width: 360, height: 740 });
    await send(page, 'agent@demo.test', 'not the pass phrase');
    const alert = dialogOf(page).getByText('User name, password or code is wrong.');
    await alert.waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('Password');
    const { x, y } = (await alert.boundingBox())!;
    const onTop = await page.evaluate(`document.elementFromPoint(${x + 5}, ${y + 5}).getAttribute('role')`);
    expect(onTop).toBe('alert');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('leads from "Forgot password?" to the page that sends a link', async () => {
    const page = await opened('/');
    await page.getByRole('button', { name: 'Other user' }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Your user name').fill('agent@demo.test');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a mail with a link is on its way').waitFor();
    // A job sends the mail.
    await until(async () => {
      await page.goto(`${app.url}/mailbox`);
      return (await page.getByRole('link', { name: '/password/' }).count()) > 0;
    });
    await page.context().close();
  });

  it('asks for an own password after a made one, and then signs in', async () => {
    const password = await made('kim@house.test', {});
    const page = await opened('/data');
    await send(page, 'kim@house.test', password);
    await page.getByLabel('New password').fill('short');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('alert').filter({ hasText: '15' }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('NewPassword');
    await page.getByLabel('New password').fill('amber kettle walks south');
    await page.keyboard.press('Enter');
    await page.getByText('Signed in as Kim Doe, Worker.').waitFor();
    await page.context().close();
  });

  it('sets up a second factor that is missing, and asks for its code in a field', async () => {
    const password = await made('lee@house.test', { RequireMFA: true });
    const page = await opened('/');
    await send(page, 'lee@house.test', password);
    await page.getByLabel('New password').fill('violet kettle walks north');
    await page.keyboard.press('Enter');
    // After a reload, the page no longer knows the password. A wrong one makes the client renew the token.
    await dialogOf(page).getByRole('button', { name: 'Continue' }).waitFor();
    await page.reload();
    await page.getByLabel('Your password').fill('not the pass phrase');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
    await page.getByLabel('Your password').fill('violet kettle walks north');
    await page.keyboard.press('Enter');
    const secret = await dialogOf(page).locator('.secret').innerText();
    await page.getByLabel('Code that the app shows').fill(generateSync({ secret }));
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('listitem').nth(9).waitFor();
    const recovery = await dialogOf(page).getByRole('listitem').first().innerText();
    // Another tab renews the token: the codes stay until the user has kept them.
    const asked = page.waitForResponse('**/v1/Auth/Me');
    await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'agency.session' }))`);
    await asked;
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep these recovery codes');
    expect(await dialogOf(page).getByRole('button').allInnerTexts()).toEqual(['I have kept them']);
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Signed in as Kim Doe, Worker.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signed out.').waitFor();
    await send(page, 'lee@house.test', 'violet kettle walks north');
    await page.getByLabel('Code of your authenticator app').fill(recovery);
    await page.keyboard.press('Enter');
    await page.getByText('Signed in as Kim Doe, Worker.').waitFor();
    await page.context().close();
  });

  it('ends the session of a user who leaves a required step', async () => {
    const password = await made('max@house.test', {});
    const page = await opened('/data');
    await send(page, 'max@house.test', password);
    await page.getByLabel('New password').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Signed out.').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.context().close();
  });
});

it('a board renews the token of its session', async () => {
  const page = await signedIn('/queue');
  await outdated(page, `/queue/${demoLocation}`);
  await page.getByText('Live').waitFor();
  await page.context().close();
});

it('a board whose session has ended shows no names, says so, and goes on after a sign-in in another tab', async () => {
  const page = await signedIn('/queue');
  const board = await page.context().newPage();
  await board.goto(`${app.url}/queue/${demoLocation}`);
  await board.locator('#waiting tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await board.getByText('This board may not show the queue any more.').waitFor();
  await board.locator('#state:empty').waitFor({ state: 'attached' });
  await board.getByText('sign in again').waitFor();
  expect(await board.locator('tbody tr').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await board.locator('#waiting tbody tr').first().waitFor();
  await page.context().close();
});

it.each([
  ['/data', 'Show'],
  ['/docs', ''],
])('%s shows the sign-in at the first call after the session was revoked', async (path, button) => {
  const page = await signedIn(path);
  if (button) await page.getByText(/^1 to \d+ of \d+$/).waitFor();
  await revoke(page);
  if (button) await page.getByRole('button', { name: button, exact: true }).click();
  else await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.getByText('The session has ended.').waitFor();
  await signInShown(page);
  await page.context().close();
});

it('shows that the session has not ended if the sign-out does not reach the service', async () => {
  const page = await signedIn('/');
  await page.route('**/v1/Auth/Logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('This browser has forgotten the session.').waitFor();
  await signInShown(page);
  expect(await page.getByText('Signed out.').count()).toBe(0);
  await page.context().close();
});

it('signs out within ten seconds in the browser, and says that a call failed, while the service hangs', async () => {
  const page = await signedIn('/data');
  await page.getByText(/^1 to \d+ of \d+$/).waitFor();
  await page.clock.install();
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  await page.route('**/v1/**', async (route) => {
    await stopped;
    await route.abort();
  });
  const press = (name: string): Promise<unknown> =>
    Promise.all([page.waitForRequest('**/v1/**'), page.getByRole('button', { name, exact: true }).click()]);
  await press('Show');
  await page.getByText('Loading …').waitFor();
  await page.clock.runFor(40_000);
  await page.getByText('The service cannot be reached. Try again.').waitFor();
  await press('Sign out');
  await page.getByText('Signing out …').waitFor();
  await page.clock.runFor(10_000);
  await page.getByText('This browser has forgotten the session.').waitFor();
  await signInShown(page);
  stop();
  await page.context().close();
});

it('a single failed request leaves the sign-in or a message', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.route('**/demo-users.json', (route) => route.abort());
  await page.goto(`${app.url}/data`);
  await page.locator('#sign-in').getByRole('button', { name: 'Sign in' }).waitFor();
  await page.unroute('**/demo-users.json');
  await page.route('**/data/openapi.json', (route) => route.abort());
  await page.goto(`${app.url}/data`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The service did not send its lists.').waitFor();
  await page.unroute('**/data/openapi.json');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText(/^1 to \d+ of \d+$/).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Signed out.').waitFor();
  expect(await page.locator('#read').innerText()).toBe('');
  await page.context().close();
});

it('the list of boards comes by itself as soon as the service sends it', async () => {
  const page = await signedIn('/');
  await page.clock.install();
  await page.route('**/v1/Locations*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${app.url}/queue`);
  await page.getByText('The service did not send the boards. This page tries again.').waitFor();
  await page.unroute('**/v1/Locations*');
  await page.clock.runFor(5000);
  await page.locator('#locations a').first().waitFor();
  expect(await page.getByText('This page tries again.').isVisible()).toBe(false);
  await page.context().close();
});

it.each([
  ['/queue', 'Your role does not include boards.'],
  ['/desk', 'Your role does not include a desk.'],
  ['/data', 'Your role does not include any list.'],
  ['/imports', 'Your role does not include imports.'],
])('%s says who can help a user whose role does not include it', async (path, message) => {
  const page = await signedIn('/');
  await page.route('**/v1/Auth/Me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), Operations: ['readEventType'] } });
  });
  await page.goto(app.url + path);
  await page.getByText(`${message} An Administrator can add`).waitFor();
  expect(await page.locator('#query').isVisible()).toBe(false);
  await page.context().close();
});

it('a demo offers only users who sign in with one click', async () => {
  const offered = async (): Promise<string[]> => {
    const { body } = await app.http.get('/demo-users.json').expect(200);
    return (body as { users: { UserName: string }[] }).users.map(({ UserName }) => UserName);
  };
  const before = await offered();
  expect(before).toHaveLength(6);
  const admin = await asDemoUser(app, 'admin@demo.test');
  const user = { UserName: 'kim@demo.test', DisplayName: 'Kim', Roles: ['Worker'], OwnPassword: demoPassword };
  await app.http.post('/v1/Users').set(admin).send(user).expect(200);
  expect(await offered()).toEqual(before);
  const { body } = await app.http.get('/v1/Users?UserNameStartsWith=other').set(admin).expect(200);
  const path = `/v1/Users/${body.Users[0].UserId as string}`;
  await app.http.put(path).set(admin).send({ Disabled: true, OwnPassword: demoPassword }).expect(200);
  expect(await offered()).toEqual(before.filter((name) => name !== 'other@demo.test'));
});
