import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiveWebhook, type WebhookEvent } from '../clients/typescript/src/webhooks.js';
import { startApp, type TestApp } from './support/app/app.js';
import { startMailServer, startTextGateway, type MailServer, type TextGateway } from './support/servers/mail-server.js';
import { until } from './support/time/until.js';

let app: TestApp;
let admin: { Authorization: string };
let mails: MailServer;
let texts: TextGateway;
let receiver: Server;
const deliveries: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  [mails, texts] = await Promise.all([startMailServer(), startTextGateway()]);
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  app = await startApp({
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'office@example.com', SMS_URL: texts.url, QUIET_HOURS: 'none' },
    ...{ PUBLIC_URL: 'https://agency.example.com', WEBHOOK_ALLOW: '127.0.0.0/8' },
  });
  admin = await app.as('Administrator');
});
afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
  await Promise.all([mails.close(), texts.close()]);
});

/** The records of the answer, under the name of their list. */
async function done<Item = Record<string, string>>(
  verb: 'post' | 'put',
  path: string,
  list: string,
  body: object,
): Promise<Item[]> {
  const answer = await app.http[verb](`/v1${path}`).set(admin).send(body).expect(200);
  return (answer.body as Record<string, Item[]>)[list];
}

it('a customer is called by a text message and answers a survey from a mail; webhooks report both events', async () => {
  const { port } = receiver.address() as AddressInfo;
  const [{ Secret }] = await done('post', '/Webhooks', 'Webhooks', {
    Url: `http://127.0.0.1:${port}/events`,
    Events: ['contact.created', 'visit.created', 'visit.called', 'invitation.created', 'invitation.answered'],
  });
  const [{ AgentId }] = await done('post', '/Agents', 'Agents', { AgentName: 'Ana', AgentStatus: 'Active' });
  const [customer] = await done('post', '/Contacts', 'Contacts', {
    ...{ FirstName: 'Zoë', LastName: 'Álvarez', AgentId, EmailPersonal: 'zoe@example.com' },
    ...{ Phone: '(505) 555-0142', SMSOptIn: true },
  });

  const [{ LocationId }] = await done('post', '/Locations', 'Locations', { Name: 'Main Street' });
  const [{ Id: LineId }] = await done('post', '/Lines', 'Lines', { LocationId, Name: 'Enrolment' });
  const station = { LocationId, Name: 'Desk 1', Open: true, LineIds: [LineId] };
  const [{ StationId }] = await done('post', '/Stations', 'Stations', station);
  const visit = { CustomerId: customer.ContactGUID, LocationId, LineId, SendReminders: true };
  const [{ Id }] = await done('post', '/CustomerCheckins', 'CustomerCheckins', visit);
  await done('post', '/CustomerCheckins/CallNext', 'CustomerCheckins', { StationId });
  await until(() => texts.received.some(({ text }) => text.includes('it is your turn')));
  const called = texts.received.find(({ text }) => text.includes('it is your turn'))!;
  expect(called).toMatchObject({
    to: '+15055550142',
    text: expect.stringContaining('please come to Desk 1') as string,
  });
  const place = await app.http.get(/https:\/\/agency\.example\.com(\/visit\/[\w-]+)/.exec(called.text)![1]).expect(200);
  expect(place.text).toContain('It is your turn: please come to Desk 1.');

  const [{ SurveyId }] = await done('post', '/Surveys', 'Surveys', {
    Title: 'After the visit',
    Questions: [{ Text: 'Were you helped?', Kind: 'Choice', Required: true, Options: [{ Code: 'Y', Label: 'Yes' }] }],
  });
  const Contacts = [{ ContactId: customer.ContactId }];
  const [invitation] = await done('post', '/Survey/GiftCard/Invitations', 'Invitations', { SurveyId, Contacts });
  await until(() => mails.received.length === 1);
  const [mail] = mails.received;
  expect(mail.to).toBe('zoe@example.com');
  const link = /https:\/\/agency\.example\.com(\/s\/[0-9a-f]{32})\b/.exec(mail.text)![1];
  const page = await app.http.get(link).expect(200);
  const field = /<input type="radio" name="(q\d+)" value="Y"/.exec(page.text)![1];
  await app.http
    .post(link)
    .type('form')
    .send({ [field]: 'Y' })
    .expect(200);
  const { body } = await app.http.get(`/v1/SurveyAdmin/Results/${SurveyId}`).set(admin).expect(200);
  expect(body.Results).toMatchObject([{ Code: 'Y', Answers: 1 }]);

  await until(() => deliveries.length === 5);
  const events = deliveries.map(({ headers, body: text }) =>
    receiveWebhook(Secret, headers as Record<string, string>, text),
  );
  const heard = ({ type, data }: WebhookEvent): string => `${type} ${data.Id}`;
  expect(events.map(heard).sort()).toEqual(
    [
      `contact.created ${customer.ContactId}`,
      `visit.created ${Id}`,
      `visit.called ${Id}`,
      `invitation.created ${invitation.SurveyGuid}`,
      `invitation.answered ${invitation.SurveyGuid}`,
    ].sort(),
  );
});
