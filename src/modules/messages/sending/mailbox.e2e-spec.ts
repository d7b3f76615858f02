import { password, startApp, type TestApp } from '../../../../test/support/app.js';
import { startDemo } from '../../../../test/support/demo-app.js';
import { startMailServer } from '../../../../test/support/mail-server.js';
import { until } from '../../../../test/support/until.js';
import { UsersService } from '../../../auth/users/users.service.js';

const page = async ({ http }: TestApp): Promise<string> => (await http.get('/mailbox').expect(200)).text;

it('shows the mail that a demo has sent, whose link works', async () => {
  const demo = await startDemo();
  const name = 'ada@example.test';
  const user = { displayName: 'Ada <b>Lovelace</b>', roles: ['Worker'], agentId: 0, password };
  await demo.get(UsersService).create(name, user);
  expect(await page(demo)).toContain('No messages yet.');
  await demo.http.post('/v1/Auth/Password/Forgot').send({ UserName: name }).expect(200);
  await until(async () => (await page(demo)).includes(`<strong>Mail</strong> to ${name}`));
  const shown = (await page(demo)).replaceAll('&#x2F;', '/');
  expect(shown).toContain('Ada &lt;b&gt;Lovelace&lt;');
  expect(shown).not.toContain('<b>');
  const [, path] = /<a href="https?:\/\/[^/"]+(\/password\/[\w-]+)">/.exec(shown)!;
  await demo.http.post(path).type('form').send({ NewPassword: 'another long pass phrase' }).expect(200);
  await demo.close();
});

it('shows nothing that a demo sends to a mail server', async () => {
  const mails = await startMailServer();
  const demo = await startDemo(60, { SMTP_URL: mails.url, MAIL_FROM: 'office@example.com' });
  const name = 'ada@example.test';
  await demo.get(UsersService).create(name, { displayName: 'Ada', roles: ['Worker'], agentId: 0, password });
  await demo.http.post('/v1/Auth/Password/Forgot').send({ UserName: name }).expect(200);
  await until(() => mails.received.length === 1);
  expect(await page(demo)).toContain('No messages yet.');
  await demo.close();
  await mails.close();
});

it('is closed outside of a demo', async () => {
  const app = await startApp();
  await app.http.get('/mailbox').expect(404);
  await app.http
    .get('/mailbox')
    .set(await app.as('Administrator'))
    .expect(404);
  await app.close();
});
