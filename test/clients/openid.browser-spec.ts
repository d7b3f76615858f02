import type { Browser, Page } from 'playwright-core';
import { startAuthApp, type AuthApp } from '../support/auth-app.js';
import { launchBrowser } from '../support/browser.js';
import { publicUrl } from '../support/openid-client.js';
import { House } from '../support/openid-house.js';
import { client } from '../support/openid-provider.js';

jest.setTimeout(60_000);

let house: House;
let app: AuthApp;
let browser: Browser;

beforeAll(async () => {
  house = await House.open((login) => ({ email: `${login}@house.test`, email_verified: true }));
  app = await startAuthApp({
    SWAGGER: 'true',
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: house.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'The house',
  });
  await app.users.create('ann@house.test', { displayName: 'Ann', roles: ['Worker'] });
  // The service is reached where it says that it is.
  browser = await launchBrowser(`--host-resolver-rules=MAP ${new URL(publicUrl).host} ${new URL(app.url).host}`);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await app.close();
  await house.close();
});

async function signIn(login: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${publicUrl}/data`);
  await page.getByRole('button', { name: 'Sign in with The house' }).click();
  await page.getByRole('textbox', { name: 'Who?' }).fill(login);
  await page.getByRole('button', { name: 'It is me' }).click();
  await page.waitForURL(`${publicUrl}/data`);
  return page;
}

it('signs in on a page by a button, and leaves nothing in the address', async () => {
  const page = await signIn('ann');
  await page.getByText('Signed in as Ann, Worker.').waitFor();
  expect(await page.evaluate('location.href')).toBe(`${publicUrl}/data`);
  await page.reload();
  await page.getByText('Signed in as Ann, Worker.').waitFor();
});

it('says why somebody is not let in', async () => {
  const page = await signIn('eve');
  await page.getByText('There is no user of the name that the provider states. Ask the office.').waitFor();
});
