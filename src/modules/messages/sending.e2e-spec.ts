import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import {
  startMailServer,
  startTextGateway,
  type MailServer,
  type TextGateway,
} from '../../../test/support/servers/mail-server.js';
import { store } from '../../../test/support/data/rows.js';
import { until as eventually } from '../../../test/support/time/until.js';
import { SystemClock } from '../../context/system-clock.js';
import { toDate } from '../../record/values/datetime.js';
import { RemindersService } from '../appointments/reminders.service.js';
import type { Message } from './message.entity.js';
import { OutboxService } from './outbox.service.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { SenderService } from './sending/sender.service.js';

type Caller = { Authorization: string };

const minute = 60_000;
const hour = 60 * minute;

let app: TestApp;
let mails: MailServer;
let texts: TextGateway;
let agent: Caller;
let admin: Caller;
let offset = 0;
/** The time at which the clock stands still; undefined if the clock runs. */
let stopped: number | undefined;

/** The time of day in Denver that many hours from now, `hh:mm`. */
const timeAfter = (hours: number): string =>
  new Date(Date.now() + hours * hour).toLocaleTimeString('en-GB', {
    ...{ timeZone: 'America/Denver', hour: '2-digit', minute: '2-digit' },
  });

beforeAll(async () => {
  [mails, texts] = [await startMailServer(), await startTextGateway()];
  app = await startApp({
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'office@example.com', SMS_URL: texts.url, SMS_TOKEN: 'gateway-token' },
    ORGANISATION: 'Smith & Söhne, Inc.',
    ...{ PUBLIC_URL: 'https://agency.example.com', TIME_ZONE: 'America/Denver', CLOCK: '2090-05-03T18:00:00Z' },
    QUIET_HOURS: `${timeAfter(6)}-${timeAfter(12)}`,
  });
  // The suite sends the messages itself, so that no job sends one while a test looks at it.
  await app.get(JobsService).onModuleDestroy();
  const time = app.get(SystemClock);
  jest.spyOn(time, 'now').mockImplementation(() => stopped ?? Date.now() + offset);
  await store(app, 'Agent', [{ AgentId: 1, AgentName: 'Own' }]);
  await store(app, 'EventType', [{ EventTypeId: 2, EventTypeName: 'Meeting', EventCategory: 'Service' }]);
  await store(app, 'Contact', [
    { ContactId: 1, AgentId: 1, FirstName: 'Ada', EmailPersonal: 'ada@example.com', Phone: '(303) 555-0101 x7' },
    { ContactId: 2, AgentId: 1, FirstName: 'Ben', Phone: '+49 151 23456789', SMSOptIn: true },
    { ContactId: 3, AgentId: 1, FirstName: 'Cara', Phone: '303-555-0103' },
  ]);
  agent = await app.as('Agent', 1);
  admin = await app.as('Administrator');
});
afterAll(async () => {
  await app.close();
  await mails.close();
  await texts.close();
});
// Do not let a mail of one test arrive in the next test.
afterEach(() => until(async () => (await stored()).every((one) => one.State !== 'Pending' || one.LastError !== '')));
beforeEach(async () => {
  [offset, stopped] = [0, undefined];
  [mails.treat, texts.treat] = ['take', 202];
  mails.received.length = texts.received.length = 0;
  app.get(SenderService).resume();
  for (const table of [sql`messages`, sql`appointments`])
    await app.db.tx(() => app.db.execute(sql`DELETE FROM ${table}`));
  await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 0`));
});

const appointment = async (ContactId: number, StartDate = '2090-05-20T15:00:00Z'): Promise<number> => {
  const sent = app.http.post('/v1/Appointments').set(agent).send({ ContactId, EventTypeId: 2, StartDate });
  return (await sent.expect(200)).body.Appointments[0].AppointmentId as number;
};
const stored = () => app.db.all<Message>(sql`SELECT * FROM messages m ORDER BY m.MessageId`);
/** Sends due messages, as the job does every second. */
const send = () => app.get(SenderService).send();
/** Sends until the condition holds. */
const until = (is: () => boolean | Promise<boolean>) =>
  eventually(async () => {
    await send();
    return is();
  });
const makeDue = () => app.db.tx(() => app.db.execute(sql`UPDATE messages SET NextTryAt = CreatedAt`));

describe('sending text messages', () => {
  it('sends a text message to a contact with SMSOptIn and without an e-mail address', async () => {
    for (const id of [1, 2, 3]) await appointment(id);
    expect((await stored()).map(({ Channel, State }) => [Channel, State])).toEqual([
      ['Mail', 'Pending'],
      ['Text', 'Pending'],
      ['Mail', 'NotSent'],
    ]);
    await makeDue();
    await send();
    await until(() => texts.received.length === 1 && mails.received.length === 1);
    const [{ id, to, text, authorization, key }] = texts.received;
    expect({ to, authorization, key }).toEqual({
      to: '+4915123456789',
      authorization: 'Bearer gateway-token',
      key: id,
    });
    expect(text).toContain('Your appointment with Own: ');
    expect(text).toContain('9:00 AM');
  });

  it('tries a text message again with the same id while the gateway fails, hangs or dies', async () => {
    await appointment(2);
    const ids = new Set<string>();
    for (const treat of [503, 'die', 'hang', 429] as const) {
      texts.treat = treat;
      const before = texts.received.length;
      // On a busy machine a try can time out before the gateway has received it.
      while (texts.received.length === before) {
        app.get(SenderService).resume();
        await makeDue();
        await send();
      }
      expect(await stored()).toMatchObject([
        { State: 'Pending', LastError: expect.stringMatching(/gateway/) as string },
      ]);
    }
    texts.treat = 202;
    app.get(SenderService).resume();
    await makeDue();
    await send();
    await until(async () => (await stored())[0].State === 'Sent');
    for (const { id } of texts.received) ids.add(id);
    expect(texts.received.length).toBeGreaterThan(4);
    expect(ids.size).toBe(1);
  });

  it('gives up a text message that the gateway refuses', async () => {
    texts.treat = 422;
    await appointment(2);
    await makeDue();
    await send();
    await until(async () => (await stored())[0].State === 'Failed');
    expect((await stored())[0].LastError).toBe('The gateway of SMS_URL responded with 422.');
  });

  it('sends text messages while the mail server hangs', async () => {
    mails.treat = 'hang';
    await appointment(1);
    await appointment(2);
    let whileHanging = false;
    // On a busy machine a try can time out before the gateway has received it.
    for (let tries = 0; tries < 5 && !whileHanging; tries++) {
      app.get(SenderService).resume();
      texts.received.length = 0;
      await app.db.tx(() => app.db.execute(sql`UPDATE messages SET State = 'Pending'`));
      await makeDue();
      let isHanging = true;
      const sending = send().finally(() => (isHanging = false));
      await eventually(() => texts.received.length === 1 || !isHanging);
      whileHanging = isHanging;
      await sending;
    }
    expect(whileHanging).toBe(true);
  });
});

describe('quiet hours', () => {
  it('delays a message about an appointment until the quiet hours end', async () => {
    await appointment(1);
    mails.treat = { code: 451, text: 'Not now' };
    await until(async () => (await stored())[0].LastError !== '');
    mails.treat = 'take';
    offset = 8 * hour;
    await send();
    const due = async (): Promise<number> => toDate((await stored())[0].NextTryAt!).getTime() - Date.now();
    await until(async () => Math.abs((await due()) - 12 * hour) < 2 * minute);
    expect(mails.received).toEqual([]);
    offset = 12 * hour + 2 * minute;
    await send();
    await until(() => mails.received.length === 1);
  });
});

it('makes a message due in the minute in which the quiet hours end, even if the clock moves on meanwhile', () => {
  const clock = jest.spyOn(app.get(SystemClock), 'now');
  const now = clock.getMockImplementation()!;
  let reads = 0;
  clock.mockImplementation(() => now() + 8 * hour + reads++);
  const due = toDate(app.get(OutboxService).dueAt('AppointmentMade'));
  clock.mockImplementation(now);
  expect(due.getTime() % minute).toBe(0);
});

describe('the reminder on the day before an appointment', () => {
  it('writes one reminder for each start of an appointment', async () => {
    const id = await appointment(1, '2090-05-04T15:00:00Z');
    await appointment(1, '2090-05-05T15:00:00Z');
    const remind = async (): Promise<number> => {
      await Promise.all([app.get(RemindersService).remind(), app.get(RemindersService).remind()]);
      return (await stored()).filter(({ Kind }) => Kind === 'AppointmentTomorrow').length;
    };
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(1);
    await app.db.tx(() =>
      app.db.execute(
        sql`UPDATE appointments SET StartDate = '2090-05-04T16:00:00.0000000' WHERE AppointmentId = ${id}`,
      ),
    );
    expect(await remind()).toBe(2);
    await makeDue();
    await send();
    await until(async () => (await stored()).every(({ State }) => State !== 'Pending'));
    expect((await stored()).filter(({ State }) => State === 'NotSent')).toHaveLength(1);
  });

  it.each([
    ['to a contact who no longer has the appointment', sql`ContactId = 2`],
    ['of a cancelled appointment', sql`Status = 'Cancelled'`],
    ['with the former time of a moved appointment', sql`StartDate = '2090-05-04T16:00:00.0000000'`],
  ])('sends no reminder %s', async (_, change) => {
    const id = await appointment(1, '2090-05-04T15:00:00Z');
    await app.get(RemindersService).remind();
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET ${change} WHERE AppointmentId = ${id}`));
    await makeDue();
    await send();
    await until(async () => (await stored()).every(({ State }) => State !== 'Pending'));
    expect((await stored()).find(({ Kind }) => Kind === 'AppointmentTomorrow')).toMatchObject({ State: 'NotSent' });
  });
});

describe('the unsubscribe link', () => {
  it('puts an unsubscribe link into every mail to a customer, which works with one click', async () => {
    await appointment(1);
    await makeDue();
    await send();
    await until(() => mails.received.length === 1);
    const [{ headers, text }] = mails.received;
    expect(headers.get('from')).toMatch(/^=\?UTF-8\?.* <office@example\.com>$/);
    expect(text).toMatch(/\n\r?\nSmith & Söhne, Inc\.\r?\n\r?\nNo more messages/);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const url = /<(https:\/\/agency\.example\.com(\/unsubscribe\/[\w-]{43}))>/.exec(headers.get('list-unsubscribe')!)!;
    expect(text).toContain(`No more messages from us: ${url[1]}`);
    const path = url[2];
    const page = await app.http.get(path).set('Accept-Language', 'es').expect(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<html lang="es">');
    const flag = async () =>
      (await app.db.one<{ Flag: number }>(sql`SELECT DoNotContact AS Flag FROM contacts
      WHERE ContactId = 1`))!.Flag;
    expect(await flag()).toBe(0);
    await app.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await flag()).toBe(1);
    await app.http.post(path).expect(200);
    await app.http.post(path).set('Accept', 'text/html').expect(303).expect('Location', path);
    expect((await app.http.get(path).expect(200)).text).toContain('Done. You get no more messages');
    const audit = await app.db.all<{ RecordId: string }>(sql`SELECT RecordId FROM audit WHERE Record = 'Contact'
      AND Operation = 'leaveMessages'`);
    expect(audit).toEqual([{ RecordId: '1' }]);
    const all = JSON.stringify(await app.db.all(sql`SELECT * FROM messages m`));
    expect(all).not.toContain(path.split('/')[2]);
    await appointment(1);
    expect((await stored()).at(-1)).toMatchObject({
      State: 'NotSent',
      LastError: 'The contact is marked DoNotContact.',
    });
  });

  it('names the receiver, and lets the browser that unsubscribed take it back for ten minutes', async () => {
    await appointment(1);
    await makeDue();
    await send();
    await until(() => mails.received.length === 1);
    const [{ headers }] = mails.received;
    const path = /example\.com(\/unsubscribe\/[\w-]{43})>/.exec(headers.get('list-unsubscribe')!)![1];
    const html = { Accept: 'text/html' };
    const flag = async () =>
      (await app.db.one<{ Flag: number }>(sql`SELECT DoNotContact AS Flag FROM contacts WHERE ContactId = 1`))!.Flag;
    const { text } = await app.http.get(path).set(html).expect(200);
    const { Recipient } = (await stored()).at(-1) as { Recipient: string };
    expect(text).toContain(`<bdi>${Recipient[0]}…${Recipient.slice(Recipient.indexOf('@'))}</bdi>`);
    expect(text).not.toContain(Recipient);

    // A program that unsubscribes gets no way back, and no guess is one.
    expect((await app.http.post(path).expect(200)).headers['set-cookie']).toBeUndefined();
    expect(await flag()).toBe(1);
    expect((await app.http.get(path).set(html).expect(200)).text).not.toContain('Send me messages again');
    await app.http
      .post(`${path}/again`)
      .set({ ...html, Cookie: 'back=9999999999999.guess' })
      .expect(303);
    expect(await flag()).toBe(1);

    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 0 WHERE ContactId = 1`));
    const left = await app.http.post(path).set(html).expect(303);
    const [Cookie] = left.get('Set-Cookie')![0].split(';');
    expect(Cookie).toMatch(/^back=\d+\./);
    expect(
      (
        await app.http
          .get(path)
          .set({ ...html, Cookie })
          .expect(200)
      ).text,
    ).toContain('Send me messages again');
    await app.http
      .post(`${path}/again`)
      .set({ ...html, Cookie })
      .expect(303)
      .expect('Location', path);
    expect(await flag()).toBe(0);

    await app.http.post(path).set(html).expect(303);
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    await app.http
      .post(`${path}/again`)
      .set({ ...html, Cookie })
      .expect(303);
    later.mockRestore();
    expect(await flag()).toBe(1);
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 0 WHERE ContactId = 1`));
  });

  it('answers an unsubscribe link with an unknown token by a page with status 404', async () => {
    const page = await app.http.get('/unsubscribe/unknown').set('Accept-Language', 'es').expect(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('Este enlace ya no es válido,');
    await app.http.post('/unsubscribe/unknown').expect(404);
    await app.http.post('/unsubscribe/unknown/again').expect(404);
    await app.http.put('/unsubscribe/unknown').expect(405);
  });
});

describe('/v1/MessageTemplates/{Kind}', () => {
  const path = '/v1/MessageTemplates/AppointmentMade';
  const put = (body: object) => app.http.put(path).set(admin).send(body);

  const ofAppointments = ['Name', 'Agent', 'Type', 'Start', 'End', 'Place'];
  const ofBookings = ['Location', 'Line', 'Code', 'Instructions', 'Link'];
  it('changes the wording of a message, and restores it', async () => {
    const before = await app.http.get(path).set(admin).expect(200);
    expect(before.body.MessageTemplates.map((one: { Language: string; IsDefault: boolean }) => one)).toMatchObject([
      { Language: 'en', IsDefault: true, Fields: [...ofAppointments, ...ofBookings] },
      { Language: 'es', IsDefault: true },
    ]);
    await put({ Language: 'en', Body: 'Dear [[Name]][[#Place]], at [[Place]][[/Place]]' }).expect(200);
    const id = await appointment(1);
    const preview = { Language: 'en', RecordId: String(id), Subject: 'On [[Start]]' };
    const { body } = await app.http.post(`${path}/Preview`).set(admin).send(preview).expect(200);
    expect(body.Preview[0]).toMatchObject({
      Text: 'Dear Ada\n\nSmith & Söhne, Inc.\n',
      Subject: 'On Saturday, May 20, 2090 at 9:00 AM',
    });
    await put({ Language: 'en', Subject: '', Body: '', Short: '' }).expect(200);
    expect((await app.http.get(path).set(admin)).body.MessageTemplates[0].IsDefault).toBe(true);
    await app.http.get(path).set(agent).expect(403);
  });

  it('refuses a wording with unknown names, open tags or text without escaping', async () => {
    for (const Body of [
      '[[Password]]',
      '[[{Name}]]',
      '[[&Name]]',
      '[[#Name]]',
      '[[>Name]]',
      '[[constructor]]',
      '[[=<% %>=]]',
    ]) {
      const { body } = await put({ Language: 'en', Body }).expect(400);
      expect(body.ResponseStatus.Errors[0]).toMatchObject({ FieldName: 'Body', ErrorCode: 'Invalid' });
    }
    await app.http.get('/v1/MessageTemplates/Unknown').set(admin).expect(400);
    await app.http.post(`${path}/Preview`).set(admin).send({ RecordId: '999999' }).expect(404);
  });
});

it('refuses a wording that puts a password link into the address of another site, also from an import', async () => {
  const path = '/v1/MessageTemplates/PasswordLink';
  const bad = [
    'https://example.org/?to=[[Link]]',
    'https://example.org/?to=[[#Link]][[Link]][[/Link]]',
    '[[Link]] example.org/[[^Name]]x[[/Name]][[Link]]',
    '[[#Name]]example.org/[[/Name]][[Link]]',
  ];
  for (const Body of bad) {
    const { body } = await app.http.put(path).set(admin).send({ Language: 'en', Body }).expect(400);
    expect(body.ResponseStatus.Errors[0]).toMatchObject({ FieldName: 'Body', ErrorCode: 'Invalid' });
    await app.http.post(`${path}/Preview`).set(admin).send({ Language: 'en', Body, RecordId: '1' }).expect(400);
  }
  await store(app, 'MessageTemplate', [
    { Kind: 'PasswordLink', Language: 'en', Subject: 'New', Body: bad[0], Short: '' },
  ]);
  const imported = await app.http.get(path).set(admin).expect(200);
  expect(imported.body.MessageTemplates[0]).toMatchObject({ IsDefault: true, Subject: 'Your new password' });
  await app.http
    .put(path)
    .set(admin)
    .send({ Language: 'en', Body: 'Hello [[Name]],\n\nyour link: [[Link]].' })
    .expect(200);
  await app.http.put(path).set(admin).send({ Language: 'en', Subject: '', Body: '', Short: '' }).expect(200);
});

describe('10,000 due messages', () => {
  it('sends 10,000 due messages four at a time in separate transactions, while it answers other calls', async () => {
    const time = app.get(SystemClock);
    const [CreatedAt, GiveUpAt] = [time.at(-1000), time.at(hour)];
    await app.db.tx(() => app.db.execute(sql`UPDATE agents SET Email = 'own@example.com'`));
    const row = {
      ...{ Kind: 'NewDevice', Channel: 'Mail', Record: 'User', RecordId: 'x', State: 'Pending', AgentId: 1 },
      ...{ CreatedAt, NextTryAt: CreatedAt, GiveUpAt, Values: { Name: 'Own', At: CreatedAt } },
    };
    await store(app, 'Message', Array<object>(10_000).fill(row));
    const [rows, written] = [jest.spyOn(app.db, 'all'), jest.spyOn(app.db, 'update')];
    // Stop the clock, so that the run does not end because of its time.
    stopped = Date.now();
    let isSending = true;
    mails.most = 0;
    const sending = send().finally(() => (isSending = false));
    await eventually(() => mails.received.length > 0);
    for (let count = 0; count < 10; count++) {
      await app.http.get('/v1/EventType').set(agent).expect(200);
      await appointment(3);
    }
    expect(isSending).toBe(true);
    const looks = await Promise.all(rows.mock.results.map(({ value }) => value as Promise<unknown[]>));
    expect(Math.max(...looks.map(({ length }) => length))).toBe(50);
    // Each mail has two updates: one before it is sent, and one with the outcome. At most four mails are being sent.
    const updates = written.mock.calls.filter(([entity]) => entity.name === 'Message').length;
    expect(updates).toBeLessThanOrEqual(2 * (mails.received.length + 4));
    expect(mails.most).toBeLessThanOrEqual(4);
    rows.mockRestore();
    written.mockRestore();
    await app.db.tx(() => app.db.execute(sql`DELETE FROM messages`));
    await sending;
  });
});
