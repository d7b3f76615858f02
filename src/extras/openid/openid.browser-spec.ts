import type { Browser, Page } from 'playwright-core';
import { startAuthApp, type AuthApp } from '../../../test/support/app/auth-app.js';
import { launchBrowser } from '../../../test/support/clients/browser.js';
import { publicUrl } from './test/openid-client.js';
import { RealProvider } from './test/real-provider.js';
import { client } from './test/handmade-provider.js';

let house: RealProvider;
let app: AuthApp;
let browser: Browser;

beforeAll(async () => {
  house = await RealProvider.open((login) => ({ email: `${login}@house.test`, email_verified: true }));
  app = await startAuthApp({
    SWAGGER: 'true',
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: house.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_NAME: 'The house',
  });
  await app.users.create('ann@house.test', { displayName: 'Ann', roles: ['Worker'] });
  // PUBLIC_URL is the address of the service.
  browser = await launchBrowser(`--host-resolver-rules=MAP ${new URL(publicUrl).host} ${new URL(app.url).host}`);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await house.close();
});

async function signIn(login: string, list = ''): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${publicUrl}/data${list}`);
  await page.locator('main').getByRole('button', { name: 'Sign in with The house' }).click();
  await page.getByRole('textbox', { name: 'Who?' }).fill(login);
  await page.getByRole('button', { name: 'It is me' }).click();
  await page.waitForURL(`${publicUrl}/data${list}`);
  return page;
}

it('signs in by a button, removes the code from the address, and leads back to the list', async () => {
  const page = await signIn('ann', '#listEventTypes?take=25');
  await page.getByText('Signed in as Ann, Worker.').waitFor();
  expect(await page.evaluate('location.hash')).toMatch(/^#listEventTypes\?/);
  expect(await page.evaluate('location.href')).not.toContain('OpenId');
  await page.reload();
  await page.getByText('Signed in as Ann, Worker.').waitFor();
});

it('shows why a sign-in was rejected', async () => {
  const page = await signIn('eve');
  await page.getByText('There is no user with your name at the provider. Ask the office.').waitFor();
});
