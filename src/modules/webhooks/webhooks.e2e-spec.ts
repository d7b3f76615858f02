import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import sql from 'sql-template-tag';
import { runCall } from '../../context/call-context.js';
import { SystemClock } from '../../context/system-clock.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { password, startApp, type TestApp } from '../../../test/support/app/app.js';
import { Contact } from '../contacts/contact.entity.js';
import { OutboxService } from '../messages/outbox.service.js';
import { SenderService } from '../messages/sending/sender.service.js';
import { until } from '../../../test/support/time/until.js';
import { startMailServer, type MailServer } from '../../../test/support/servers/mail-server.js';
import { DelivererService } from './deliverer.service.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}
interface Event {
  type: string;
  timestamp: string;
  data: { Record: string; Id: string; Operation: string };
}
interface Delivery {
  DeliveryId: number;
  Type: string;
  State: string;
  Tries: number;
  Status: number;
  LastError: string;
}

let app: TestApp;
let admin: { Authorization: string };
let receiver: Server;
let mails: MailServer;
let url: string;
let status: number;
let received: Received[];
let now: number;

beforeAll(async () => {
  mails = await startMailServer();
  app = await startApp({ WEBHOOK_ALLOW: '127.0.0.0/8', SMTP_URL: mails.url, MAIL_FROM: 'office@example.com' });
  admin = await app.as('Administrator');
  // The suite delivers the events itself, at the times that it sets.
  await app.get(JobsService).onModuleDestroy();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status, { Location: 'http://169.254.169.254/latest' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  now = Date.now();
  jest.spyOn(app.get(SystemClock), 'now').mockImplementation(() => now);
});
afterAll(async () => {
  receiver.close();
  await app.close();
  await mails.close();
});
beforeEach(() => {
  now = Date.now();
  status = 204;
  received = [];
});
afterEach(async () => {
  await app.db.tx(() => app.db.execute(sql`DELETE FROM webhooks`));
});

const call = (verb: 'get' | 'post' | 'put' | 'delete', path: string) => app.http[verb](path).set(admin);
const deliver = async (): Promise<void> => {
  await app.get(DelivererService).deliver();
  await app.get(DelivererService).idle();
};
const eventsIn = (all: readonly Received[]) => all.map(({ body }) => JSON.parse(body) as Event);

async function addWebhook(sent: object = {}): Promise<{ WebhookId: number; Secret: string }> {
  const { body } = await call('post', '/v1/Webhooks')
    .send({ Url: url, ...sent })
    .expect(200);
  return (body as { Webhooks: { WebhookId: number; Secret: string }[] }).Webhooks[0];
}

async function deliveriesOf(webhookId: number): Promise<Delivery[]> {
  const { body } = await call('get', `/v1/Webhooks/${webhookId}/Deliveries`).expect(200);
  return (body as { Deliveries: Delivery[] }).Deliveries;
}

async function webhook(id: number): Promise<{ Active: boolean; FailingSince: string; LastError: string }> {
  const { body } = await call('get', `/v1/Webhooks/${id}`).expect(200);
  return (body as { Webhooks: { Active: boolean; FailingSince: string; LastError: string }[] }).Webhooks[0];
}

async function addContact(): Promise<number> {
  const { body } = await call('post', '/v1/Contacts').send({ FirstName: 'Ada', LastName: 'Lovelace' }).expect(200);
  return (body as { Contacts: { ContactId: number }[] }).Contacts[0].ContactId;
}
const rename = (id: number, FirstName: string) => call('put', `/v1/Contacts/${id}`).send({ FirstName }).expect(200);

const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

it('delivers each event signed by Standard Webhooks, without personal data', async () => {
  const { Secret } = await addWebhook();
  const id = await addContact();
  await rename(id, 'Augusta');
  await deliver();
  expect(eventsIn(received).map(({ type, data }) => [type, data.Record, data.Id, data.Operation])).toEqual([
    ['contact.created', 'Contact', String(id), 'addContact'],
    ['contact.changed', 'Contact', String(id), 'changeContact'],
  ]);
  for (const { timestamp } of eventsIn(received)) expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{7}Z$/);
  for (const each of received) {
    expect(() => verify(Secret, each)).not.toThrow();
    expect(each.body).not.toMatch(/Ada|Augusta|Lovelace/);
    expect(() => verify(Secret, { ...each, body: `${each.body} ` })).toThrow('No matching signature');
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

it.each([
  ['HTTPS://EXAMPLE.com:443/Hook?a=1#part', 'https://example.com/Hook?a=1'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://example.com/a/../b', 'https://example.com/b'],
])('stores the URL %s as the service connects to it', async (Url, stored) => {
  const { body } = await call('post', '/v1/Webhooks').send({ Url }).expect(200);
  const [{ WebhookId, Url: added }] = (body as { Webhooks: { WebhookId: number; Url: string }[] }).Webhooks;
  expect(added).toBe(stored);
  expect(await webhook(WebhookId)).toMatchObject({ Url: stored });
  await call('put', `/v1/Webhooks/${WebhookId}`).send({ Url: url }).expect(200);
  await call('put', `/v1/Webhooks/${WebhookId}`).send({ Url }).expect(200);
  expect(await webhook(WebhookId)).toMatchObject({ Url: stored });
});

it('loses no event of a call that changes many records, with several webhooks', async () => {
  const webhooks = [await addWebhook(), await addWebhook(), await addWebhook({ Events: ['contact.changed'] })];
  const rows = Array.from({ length: 400 }, (_, index) => ({ ContactId: 92_000 + index, Name: `Ada ${index}` }));
  await app.db.tx(() => app.db.insertAll(Contact, rows));
  const Contacts = rows.map(({ ContactId }) => ({ ContactId, Title: 'Dr' }));
  await call('put', '/v1/Contacts').send({ Contacts }).expect(200);
  const counts = await app.db.all(sql`SELECT d.WebhookId AS WebhookId, COUNT(DISTINCT d.Subject) AS Records,
    COUNT(*) AS Events FROM webhook_deliveries d GROUP BY d.WebhookId ORDER BY d.WebhookId`);
  expect(counts).toEqual(webhooks.map(({ WebhookId }) => ({ WebhookId, Records: 400, Events: 400 })));
});

it('raises one event for a record that a large call changes in two entries of the audit', async () => {
  const { WebhookId } = await addWebhook();
  const rows = Array.from({ length: 200 }, (_, index) => ({ ContactId: 91_000 + index, Name: `Ada ${index}` }));
  const [{ ContactId }] = rows;
  await app.db.tx(() => app.db.insertAll(Contact, rows));
  await runCall({ userId: null, operationName: 'changeTwice', requestId: 'twice' }, () =>
    app.db.tx(async () => {
      await app.db.update(Contact, { ContactId }, { Tags: 'one' });
      await app.db.updateAll(Contact, rows.slice(1), { Tags: 'x'.repeat(600) });
      await app.db.update(Contact, { ContactId }, { Tags: 'two' });
    }),
  );
  const entries = sql`SELECT AuditId FROM audit WHERE Operation = 'changeTwice'`;
  expect((await app.db.all(entries)).length).toBeGreaterThan(1);
  const deliveries = sql`SELECT d.Subject AS Subject FROM webhook_deliveries d WHERE d.WebhookId = ${WebhookId}`;
  const subjects = (await app.db.all<{ Subject: string }>(deliveries)).map(({ Subject }) => Subject);
  expect(subjects).toHaveLength(rows.length);
  expect(new Set(subjects).size).toBe(rows.length);
});

it('raises one event for a contact that is added with an SSN, and audits one change', async () => {
  const { WebhookId } = await addWebhook();
  const sent = { Name: 'Ada', SSN: '123-45-6789' };
  const { body } = await call('post', '/v1/Contacts').send(sent).expect(200);
  const [{ ContactId, SSN }] = (body as { Contacts: { ContactId: number; SSN: string }[] }).Contacts;
  expect(SSN).toBe('***-**-6789');
  expect((await deliveriesOf(WebhookId)).map(({ Type }) => Type)).toEqual(['contact.created']);
  const { body: audit } = await call('get', `/v1/Audit?Record=Contact&RecordId=${ContactId}`).expect(200);
  const [{ Changes }] = (audit as { Audit: { Changes: string }[] }).Audit;
  expect(JSON.parse(Changes)).toMatchObject([{ Record: 'Contact', Action: 'Insert', After: { SSN: '***' } }]);
});

it('delivers only the selected events, and none to an inactive webhook', async () => {
  const { WebhookId } = await addWebhook({ Events: ['contact.created'] });
  await addWebhook({ Active: false });
  const id = await addContact();
  await rename(id, 'Augusta');
  await deliver();
  expect(eventsIn(received).map(({ type }) => type)).toEqual(['contact.created']);
  expect(await deliveriesOf(WebhookId)).toMatchObject([{ Type: 'contact.created', State: 'Delivered', Status: 204 }]);
});

it('writes no event of a call that is rolled back', async () => {
  const { WebhookId } = await addWebhook();
  const list = {
    Contacts: [
      { ContactId: await addContact(), FirstName: 'A' },
      { ContactId: 999_999, FirstName: 'B' },
    ],
  };
  await call('put', '/v1/Contacts').send(list).expect(404);
  expect((await deliveriesOf(WebhookId)).map(({ Type }) => Type)).toEqual(['contact.created']);
});

it('keeps the order of the events of a record, and delivers those of other records while one is refused', async () => {
  const { WebhookId } = await addWebhook();
  const [first, second] = [await addContact(), await addContact()];
  status = 400;
  await deliver();
  await rename(first, 'Augusta');
  status = 204;
  received = [];
  await deliver();
  expect(received).toEqual([]);
  now += 5_000;
  for (let i = 0; i < 3; i++) await deliver();
  const ofFirst = eventsIn(received).filter(({ data }) => data.Id === String(first));
  expect(ofFirst.map(({ type }) => type)).toEqual(['contact.created', 'contact.changed']);
  expect(eventsIn(received).filter(({ data }) => data.Id === String(second))).toHaveLength(1);
  expect((await webhook(WebhookId)).LastError).toBe('');
});

it.each([500, 503, 429, 302])('waits longer after each answer %i, and follows no redirect', async (answer) => {
  const { WebhookId } = await addWebhook();
  await addContact();
  status = answer;
  const waits: number[] = [];
  let last = now;
  while (waits.length < 4) {
    const before = received.length;
    await deliver();
    if (received.length > before) {
      waits.push((now - last) / 1000);
      last = now;
    }
    now += 1000;
  }
  expect(waits).toEqual([0, 5, 20, 80]);
  const [delivery] = await deliveriesOf(WebhookId);
  expect(delivery).toMatchObject({ State: 'Pending', Tries: 4, Status: answer });
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('switches a webhook off after the answer 410, and keeps the events until it is switched on', async () => {
  const { WebhookId } = await addWebhook();
  await addContact();
  status = 410;
  await deliver();
  expect(await webhook(WebhookId)).toMatchObject({
    Active: false,
    LastError: 'Switched off: The receiver responded with 410.',
  });
  status = 204;
  now += 60_000;
  await deliver();
  expect(received).toHaveLength(1);
  await call('put', `/v1/Webhooks/${WebhookId}`).send({ Active: true }).expect(200);
  await deliver();
  expect(received).toHaveLength(2);
});

it('switches a webhook off after five days of failure', async () => {
  const { WebhookId } = await addWebhook();
  await addContact();
  status = 500;
  await deliver();
  now += 4.9 * 24 * 3600 * 1000;
  await deliver();
  expect(await webhook(WebhookId)).toMatchObject({ Active: true });
  await addContact();
  now += 0.2 * 24 * 3600 * 1000;
  await deliver();
  expect(await webhook(WebhookId)).toMatchObject({
    Active: false,
    LastError: expect.stringContaining('five days') as string,
  });
});

describe('a webhook that is switched off', () => {
  const userNamed = (name: string, role: string) =>
    app.users.create(name, { displayName: name, roles: [role], agentId: 0, password });
  const written = () =>
    app.db.all<{ State: string; LastError: string }>(sql`SELECT m.State AS State, m.LastError AS LastError
      FROM messages m JOIN users u ON u.UserId = m.UserId WHERE m.Kind = 'WebhookOff' ORDER BY u.UserName`);

  beforeAll(async () => {
    await userNamed('disabled@example.test', 'Administrator');
    await userNamed('no-address', 'Administrator');
    await userNamed('worker@example.test', 'Worker');
    await app.db.tx(() => app.db.execute(sql`UPDATE users SET Disabled = 1 WHERE UserName = 'disabled@example.test'`));
  });
  beforeEach(async () => {
    mails.received.length = 0;
    await app.db.tx(() => app.db.execute(sql`DELETE FROM messages`));
  });

  it('reports a webhook that is switched off in one mail to each enabled Administrator with an address', async () => {
    const { WebhookId } = await addWebhook({ Url: `${url}?token=of-the-receiver` });
    for (let count = 0; count < 4; count++) await addContact();
    status = 410;
    await deliver();
    expect(await written()).toMatchObject([
      { State: 'Pending' },
      { State: 'NotSent', LastError: 'The receiver has no e-mail address, and no telephone number with SMSOptIn.' },
    ]);
    await app.get(SenderService).send();
    const [{ to, text }, ...more] = mails.received;
    expect([to, more]).toEqual(['administrator-0@example.test', []]);
    expect(text).toContain(`has switched off the webhook ${WebhookId} to ${new URL(url).host}.`);
    expect(text).toContain('The receiver responded with 410.');
    expect(text).not.toContain('of-the-receiver');
  });

  it('leaves a webhook active if the mail about it cannot be written', async () => {
    const { WebhookId } = await addWebhook();
    await addContact();
    status = 410;
    jest.spyOn(app.get(OutboxService), 'toUsers').mockRejectedValueOnce(new Error('no room'));
    const logged = jest.spyOn(Logger.prototype, 'error');
    await deliver();
    expect(logged).toHaveBeenCalledWith(`The deliveries to webhook ${WebhookId} failed: no room`);
    logged.mockRestore();
    expect(await webhook(WebhookId)).toMatchObject({ Active: true, LastError: '' });
    expect(await written()).toEqual([]);
  });

  it('sends no mail about a webhook that was switched on again', async () => {
    const { WebhookId } = await addWebhook();
    await addContact();
    status = 410;
    await deliver();
    await call('put', `/v1/Webhooks/${WebhookId}`).send({ Active: true }).expect(200);
    await app.get(SenderService).send();
    expect(mails.received).toEqual([]);
  });
});

it('ends the deliveries to a webhook that is switched off while they run', async () => {
  let asked = 0;
  const switching = createServer((_, response) => {
    asked++;
    void app.db.tx(() => app.db.execute(sql`UPDATE webhooks SET Active = 0`)).then(() => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(switching, 'listening');
  await addWebhook({ Url: `http://127.0.0.1:${(switching.address() as AddressInfo).port}/hook` });
  for (let count = 0; count < 6; count++) await addContact();
  await deliver();
  expect(asked).toBeLessThan(6);
  switching.closeAllConnections();
  switching.close();
});

it('delivers to a webhook although the receiver of another does not answer', async () => {
  let asked = 0;
  const silent = createServer(() => asked++).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await addWebhook({ Url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hook` });
  await addWebhook();
  const deliverer = app.get(DelivererService);
  for (const count of [1, 2]) {
    await addContact();
    await deliverer.deliver();
    await until(() => received.length === count && asked > 0);
  }
  silent.closeAllConnections();
  silent.close();
  await deliverer.idle();
  expect(asked).toBeLessThanOrEqual(2);
});

it('ends a try whose receiver sends informational responses without end', async () => {
  const endless = createServer((_, response) => {
    const timer = setInterval(() => response.writeEarlyHints({ link: '</x>; rel=preload' }), 1);
    response.once('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const { WebhookId } = await addWebhook({ Url: `http://127.0.0.1:${(endless.address() as AddressInfo).port}/hook` });
  await addContact();
  await deliver();
  const [{ State, LastError }] = await deliveriesOf(WebhookId);
  expect([State, LastError]).toEqual(['Pending', 'The receiver sent more than 10 informational responses.']);
  endless.closeAllConnections();
  endless.close();
});

it('signs with both secrets for 24 hours after a change', async () => {
  const { WebhookId, Secret } = await addWebhook();
  const { body } = await call('post', `/v1/Webhooks/${WebhookId}/Secret`).expect(200);
  const renewed = (body as { Webhooks: { Secret: string }[] }).Webhooks[0].Secret;
  expect(renewed).toMatch(/^whsec_/);
  await call('post', `/v1/Webhooks/${WebhookId}/Test`).expect(200);
  await deliver();
  for (const secret of [Secret, renewed]) expect(() => verify(secret, received[0])).not.toThrow();
  for (const [passed, signatures] of [
    [24 * 3600 * 1000 - 1000, 2],
    [2000, 1],
  ]) {
    now += passed;
    await call('post', `/v1/Webhooks/${WebhookId}/Test`).expect(200);
    await deliver();
    expect(String(received.at(-1)!.headers['webhook-signature']).split(' ')).toHaveLength(signatures);
  }
});

it('delivers an event again with the same id and body', async () => {
  const { WebhookId } = await addWebhook();
  await call('post', `/v1/Webhooks/${WebhookId}/Test`).expect(200);
  const path = async () =>
    `/v1/Webhooks/${WebhookId}/Deliveries/${(await deliveriesOf(WebhookId))[0].DeliveryId}/Redeliver`;
  await call('post', await path()).expect(409);
  await deliver();
  await call('post', await path()).expect(200);
  await deliver();
  expect(received).toHaveLength(2);
  expect(received[1].body).toBe(received[0].body);
  expect(received[1].headers['webhook-id']).toBe(received[0].headers['webhook-id']);
});

it('shows the secret of a webhook only in the answer that makes it', async () => {
  const { WebhookId, Secret } = await addWebhook();
  expect(Secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const path of ['/v1/Webhooks', `/v1/Webhooks/${WebhookId}`])
    expect(JSON.stringify((await call('get', path).expect(200)).body)).not.toContain(Secret);
  const stored = await app.db.one<{ Secret: string }>(sql`SELECT s.Secret AS Secret FROM webhook_secrets s
    WHERE s.WebhookId = ${WebhookId}`);
  expect(stored?.Secret).not.toContain(Secret);
});

it.each([
  ['ftp://example.com/', 'Url'],
  ['https://user:password@example.com/', 'Url'],
  ['http://user:password@127.0.0.1/', 'Url'],
  ['example.com', 'Url'],
  ['https:///example.com/', 'Url'],
  ['https:example.com/', 'Url'],
  ['https://\\example.com/', 'Url'],
  ['https://example.com/a\r\nb', 'Url'],
  ['https://exam\nple.com/', 'Url'],
  ['https://example.com/\tb', 'Url'],
  ['https://example.com/\u0000', 'Url'],
  [`https://example.com/${'ü'.repeat(200)}`, 'Url'],
  ['https://example.com:0/', 'Url'],
  ['http://127.0.0.1:0/', 'Url'],
  ...[
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[::127.0.0.1]/',
    'https://[4000::1]/',
    'https://2886729729/',
    'https://0x0a.0.0.1/',
    'http://93.184.216.34/',
  ].map((Url) => [Url, 'Url']),
])('refuses the URL %s', async (Url, FieldName) => {
  const { body } = await call('post', '/v1/Webhooks').send({ Url }).expect(400);
  expect(body).toMatchObject({ ResponseStatus: { Errors: [{ FieldName }] } });
});

it('refuses an unknown event and lists the known ones', async () => {
  const { body } = await call('post', '/v1/Webhooks')
    .send({ Url: url, Events: ['contact.borrowed'] })
    .expect(400);
  const { Errors } = (body as { ResponseStatus: { Errors: { FieldName: string; Meta: { Allowed: string } }[] } })
    .ResponseStatus;
  expect(Errors[0].FieldName).toBe('Events');
  expect(Errors[0].Meta.Allowed).toContain('visit.called');
});

describe('an import of webhooks', () => {
  const upload = (lines: string) => call('post', '/v1/Sets/webhooks').set('Content-Type', 'text/csv').send(lines);

  it('adds a webhook with a secret that signs its deliveries, and changes a stored webhook', async () => {
    const { WebhookId } = await addWebhook();
    await app.db.tx(() => app.db.execute(sql`UPDATE webhooks SET Active = 0, LastError = 'closed'`));
    const file = `WebhookId,Url,Events,Active\n,${url}/new,"[""contact.created""]",true\n${WebhookId},${url},[],true\n`;
    expect((await upload(file).expect(200)).body).toMatchObject({ Read: 2, Inserted: 1, Updated: 1 });
    const { body } = await call('get', '/v1/Webhooks').expect(200);
    const { Webhooks } = body as { Webhooks: { WebhookId: number; Url: string; Active: boolean; LastError: string }[] };
    expect(Webhooks).toHaveLength(2);
    expect(Webhooks.find((webhook) => webhook.WebhookId === WebhookId)).toMatchObject({ Active: true, LastError: '' });
    const added = Webhooks.find(({ Url }) => Url === `${url}/new`)!;
    await call('post', `/v1/Webhooks/${added.WebhookId}/Test`).expect(200);
    await deliver();
    expect(received[0].headers['webhook-signature']).toMatch(/^v1,/);
  });

  it('refuses a file with a webhook that POST would refuse, and stores no webhook of the file', async () => {
    const { body } = await upload(`Url,Events\n${url},[]\nftp://example.com/,"[""contact.borrowed""]"\n`).expect(400);
    const { Errors } = (body as { ResponseStatus: { Errors: { FieldName: string }[] } }).ResponseStatus;
    expect(Errors.map(({ FieldName }) => FieldName)).toEqual(['line 3.Url', 'line 3.Events']);
    const { text } = await upload(`Url\n${`${url}\n`.repeat(21)}`).expect(400);
    expect(text).toContain('There may be 20 webhooks');
    expect((await call('get', '/v1/Webhooks').expect(200)).body).toMatchObject({ Webhooks: [] });
  });
});

it.each(['https://10.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'https://2886729729/', 'http://93.184.216.34/'])(
  'fails for good, and switches the webhook off, if its URL has come to lead to the internal address %s',
  async (forbidden) => {
    const { WebhookId } = await addWebhook();
    await app.db.tx(() => app.db.execute(sql`UPDATE webhooks SET Url = ${forbidden}`));
    await call('post', `/v1/Webhooks/${WebhookId}/Test`).expect(200);
    await deliver();
    const [delivery] = await deliveriesOf(WebhookId);
    expect(delivery).toMatchObject({ State: 'Failed', Status: 0, Tries: 1 });
    expect(delivery.LastError).toContain('is not a public address');
    expect(await webhook(WebhookId)).toMatchObject({
      Active: false,
      LastError: `Switched off: ${delivery.LastError}`,
    });
    const mails = await app.db.all(sql`SELECT m.MessageId FROM messages m WHERE m.Kind = 'WebhookOff'
      AND m.RecordId = ${String(WebhookId)}`);
    expect(mails.length).toBeGreaterThan(0);
  },
);

it('refuses names that are always internal without WEBHOOK_ALLOW', async () => {
  const strict = await startApp({});
  const { http } = strict;
  const asAdmin = await strict.as('Administrator');
  for (const host of ['localhost', 'LOCALHOST.', 'hook.localhost', 'printer.local', 'db.internal', 'nas.home.arpa']) {
    const { body } = await http
      .post('/v1/Webhooks')
      .set(asAdmin)
      .send({ Url: `https://${host}/` })
      .expect(400);
    expect(body).toMatchObject({ ResponseStatus: { Errors: [{ FieldName: 'Url' }] } });
  }
  await http.post('/v1/Webhooks').set(asAdmin).send({ Url: 'https://internal.example.com/' }).expect(200);
  await strict.close();
});

it('refuses an event that is named twice', async () => {
  const Events = ['visit.called', 'contact.created', 'visit.called'];
  const { body } = await call('post', '/v1/Webhooks').send({ Url: url, Events }).expect(400);
  expect(body).toMatchObject({ ResponseStatus: { Errors: [{ FieldName: 'Events[2]', ErrorCode: 'Duplicate' }] } });
});

it('shows only the host of a URL in the audit and the history', async () => {
  const { WebhookId } = await addWebhook({ Url: `${url}?token=first-of-the-receiver` });
  await call('put', `/v1/Webhooks/${WebhookId}`)
    .send({ Url: `${url}?token=second-of-the-receiver` })
    .expect(200);
  const shown = `http://${new URL(url).host}/***`;
  const audit = JSON.stringify((await call('get', '/v1/Audit?Record=Webhook').expect(200)).body);
  expect(audit).toContain(shown);
  const { body } = await call('get', `/v1/Webhooks/${WebhookId}/History`).expect(200);
  const [{ AuditId, Changes }] = (body as { History: { AuditId: string; Changes: object[] }[] }).History;
  expect(Changes).toEqual([{ Field: 'Url', From: shown, To: shown }]);
  expect(audit + JSON.stringify(body)).not.toContain('of-the-receiver');
  await call('post', `/v1/Webhooks/${WebhookId}/History/${AuditId}/Revert`).send({}).expect(409);
});
