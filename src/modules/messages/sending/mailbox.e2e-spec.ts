import { password, startApp, type TestApp } from '../../../../test/support/app/app.js';
import { startDemo } from '../../../../test/support/app/demo-app.js';
import { startMailServer, type MailServer } from '../../../../test/support/servers/mail-server.js';
import { until } from '../../../../test/support/time/until.js';
import { UsersService } from '../../../auth/users/users.service.js';
import { MailboxService } from './mailbox.service.js';

const name = 'ada@example.test';

let mails: MailServer;
let app: TestApp;

beforeAll(async () => {
  mails = await startMailServer();
});
afterEach(() => app.close());
afterAll(() => mails.close());

const page = async (): Promise<string> => (await app.http.get('/mailbox').expect(200)).text;

/** Requests a password link for a user. */
async function forget(displayName = 'Ada'): Promise<void> {
  await app.get(UsersService).create(name, { displayName, roles: ['Worker'], agentId: 0, password });
  await app.http.post('/v1/Auth/Password/Forgot').send({ UserName: name }).expect(200);
}

it('shows the mails that a demo has sent, with working links', async () => {
  app = await startDemo();
  expect(await page()).toContain('No messages yet.');
  await forget('Ada <b>Lovelace</b>');
  await until(async () => (await page()).includes(`<strong>Mail</strong> to ${name}`));
  const shown = (await page()).replaceAll('&#x2F;', '/');
  expect(shown).toContain('Ada &lt;b&gt;Lovelace&lt;');
  expect(shown).not.toContain('<b>');
  const [, path] = /<a href="https?:\/\/[^/"]+(\/password\/[\w-]+)">/.exec(shown)!;
  await app.http.post(path).type('form').send({ NewPassword: 'another long pass phrase' }).expect(200);
});

it('shows a link after the text of its line', async () => {
  app = await startDemo();
  const content = { subject: '', text: '', html: '', short: 'You are next: https://example.test/visit/1' };
  app.get(MailboxService).add('Text', { id: '1', to: '(505) 555-0142', content });
  const link = '<a href="https://example.test/visit/1">https://example.test/visit/1</a>';
  expect((await page()).replaceAll('&#x2F;', '/')).toContain(`<p>You are next: ${link}</p>`);
});

it('does not show mails that a demo sends to a mail server', async () => {
  app = await startDemo(60, { SMTP_URL: mails.url, MAIL_FROM: 'office@example.com' });
  await forget();
  await until(() => mails.received.length === 1);
  expect(await page()).toContain('No messages yet.');
});

it('answers 404 for the mailbox outside of a demo', async () => {
  app = await startApp();
  await app.http.get('/mailbox').expect(404);
  const admin = await app.as('Administrator');
  await app.http.get('/mailbox').set(admin).expect(404);
});
