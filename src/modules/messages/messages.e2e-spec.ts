import sql from 'sql-template-tag';
import { startApp, type TestApp, password } from '../../../test/support/app/app.js';
import { startMailServer, type MailServer } from '../../../test/support/servers/mail-server.js';
import { store } from '../../../test/support/data/rows.js';
import { until as eventually, until } from '../../../test/support/time/until.js';
import { SystemClock } from '../../context/system-clock.js';
import type { Message } from './message.entity.js';
import { OutboxService } from './outbox.service.js';
import { quoted } from '../../database/sql/quoted.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { SenderService } from './sending/sender.service.js';
import { startDemo } from '../../../test/support/app/demo-app.js';
import { MailboxService } from './sending/mailbox.service.js';
import type { Config } from '../../config/config.js';
import { newGuid } from '../../record/values/guid.js';
import { BookingLinksService } from './booking-links.service.js';
import { VisitLinksService } from './visit-links.service.js';

describe('messages', () => {
  type Caller = { Authorization: string };

  const location = 'a'.repeat(32);
  const line = 'b'.repeat(32);
  const station = 'c'.repeat(32);
  const customer = (id: number): string => String(id).repeat(32).slice(0, 32);

  let app: TestApp;
  let mails: MailServer;
  let agent: Caller;
  let admin: Caller;

  const minute = 60_000;
  let offset = 0;

  beforeAll(async () => {
    mails = await startMailServer();
    app = await startApp({
      ...{ SMTP_URL: mails.url, MAIL_FROM: 'Agency <office@example.com>', PUBLIC_URL: 'https://agency.example.com' },
      ...{ QUIET_HOURS: 'none', SURVEY_URL: 'https://portal.example.com/survey/' },
    });
    // The suite sends the messages itself, so that no job sends one while a test looks at it.
    await app.get(JobsService).onModuleDestroy();
    const time = app.get(SystemClock);
    jest.spyOn(time, 'now').mockImplementation(() => Date.now() + offset);
    await fill(app);
    agent = await app.as('Agent', 1);
    admin = await app.as('Administrator');
  });
  afterAll(async () => {
    await app.close();
    await mails.close();
  });
  // Do not let a mail of one test arrive in the next test.
  afterEach(() => until(async () => (await stored()).every((one) => one.State !== 'Pending' || one.LastError !== '')));
  beforeEach(async () => {
    offset = 0;
    mails.treat = 'take';
    mails.delay = 0;
    for (const list of [mails.received, mails.unconfirmed]) list.length = 0;
    app.get(SenderService).resume();
    for (const table of [sql`messages`, sql`appointments`, sql`checkins`, sql`survey_invitations`])
      await app.db.tx(() => app.db.execute(sql`DELETE FROM ${table}`));
    await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 0`));
  });

  async function fill(of: TestApp): Promise<void> {
    await store(of, 'Agent', [
      { AgentId: 1, AgentName: 'Own', Email: 'own@example.com' },
      { AgentId: 2, AgentName: 'Other' },
    ]);
    await store(of, 'EventType', [{ EventTypeId: 2, EventTypeName: 'Meeting', EventCategory: 'Service' }]);
    await store(
      of,
      'Contact',
      [
        { ContactId: 1, AgentId: 1, Name: 'Ada <b>Lovelace</b>', EmailPersonal: 'ada@example.com' },
        { ContactId: 2, AgentId: 1, Name: 'Ben', EmailWork: 'ben@example.com' },
        { ContactId: 3, AgentId: 2, Name: 'Cara', EmailWork: 'cara@example.com' },
        { ContactId: 4, AgentId: 1, Name: 'Dan' },
      ].map((contact) => ({ ...contact, ContactGUID: customer(contact.ContactId) })),
    );
    await store(of, 'Location', [{ LocationId: location, Name: 'Main Street' }]);
    await store(of, 'AgentLocation', [{ AgentId: 1, LocationId: location }]);
    await store(of, 'Line', [{ Id: line, LocationId: location, Name: 'Review', ServiceDurationMinutes: 10 }]);
    await store(of, 'Station', [
      { StationId: station, LocationId: location, Name: 'Desk 2', Open: true, LineIds: [line] },
    ]);
    await store(of, 'Survey', [{ SurveyId: 1, Title: 'How did we do?' }]);
  }

  const planned = { ContactId: 1, EventTypeId: 2, StartDate: '2090-05-04T15:00:00Z', Place: 'Room 12' };
  const post = (path: string, body: object, who = agent) => app.http.post(path).set(who).send(body);
  const put = (path: string, body: object, who = agent) => app.http.put(path).set(who).send(body);
  const appointment = async (body: object = {}): Promise<number> =>
    (await post('/v1/Appointments', { ...planned, ...body }).expect(200)).body.Appointments[0].AppointmentId as number;
  const checkIn = async (id: number, body: object = {}): Promise<string> =>
    (
      await post('/v1/CustomerCheckins', {
        LocationId: location,
        LineId: line,
        CustomerId: customer(id),
        ...body,
      }).expect(200)
    ).body.CustomerCheckins[0].Id as string;
  const messages = async (who = admin, query = ''): Promise<Message[]> =>
    (await app.http.get(`/v1/Messages${query}`).set(who).expect(200)).body.Messages as Message[];
  const stored = () => app.db.all<Message>(sql`SELECT * FROM messages m ORDER BY m.MessageId`);
  const kindsOf = async (): Promise<string[]> => (await stored()).map(({ Kind }) => Kind);
  const resend = (id: unknown, who = admin) => post(`/v1/Messages/${String(id)}/Resend`, {}, who);
  /** Sends due messages, as the job does every second. */
  const send = () => app.get(SenderService).send();
  /** Sends until the condition holds. */
  const until = (is: () => boolean | Promise<boolean>) =>
    eventually(async () => {
      await send();
      return is();
    });
  const importSet = (set: string, csv: string) =>
    app.http.post(`/v1/Sets/${set}`).set(admin).type('text/csv').send(csv);
  /** The calendar entries in the received mails. */
  const invitations = (): string[] =>
    mails.received.map(({ text }) => {
      const [, base64] = /filename=appointment\.ics[\s\S]*?\r?\n\r?\n([\w+/=\r\n]+)/.exec(text)!;
      return Buffer.from(base64, 'base64').toString();
    });
  const entryIn = (text: string): [method: string, sequence: number] => [
    /METHOD:(\w+)/.exec(text)![1],
    Number(/\nSEQUENCE:(\d+)/.exec(text)?.[1] ?? 0),
  ];
  const idsOf = (list: readonly { headers: ReadonlyMap<string, string> }[]) =>
    list.map(({ headers }) => headers.get('message-id'));

  describe('messages about records', () => {
    it('writes a message together with its change, and sends it within seconds', async () => {
      await appointment();
      await until(() => mails.received.length === 1);
      const [mail] = mails.received;
      expect(mail.to).toBe('ada@example.com');
      expect(mail.headers.get('from')).toBe('Agency <office@example.com>');
      expect(mail.headers.get('message-id')).toMatch(/^<\d+\.0\.\d+@example\.com>$/);
      expect(mail.text).toContain('Room 12');
      await until(async () => (await stored())[0].State === 'Sent');
      const [message] = await messages();
      expect(message).toMatchObject({
        Kind: 'AppointmentMade',
        ContactName: 'Ada <b>Lovelace</b>',
        Channel: 'Mail',
        State: 'Sent',
        Tries: 1,
        ContactId: 1,
      });
      expect(message).toMatchObject({ Record: 'Appointment', Recipient: 'ada@example.com', LastError: '' });
      expect(message).not.toHaveProperty('Values');
      expect(message).not.toHaveProperty('WayOutHash');
    });

    it('writes no message if its change is rolled back', async () => {
      await post('/v1/Appointments', { ...planned, EventTypeId: 99 }).expect(400);
      await expect(
        app.db.tx(async () => {
          await app.db.execute(sql`UPDATE contacts SET Name = 'x' WHERE ContactId = 99`);
          await appointmentRolledBack();
        }),
      ).rejects.toThrow('rolled back');
      expect(await stored()).toEqual([]);
    });

    it('escapes the values of a message in its HTML', async () => {
      await appointment();
      await until(() => mails.received.length === 1);
      expect(mails.received[0].text).toContain('Hello Ada <b>Lovelace</b>,');
      expect(mails.received[0].text).toContain('Hello Ada &lt;b&gt;Lovelace&lt;&#x2F;b&gt;,');
    });

    it('attaches a calendar entry to a message about an appointment, and replaces it in a later message', async () => {
      const id = await appointment();
      await put(`/v1/Appointments/${id}`, { Note: 'Only a note' }).expect(200);
      await put(`/v1/Appointments/${id}`, { StartDate: '2090-05-05T15:00:00Z' }).expect(200);
      await put(`/v1/Appointments/${id}`, { Status: 'Cancelled' }).expect(200);
      await app.http.delete(`/v1/Appointments/${await appointment({ StartDate: '2091-01-01T10:00:00Z' })}`).set(agent);
      expect(await kindsOf()).toEqual([
        ...['AppointmentMade', 'AppointmentMoved', 'AppointmentCancelled', 'AppointmentMade', 'AppointmentCancelled'],
      ]);
      await until(() => mails.received.length === 5);
      const texts = invitations();
      expect(texts.filter((text) => text.includes('METHOD:CANCEL'))).toHaveLength(2);
      expect(texts.filter((text) => text.includes(`UID:appointment-${id}@`))).toHaveLength(3);
    });

    it('the SEQUENCE of invitations rises with each change, also within one second', async () => {
      const id = await appointment();
      for (const change of [{ Place: 'Room 14' }, { Status: 'Cancelled' }, { Status: 'Planned' }, { ContactId: 2 }])
        await put(`/v1/Appointments/${id}`, change).expect(200);
      await app.http.delete(`/v1/Appointments/${id}`).set(agent).expect(200);
      await until(() => mails.received.length === 7);
      const sent = mails.received.map(({ to }, at) => [to, ...entryIn(invitations()[at])]);
      // The two customers of one change may get their messages in any order.
      expect(sent.filter(([to]) => to === 'ada@example.com')).toEqual([
        ['ada@example.com', 'REQUEST', 0],
        ['ada@example.com', 'REQUEST', 1],
        ['ada@example.com', 'CANCEL', 2],
        ['ada@example.com', 'REQUEST', 3],
        ['ada@example.com', 'CANCEL', 4],
      ]);
      expect(sent.filter(([to]) => to === 'ben@example.com')).toEqual([
        ['ben@example.com', 'REQUEST', 4],
        ['ben@example.com', 'CANCEL', 5],
      ]);
      for (const text of invitations()) expect(text).toMatch(/\r\nLAST-MODIFIED:\d{8}T\d{6}Z\r\n/);
    });

    it("the calendar entry on a booking's page is that of the mails", async () => {
      const sent = { LineId: line, CustomerId: customer(1), StartDate: planned.StartDate, Overbook: true };
      const { body } = await post('/v1/Bookings', sent, admin).expect(200);
      const { AppointmentId } = body.Bookings[0];
      const page = `/booking/${app.get(BookingLinksService).tokenOf({ AppointmentId, ContactId: 1 })}/calendar.ics`;
      const entryOf = (ics: string) => ics.match(/^(UID|SEQUENCE|STATUS):.*(?=\r$)/gm)!.sort();
      const changes = [{}, { StartDate: '2090-05-05T15:00:00Z', Overbook: true }, { Status: 'Cancelled' }];
      for (const [at, change] of changes.entries()) {
        if (at > 0) await put(`/v1/Bookings/${AppointmentId}`, change, admin).expect(200);
        await until(() => mails.received.length === at + 1);
        const entry = entryOf(invitations()[at]);
        expect(entry).toContain(`SEQUENCE:${at}`);
        expect(entryOf((await app.http.get(page).expect(200)).text)).toEqual(entry);
      }
    });

    it.each([
      ['gets another contact', { ContactId: 2 }, ['AppointmentCancelled 1', 'AppointmentMade 2']],
      ['becomes Missed ahead of its time', { Status: 'Missed' }, ['AppointmentCancelled 1']],
      ['becomes Done ahead of its time', { Status: 'Done' }, ['AppointmentCancelled 1']],
      ['moves into the past', { StartDate: '2020-01-01T10:00:00Z' }, ['AppointmentCancelled 1']],
      [
        'is cancelled and moved',
        { Status: 'Cancelled', StartDate: '2095-01-01T10:00:00Z' },
        ['AppointmentCancelled 1'],
      ],
      ['moves', { StartDate: '2095-01-01T10:00:00Z' }, ['AppointmentMoved 1']],
    ])('tells the customers concerned if an appointment %s', async (_case, change, told) => {
      const id = await appointment();
      await put(`/v1/Appointments/${id}`, change).expect(200);
      const later = (await stored()).slice(1);
      expect(later.map(({ Kind, ContactId }) => `${Kind} ${ContactId}`)).toEqual(told);
      // A cancellation states the time that the customer knows.
      const starts = await app.db.all(
        sql`SELECT ${quoted('Values', 'm')} AS Held FROM messages m WHERE m.Kind = 'AppointmentCancelled'`,
      );
      for (const { Held } of starts as { Held: string }[])
        expect(JSON.parse(Held)).toMatchObject({ Start: '2090-05-04T15:00:00.0000000' });
      await until(() => mails.received.length === 1 + told.length);
    });

    it('writes nothing to customers about past appointments', async () => {
      const id = await appointment({ StartDate: '2020-01-01T10:00:00Z' });
      for (const change of [{ Status: 'Missed' }, { Status: 'Planned' }, { ContactId: 2 }])
        await put(`/v1/Appointments/${id}`, change).expect(200);
      await app.http.delete(`/v1/Appointments/${id}`).set(agent).expect(200);
      expect(await stored()).toEqual([]);
    });

    it.each([
      ['a call', 8, (id: number) => app.http.delete(`/v1/Contacts/${id}`).set(agent)],
      ['an import', 9, (ContactId: number) => importSet('contacts', `ContactId,Deleted\n${ContactId},true`)],
    ])(
      'a deleted contact learns that its appointments are cancelled, if %s deletes it',
      async (_case, ContactId, removal) => {
        await store(app, 'Contact', [{ ContactId, AgentId: 1, Name: 'Eve', EmailWork: 'eve@example.com' }]);
        const id = await appointment({ ContactId });
        const past = await appointment({ ContactId, StartDate: '2020-01-01T10:00:00Z' });
        await until(() => mails.received.length === 1);
        await removal(ContactId).expect(200);
        await until(() => mails.received.length === 2);
        expect(await kindsOf()).toEqual(['AppointmentMade', 'AppointmentCancelled']);
        const statuses = await app.db.all(sql`SELECT p.AppointmentId AS Id, p.Status AS Status FROM appointments p
        ORDER BY p.AppointmentId`);
        expect(statuses).toEqual([
          { Id: id, Status: 'Cancelled' },
          { Id: past, Status: 'Planned' },
        ]);
      },
    );

    it.each([
      ['is cancelled', { Status: 'Cancelled' }],
      ['moves to another time', { StartDate: '2090-06-01T10:00:00Z' }],
      ['moves to another room', { Place: 'Room 14' }],
      ['gets another contact', { ContactId: 2 }],
      ['becomes Missed', { Status: 'Missed' }],
    ])('does not send a reminder after its appointment %s', async (_case, change) => {
      const id = await appointment();
      await until(() => mails.received.length === 1);
      mails.treat = { code: 451, text: 'Greylisted' };
      await app.db.tx(() => app.get(OutboxService).about('AppointmentTomorrow', id));
      await until(async () => (await stored())[1].LastError !== '');
      await put(`/v1/Appointments/${id}`, change).expect(200);
      mails.treat = 'take';
      offset = 3 * minute;
      await until(async () => (await stored()).every(({ State }) => State !== 'Pending'));
      expect((await stored())[1]).toMatchObject({ Kind: 'AppointmentTomorrow', State: 'NotSent' });
    });

    it('sends the messages about an appointment in the order of its changes, after a failed try too', async () => {
      mails.treat = { code: 451, text: 'Greylisted' };
      const id = await appointment();
      await until(async () => (await stored())[0].LastError !== '');
      mails.treat = 'take';
      await put(`/v1/Appointments/${id}`, { Status: 'Cancelled' }).expect(200);
      await send();
      expect(mails.received).toEqual([]);
      await appointment({ ContactId: 2, StartDate: '2090-06-04T15:00:00Z' });
      await until(() => mails.received.length === 1);
      offset = 3 * minute;
      await until(() => mails.received.length === 3);
      const methods = mails.received.map(({ to }, at) => [to, entryIn(invitations()[at])[0]]);
      expect(methods).toEqual([
        ['ben@example.com', 'REQUEST'],
        ['ada@example.com', 'REQUEST'],
        ['ada@example.com', 'CANCEL'],
      ]);
    });

    it('writes a message for each kind of event', async () => {
      const first = await checkIn(1);
      await checkIn(2, { SendReminders: true });
      expect(await kindsOf()).toEqual(['VisitCheckedIn', 'VisitCheckedIn']);
      await post('/v1/CustomerCheckins/CallNext', { StationId: station }).expect(200);
      expect((await kindsOf()).slice(2)).toEqual(['VisitCalled']);
      await until(() => mails.received.length === 3);
      await post(`/v1/CustomerCheckins/${first}`, { Status: 3 }).expect(200);
      expect((await kindsOf()).slice(3)).toEqual(['VisitNext']);
      await post('/v1/Survey/GiftCard/Invitations', { SurveyId: 1, Contacts: [{ ContactId: 1 }] }).expect(200);
      expect((await kindsOf()).slice(4)).toEqual(['SurveyInvitation']);
      await until(() => mails.received.length === 5);
      const text = mails.received.map((mail) => mail.text).join('\n');
      expect(text).toContain('ticket R2, you are number 2 in the line Review at Main Street');
      expect(text).toContain('please come to Desk 2');
      const links = text.match(/^https:\/\/agency\.example\.com\/visit\/[\w-]{64}\r?$/gm)!.map((link) => link.trim());
      // Each of the two visits has two messages.
      expect(links).toHaveLength(4);
      expect(new Set(links).size).toBe(2);
      for (const link of links) await app.http.get(new URL(link).pathname).expect(200);
      const rows = JSON.stringify(await stored());
      for (const link of links) expect(rows).not.toContain(link.split('/').at(-1));
      expect(text).toMatch(/https:\/\/portal\.example\.com\/survey\/[0-9a-f]{32}/);
    });

    it('states the position of the queue in a message about one of two visits with the same sign-in time', async () => {
      const SignInTime = app.get(SystemClock).at(-minute);
      for (const [at, digit] of ['e', '1'].entries()) await checkIn(at + 1, { Id: digit.repeat(32), SignInTime });
      const { body } = await app.http.get(`/v1/CustomerCheckins/Queue/${location}`).set(agent).expect(200);
      expect(body.Queue.map(({ Id }: { Id: string }) => Id[0])).toEqual(['1', 'e']);
      await until(() => mails.received.length === 2);
      expect(mails.received.map(({ text }) => /you are number (\d)/.exec(text)![1])).toEqual(['1', '1']);
    });

    it('writes one message when the customer is next', async () => {
      for (const id of [1, 2]) await checkIn(id, { SendReminders: id === 2 });
      for (const Status of [1, 5])
        await post(
          `/v1/CustomerCheckins/${
            (await app.db.one<{ Id: string }>(sql`SELECT Id FROM checkins
        WHERE CustomerId = ${customer(1)}`))!.Id
          }`,
          { Status },
        ).expect(200);
      await checkIn(1);
      const again = await app.db.one<{ Id: string }>(sql`SELECT Id FROM checkins
      WHERE CustomerId = ${customer(1)} AND Status = 0`);
      await post(`/v1/CustomerCheckins/${again!.Id}`, { Status: 5 }).expect(200);
      expect((await kindsOf()).filter((kind) => kind === 'VisitNext')).toHaveLength(1);
    });

    it('keeps a message that it must not or cannot send as NotSent, with the reason', async () => {
      await appointment({ ContactId: 4 });
      await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 1 WHERE ContactId = 2`));
      await checkIn(2);
      expect((await stored()).map(({ State, LastError }) => [State, LastError])).toEqual([
        ['NotSent', 'The receiver has no e-mail address, and no telephone number with SMSOptIn.'],
        ['NotSent', 'The contact is marked DoNotContact.'],
      ]);
      await send();
      expect((await stored()).map(({ State }) => State)).toEqual(['NotSent', 'NotSent']);
    });

    it('sends messages about a visit to a contact with DoNotContact who asked for reminders', async () => {
      await app.db.tx(() => app.db.execute(sql`UPDATE contacts SET DoNotContact = 1 WHERE ContactId = 2`));
      await checkIn(2, { SendReminders: true });
      await until(() => mails.received.length === 1);
    });

    it.each([
      ['its record has changed', 'VisitCalled', { Status: 3 }],
      ['its visit has got another customer', 'VisitCheckedIn', { CustomerId: customer(3) }],
    ])('does not send a message after %s', async (_case, kind, change) => {
      mails.treat = { code: 451, text: 'Greylisted' };
      const id = await checkIn(1);
      await post(`/v1/CustomerCheckins/${id}`, { Status: 1 }).expect(200);
      await until(async () => (await stored()).every(({ LastError }) => LastError !== ''));
      await post(`/v1/CustomerCheckins/${id}`, change).expect(200);
      mails.treat = 'take';
      offset = 3 * minute;
      const find = async () => (await stored()).find(({ Kind }) => Kind === kind);
      await until(async () => (await find())?.State !== 'Pending');
      const wrong = await find();
      expect(wrong).toMatchObject({
        State: 'NotSent',
        LastError: 'The record has changed: the message would be wrong.',
      });
      await post(`/v1/Messages/${wrong!.MessageId}/Resend`, {}).expect(409);
    });
  });

  describe('sending mails', () => {
    it('tries a greylisted mail again after growing waits, with the same Message-ID', async () => {
      mails.treat = { code: 451, text: '4.7.1 Greylisted' };
      await appointment();
      await until(async () => (await stored())[0].Tries === 1 && (await stored())[0].LastError !== '');
      expect((await stored())[0]).toMatchObject({
        State: 'Pending',
        LastError: expect.stringContaining('451') as unknown,
      });
      await send();
      expect((await stored())[0].Tries).toBe(1);
      // Clear LastError, because the loop below waits until the outcome of the second try writes it again.
      await app.db.tx(() => app.db.execute(sql`UPDATE messages SET LastError = ''`));
      offset = 31_000;
      await until(async () => (await stored())[0].Tries === 2 && (await stored())[0].LastError !== '');
      offset = 62_000;
      await send();
      expect((await stored())[0].Tries).toBe(2);
      mails.treat = 'take';
      offset = 3 * minute;
      await until(async () => (await stored())[0].State === 'Sent');
      expect((await stored())[0]).toMatchObject({ State: 'Sent', Tries: 3, LastError: '' });
      expect(mails.received).toHaveLength(1);
    });

    it('tries a mail once if the mail server refuses its receiver', async () => {
      mails.treat = { code: 550, text: '5.1.1 No such mailbox' };
      await appointment();
      await until(async () => (await stored())[0].State === 'Failed');
      expect((await stored())[0]).toMatchObject({ Tries: 1, LastError: expect.stringContaining('5.1.1') as unknown });
    });

    it('sends a mail again with the same Message-ID if the mail server dies after taking it', async () => {
      mails.treat = 'die';
      await appointment();
      await until(async () => (await stored())[0].LastError !== '');
      mails.treat = 'take';
      offset = minute;
      await until(async () => (await stored())[0].State === 'Sent');
      expect(idsOf(mails.received)).toEqual(idsOf(mails.unconfirmed));
    });

    it('delays no call while the mail server hangs, and tries the mail again', async () => {
      mails.treat = 'hang';
      await appointment();
      let isSending = true;
      // A try that takes a connection of an earlier test, which the mail server has closed, fails immediately.
      const sending = eventually(async () => {
        app.get(SenderService).resume();
        await send();
        offset += minute;
        return mails.unconfirmed.length === 1;
      }).finally(() => (isSending = false));
      await eventually(() => mails.unconfirmed.length === 1);
      await appointment({ ContactId: 2, StartDate: '2090-06-04T15:00:00Z' });
      expect(isSending).toBe(true);
      await sending;
      mails.treat = 'take';
      offset += 2 * minute;
      await until(() => mails.received.length === 2);
    });

    it('gives up a mail, with the reason, after the mail server failed for three days', async () => {
      mails.treat = { code: 451, text: 'Not now' };
      await appointment();
      await until(async () => (await stored())[0].LastError !== '');
      let tries = 1;
      for (let hours = 0; hours < 24 * 3 + 5; hours += 1) {
        offset = hours * 60 * minute;
        await send();
        tries = (await stored())[0].Tries;
      }
      expect((await stored())[0]).toMatchObject({
        State: 'Failed',
        LastError: expect.stringContaining('451') as unknown,
      });
      expect(tries).toBeGreaterThan(15);
      expect(tries).toBeLessThan(40);
    });
  });

  describe('POST /v1/Messages/{MessageId}/Resend', () => {
    it('resends a message, as a new message for its receiver', async () => {
      mails.treat = { code: 550, text: 'No' };
      await appointment();
      await until(async () => (await stored())[0].State === 'Failed');
      mails.treat = 'take';
      const [{ MessageId }] = await stored();
      const { body } = await resend(MessageId, agent).expect(200);
      expect(body.Messages[0]).toMatchObject({ State: 'Pending', Tries: 0 });
      await until(() => mails.received.length === 1);
      expect(idsOf(mails.received)[0]).toMatch(/^<\d+\.1\./);
      const audit = await app.db.all<{ Operation: string }>(sql`SELECT Operation FROM audit WHERE Record = 'Message'`);
      expect(audit).toEqual([{ Operation: 'resendMessage' }]);
    });

    it('resends only messages in scope, and only to receivers who may get messages', async () => {
      await post('/v1/Appointments', { ...planned, ContactId: 3, AgentId: 2 }, admin).expect(200);
      await appointment({ ContactId: 4 });
      const [foreign, without] = await stored();
      expect((await messages(agent)).map(({ MessageId }) => MessageId)).toEqual([without.MessageId]);
      expect(await messages(admin)).toHaveLength(2);
      await resend(foreign.MessageId, agent).expect(404);
      await resend(999_999).expect(404);
      const { body } = await resend(without.MessageId).expect(409);
      expect(body.ResponseStatus.Message).toContain('no e-mail address');
      await app.http
        .get('/v1/Messages')
        .set(await app.as('Worker'))
        .expect(403);
    });
  });

  describe('DELETE /v1/Messages/{MessageId}', () => {
    const cancel = (id: unknown, who = agent) => app.http.delete(`/v1/Messages/${String(id)}`).set(who);

    it('cancels a message that waits, so that it is not sent', async () => {
      await appointment();
      await appointment({ ContactId: 2 });
      const [{ MessageId }] = await stored();
      const cancelled = { State: 'NotSent', LastError: expect.stringContaining('cancelled') as unknown };
      expect((await cancel(MessageId).expect(200)).body.Messages).toMatchObject([{ MessageId, ...cancelled }]);
      await until(() => mails.received.length === 1);
      expect(mails.received[0].to).toBe('ben@example.com');
      expect((await stored())[0]).toMatchObject(cancelled);
      await cancel(MessageId).expect(200);
      const audit = await app.db.all(
        sql`SELECT Operation FROM audit WHERE Record = 'Message' AND RecordId = ${MessageId}`,
      );
      expect(audit).toEqual([{ Operation: 'cancelMessage' }]);
    });

    it('refuses to cancel a message that was sent, or that is out of scope', async () => {
      await appointment();
      await until(async () => (await stored())[0].State === 'Sent');
      await cancel((await stored())[0].MessageId).expect(409);
      await post('/v1/Appointments', { ...planned, ContactId: 3, AgentId: 2 }, admin).expect(200);
      await cancel((await stored())[1].MessageId).expect(404);
    });
  });

  describe('sending with two instances', () => {
    it('sends each message once with two instances', async () => {
      const other = await startApp({
        ...{ DATABASE_URL: app.database, SMTP_URL: mails.url, MAIL_FROM: 'office@example.com', QUIET_HOURS: 'none' },
      });
      mails.delay = 50;
      await store(app, 'Message', due(40));
      await Promise.all([send(), other.get(SenderService).send(), send(), other.get(SenderService).send()]);
      await until(async () => (await stored()).every(({ State }) => State === 'Sent'));
      expect(mails.received).toHaveLength(40);
      expect(new Set(idsOf(mails.received)).size).toBe(40);
      await other.close();
    });
  });

  /** Stores due messages that refer to no record. */
  function due(count: number): Partial<Message>[] {
    const at = app.get(SystemClock).at(-1000);
    const row = {
      Kind: 'NewDevice',
      Channel: 'Mail',
      Record: 'User',
      State: 'Pending',
      CreatedAt: at,
      NextTryAt: at,
    } as const;
    const more = { AgentId: 1, Values: { Name: 'Own', At: at }, GiveUpAt: app.get(SystemClock).at(60 * minute) };
    return Array.from({ length: count }, (_, index) => ({ ...row, ...more, RecordId: String(index) }));
  }

  /** A change that fails after its message was written. */
  async function appointmentRolledBack(): Promise<void> {
    await app.get(OutboxService).about('SlotDecided', 1);
    await store(app, 'Message', due(1));
    throw new Error('rolled back');
  }
});

describe('mailbox', () => {
  const name = 'ada@example.test';

  let mails: MailServer;
  let app: TestApp;

  beforeAll(async () => {
    mails = await startMailServer();
  });
  afterEach(() => app.close());
  afterAll(() => mails.close());

  /** The time of day in Denver that many minutes from now, `hh:mm`. */
  const clock = (minutes: number): string =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
      ...{ timeZone: 'America/Denver', hour: '2-digit', minute: '2-digit' },
    });
  const page = async (): Promise<string> => (await app.http.get('/mailbox').expect(200)).text;

  /** Requests a password link for a user. */
  async function forget(displayName = 'Ada'): Promise<void> {
    await app.users.create(name, { displayName, roles: ['Worker'], agentId: 0, password });
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
    await app.http.post(path).type('form').send({ NewPassword: 'another long pass phrase' }).expect(303);
  });

  it('shows the time zone of its times, and until when the quiet hours delay a message', async () => {
    app = await startDemo(60, { QUIET_HOURS: `${clock(-60)}-${clock(120)}`, TIME_ZONE: 'America/Denver' });
    expect(await page()).toContain('<code>America&#x2F;Denver</code>');
    expect(await page()).not.toContain('quiet hours');
    const StartDate = '2090-05-03T15:00:00Z';
    const sent = { ContactId: 1, EventTypeId: 1, AgentId: 1, StartDate };
    const made = await app.http
      .post('/v1/Appointments')
      .set(await app.as('Administrator'))
      .send(sent)
      .expect(200);
    expect(made.body.Appointments).toHaveLength(1);
    const shown = await page();
    expect(shown).toContain('Waiting for the end of the quiet hours');
    expect(shown).toMatch(
      /<li>AppointmentMade to [^<]+, until <time>\w+ \d+, \d{4}, \d+:\d\d:00\s[AP]M<\/time><\/li>/u,
    );
    expect(shown).toContain('No messages yet.');
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
});

describe('links of visits', () => {
  const key = (byte: number): Buffer => Buffer.alloc(32, byte);
  const linksWith = (fieldKey: number, ...old: number[]): VisitLinksService =>
    new VisitLinksService({
      ...{ publicUrl: 'https://agency.example.com', fieldKey: key(fieldKey), fieldKeysOld: old.map(key) },
    } as unknown as Config);
  interface Visit {
    Id: string;
    CustomerId: string;
  }
  const tokenOf = (links: VisitLinksService, visit: Visit): string => links.urlOf(visit).split('/').at(-1)!;

  const links = linksWith(1);
  const visit = { Id: newGuid(), CustomerId: newGuid() };
  const token = tokenOf(links, visit);

  it('makes a link of 64 characters that opens the visit', () => {
    expect(links.urlOf(visit)).toMatch(/^https:\/\/agency\.example\.com\/visit\/[\w-]{64}$/);
    expect(links.visitIn(token)).toBe(visit.Id);
    expect(links.opens(token, visit)).toBe(true);
    expect(tokenOf(links, visit)).toBe(token);
  });

  it('opens neither another visit nor the same visit of another customer', () => {
    expect(links.opens(token, { ...visit, Id: newGuid() })).toBe(false);
    expect(links.opens(token, { ...visit, CustomerId: newGuid() })).toBe(false);
  });

  it('accepts a token made with a former key, and no token made with another key', () => {
    expect(linksWith(2, 3, 1).opens(token, visit)).toBe(true);
    expect(linksWith(2, 3).opens(token, visit)).toBe(false);
  });

  it('refuses a token with a changed character, with another length, or with characters that the decoder skips', () => {
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(links.opens(token.slice(0, at) + other + token.slice(at + 1), visit)).toBe(false);
    }
    const proof = tokenOf(links, { ...visit, Id: newGuid() }).slice(22);
    expect(links.opens(token.slice(0, 22) + proof, visit)).toBe(false);
    for (const wrong of ['', 'x', token.slice(0, -4), `${token}AAAA`, `${token}=`, ` ${token}`]) {
      expect(links.visitIn(wrong)).toBeUndefined();
      expect(links.opens(wrong, visit)).toBe(false);
    }
  });
});
