import ICAL from 'ical.js';
import sql from 'sql-template-tag';
import { password, startApp, type TestApp } from '../../../../test/support/app/app.js';
import { logLines } from '../../../../test/support/app/log-lines.js';
import { store } from '../../../../test/support/data/rows.js';
import { longestTurnOf } from '../../../../test/security/longest-turn.js';
import { Metrics } from '../../../observability/metrics.js';
import type { Appointment } from '../appointment.entity.js';

type Caller = { Authorization: string };

const path = '/v1/Appointments/Calendar';
let app: TestApp;
let agent: Caller;
beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-04-30T12:00:00', SLOW_QUERY: '0', PUBLIC_URL: 'https://agency.example.com' });
  await store(
    app,
    'Agent',
    [1, 2, 3, 4].map((AgentId) => ({ AgentId, AgentName: `Agent ${AgentId}` })),
  );
  await store(app, 'EventType', [{ EventTypeId: 2, EventTypeName: 'Meeting', EventCategory: 'Service' }]);
  await store(app, 'Contact', [
    { ContactId: 1, AgentId: 1, Name: 'Ada, Lovelace; née Byron', Phone: '(505) 555-0142' },
    { ContactId: 2, AgentId: 1, Name: 'Ben', Deleted: true },
    { ContactId: 3, AgentId: 3, Name: 'Cara' },
  ]);
  agent = await app.as('Agent', 1);
});
afterAll(() => app.close());
beforeEach(() =>
  app.db.tx(async () => {
    await app.db.execute(sql`DELETE FROM appointments`);
    await app.db.execute(sql`DELETE FROM api_keys`);
    await app.db.execute(sql`UPDATE agents SET AgentStatus = 'Active'`);
    await app.db.execute(sql`UPDATE users SET Disabled = 0`);
  }),
);

const make = (who = agent) => app.http.post(path).set(who).send({ OwnPassword: password });
const end = (who = agent) => app.http.delete(path).set(who).send({ OwnPassword: password });
const made = async (who = agent): Promise<string> =>
  new URL((await make(who).expect(200)).body.Calendar[0].Address as string).pathname;
const appointments = (...rows: Partial<Appointment>[]) =>
  store(
    app,
    'Appointment',
    rows.map((row) => ({
      ...{ ContactId: 1, AgentId: 1, EventTypeId: 2, Status: 'Planned', StartDate: '2026-05-04T15:00:00.0000000' },
      ...{ EndDate: '2026-05-04T16:00:00.0000000', ModifiedAt: '2026-04-30T12:00:00.0000000', ...row },
    })),
  );
type Event = InstanceType<typeof ICAL.Event>;
const eventsOf = (text: string): Event[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
const events = async (address: string): Promise<Event[]> => eventsOf((await app.http.get(address).expect(200)).text);

describe('a calendar address', () => {
  it('the calendar shows only the name and the telephone number of the contact, and has times in UTC', async () => {
    await appointments({ AppointmentId: 7, Place: 'At her house', Note: 'Plans to retire' });
    const address = await made();
    const { text, headers } = await app.http.get(address).expect(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(text).not.toMatch(/house|retire|Meeting|Agent 1/);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:/);
    expect(text).toContain('DTSTART:20260504T150000Z\r\n');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const [event] = eventsOf(text);
    expect([event.uid, event.summary, event.description]).toEqual([
      expect.stringMatching(/^appointment-7@[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'Ada, Lovelace; née Byron',
      '(505) 555-0142',
    ]);
    expect([event.startDate, event.endDate].map((date) => date.toJSDate().toISOString())).toEqual([
      '2026-05-04T15:00:00.000Z',
      '2026-05-04T16:00:00.000Z',
    ]);
  });

  it('a calendar ends with a line end, and its UIDs are of this installation alone', async () => {
    await appointments({ AppointmentId: 7 }, { AppointmentId: 8 });
    const uids = async (): Promise<string[]> => (await events(await made())).map(({ uid }) => uid);
    const { text } = await app.http.get(await made()).expect(200);
    expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
    const first = await uids();
    expect(await uids()).toEqual(first);
    const stored = await app.db.one<{ Value: string }>(
      sql`SELECT m.Value AS Value FROM service_meta m WHERE m.Name = 'installation'`,
    );
    const installation = stored!.Value;
    expect(first).toEqual([`appointment-7@${installation}`, `appointment-8@${installation}`]);
  });

  it('the SEQUENCE of an entry rises with each change of the appointment, also by an import', async () => {
    await appointments({ AppointmentId: 7 });
    const address = await made();
    const admin = await app.as('Administrator');
    const entry = async () => {
      const [{ sequence, component }] = await events(address);
      return [sequence, component.getFirstPropertyValue('last-modified')?.toString()];
    };
    expect(await entry()).toEqual([0, '2026-04-30T12:00:00Z']);
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET ModifiedAt = '2026-04-01T12:00:00.0000000'`));
    for (const change of [{ Place: 'Room 1' }, { Place: 'Room 2' }, { ContactId: 1, Place: 'Room 2' }])
      await app.http.put('/v1/Appointments/7').set(agent).send(change).expect(200);
    expect(await entry()).toEqual([2, '2026-04-30T12:00:00Z']);
    for (const updated of [1, 0]) {
      const { body } = await app.http
        .post('/v1/Sets/appointments')
        .set(admin)
        .type('text/csv')
        .send('AppointmentId,Place\n7,Room 3')
        .expect(200);
      expect(body).toMatchObject({ Updated: updated });
    }
    expect((await entry())[0]).toBe(3);
    await store(app, 'Contact', [{ ContactId: 8, AgentId: 1, Name: 'Ada again' }]);
    const merge = { From: [1] };
    await app.http.post('/v1/Contacts/8/Merge').set(agent).send(merge).expect(200);
    expect((await entry())[0]).toBe(4);
    await app.http.post('/v1/Contacts/1/Unmerge').set(agent).send({}).expect(200);
    expect((await entry())[0]).toBe(5);
    const receiver = await app.as('Agent', 2);
    await app.http.post('/v1/Agents/1/HandOver').set(admin).send({ To: 2 }).expect(200);
    const [{ sequence }] = await events(await made(receiver));
    expect(sequence).toBe(6);
  });

  it('the address of a calendar begins with PUBLIC_URL, whatever Host the caller sends', async () => {
    const { body } = await make().set('Host', 'thief.example').set('X-Forwarded-Host', 'thief.example').expect(200);
    expect(body.Calendar[0].Address).toMatch(/^https:\/\/agency\.example\.com\/calendar\/[\w-]+\.ics$/);
  });

  it('the calendar has the last 30 and the next 90 days of one agent, without cancelled appointments', async () => {
    const at = (StartDate: string, more: Partial<Appointment> = {}) => ({
      ...{ StartDate: `${StartDate}.0000000`, EndDate: `${StartDate}.0000000` },
      ...more,
    });
    await appointments(
      at('2026-03-31T11:59:59', { AppointmentId: 1 }),
      at('2026-03-31T12:00:00', { AppointmentId: 2, Status: 'Done' }),
      at('2026-07-29T12:00:00', { AppointmentId: 3 }),
      at('2026-07-29T12:00:01', { AppointmentId: 4 }),
      at('2026-05-01T12:00:00', { AppointmentId: 5, Status: 'Cancelled' }),
      at('2026-05-01T12:00:00', { AppointmentId: 6, AgentId: 2 }),
      at('2026-05-02T12:00:00', { AppointmentId: 8, Status: 'Missed' }),
    );
    const found = await events(await made());
    expect(found.map(({ uid }) => parseInt(uid.slice('appointment-'.length)))).toEqual([2, 8, 3]);
    expect(found[0].component.getFirstProperty('dtend')).toBeNull();
  });

  it('the calendar shows no name of a contact that is deleted or that the agent cannot see', async () => {
    await appointments({ ContactId: 2 }, { ContactId: 3 });
    expect((await events(await made())).map(({ summary }) => summary)).toEqual(['Appointment', 'Appointment']);
  });

  it('answers an unchanged calendar with 304, and HEAD without a body', async () => {
    await appointments({});
    const address = await made();
    const { headers } = await app.http.get(address).expect(200);
    const again = await app.http.get(address).set('If-None-Match', headers.etag).expect(304);
    expect(again.text).toBe('');
    const head = await app.http.head(address).expect(200);
    expect(head.headers.etag).toBe(headers.etag);
    await app.db.tx(() => app.db.execute(sql`UPDATE appointments SET EndDate = '2026-05-04T17:00:00.0000000'`));
    await app.http.get(address).set('If-None-Match', headers.etag).expect(200);
  });

  it('the address of a calendar accepts only GET and HEAD', async () => {
    const address = await made();
    for (const verb of ['post', 'put', 'delete'] as const) {
      const { headers } = await app.http[verb](address).expect(405);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('the address of a calendar is shown once, not kept for a replay, and stored as a hash', async () => {
    const first = await make().set('Idempotency-Key', 'calendar').expect(200);
    expect(first.headers['cache-control']).toBe('no-store');
    const [{ Address }] = first.body.Calendar as { Address: string }[];
    const token = /calendar\/(.+)\.ics$/.exec(Address)![1];
    await make().set('Idempotency-Key', 'calendar').expect(422);
    const [key] = await app.db.all<{ KeyHash: string; Scope: string }>(sql`SELECT * FROM api_keys`);
    expect(JSON.stringify(key)).not.toContain(token);
    expect(key.Scope).toBe('calendar');
    const everything = await app.db.all(sql`SELECT Changes FROM audit`);
    expect(JSON.stringify(everything)).not.toContain(token);
  });

  it('the token of a calendar address gives access to no operation', async () => {
    const token = /calendar\/(.+)\.ics$/.exec(await made())![1];
    for (const target of ['/v1/Appointments/2026-05-01/2026-05-30', '/v1/Auth/Me', '/v1/Contacts', '/v1/EventType'])
      await app.http.get(target).set('X-Api-Key', token).expect(403);
    await app.http.get('/v1/Auth/Me').set('Authorization', `Bearer ${token}`).expect(401);
  });

  it('a calendar address with another API key or an unknown token answers 404', async () => {
    const UserId = await app.userOf('Agent', 1);
    const keys = await app.http
      .post(`/v1/Users/${UserId}/ApiKeys`)
      .set(await app.as('Administrator'))
      .send({ OwnPassword: password })
      .expect(200);
    for (const token of [keys.body.ApiKeys[0].Key, 'agk_unknown', '%00', 'a'.repeat(5000)])
      expect((await app.http.get(`/calendar/${token}.ics`)).status).toBe(404);
    await app.http.get('/calendar/.ics').expect(404);
  });

  it('DELETE ends the calendar address, and so does a call that makes a new one', async () => {
    const [first, second] = [await made(), await made()];
    await app.http.get(first).expect(404);
    await app.http.get(second).expect(200);
    const { body } = await end().expect(200);
    expect(body.Calendar).toEqual([
      { KeyId: expect.any(String), CreatedAt: expect.any(String), LastUsedAt: expect.any(String) },
    ]);
    await app.http.get(second).expect(404);
    await end().expect(404);
  });

  it('two concurrent calls that make a calendar address leave one valid', async () => {
    const [one, two] = await Promise.all([made(), made()]);
    const statuses = [(await app.http.get(one)).status, (await app.http.get(two)).status];
    expect(statuses.sort()).toEqual([200, 404]);
  });

  it('a disabled user suspends the calendar address, and an inactive agent ends it for good', async () => {
    const admin = await app.as('Administrator');
    const address = await made(await app.as('Agent', 4));
    const disable = (Disabled: number) =>
      app.db.tx(() =>
        app.db.execute(sql`UPDATE users SET Disabled = ${Disabled} WHERE UserName = 'agent-4@example.test'`),
      );
    await disable(1);
    await app.http.get(address).expect(404);
    await disable(0);
    await app.http.get(address).expect(200);
    for (const AgentStatus of ['Inactive', 'Active']) {
      await app.http.put('/v1/Agents/4').set(admin).send({ AgentStatus }).expect(200);
      await app.http.get(address).expect(404);
    }
  });

  it("refuses to make a calendar address for users without an agent, and without the caller's password", async () => {
    await make(await app.as('Administrator')).expect(409);
    await make(await app.as('Worker')).expect(403);
    const other = await app.as('Agent', 2);
    await app.db.tx(async () =>
      app.db.execute(sql`UPDATE sessions SET ProvedAt = '2020-01-01T00:00:00.0000000'
        WHERE UserId = ${await app.userOf('Agent', 2)}`),
    );
    await app.http.post(path).set(other).send({}).expect(400);
    await app.http.post(path).set(other).send({ OwnPassword: 'wrong pass phrase' }).expect(401);
    await app.http.delete(path).set(other).send({}).expect(400);
    await make(other).expect(200);
  });

  it('the token of a calendar address appears in no log line, slow query or metric', async () => {
    const log = logLines(app);
    const address = await made(await app.as('Agent', 3));
    const token = /calendar\/(.+)\.ics$/.exec(address)![1];
    await app.http.get(address).expect(200);
    await app.http.get(`${address}?x=1`).expect(200);
    await app.http.get(`/calendar/${token}x.ics`).expect(404);
    await app.db.tx(() => app.db.execute(sql`ALTER TABLE appointments RENAME TO appointments_gone`));
    const failed = await app.http.get(address).expect(500);
    await app.db.tx(() => app.db.execute(sql`ALTER TABLE appointments_gone RENAME TO appointments`));
    const all = [...log, failed.text, await app.get(Metrics).text()].join('\n');
    expect(all).toContain('/calendar/{Token}.ics');
    expect(all).toContain('slow query');
    expect(all).not.toContain(token);
  });

  it('a calendar of thousands of appointments has each once, and delays others by less than 50 ms', async () => {
    await appointments(...Array.from({ length: 9900 }, (_, at) => ({ AppointmentId: at + 1 })));
    const address = await made();
    // Reading thousands of entries with ICAL would take longer than the rest of the suite.
    const found = (await app.http.get(address).expect(200)).text.match(/^UID:appointment-\d+@/gm);
    expect(new Set(found).size).toBe(9900);
    expect(found).toHaveLength(9900);
    expect(await longestTurnOf(() => app.http.get(address).buffer(false).expect(200), 50)).toBeLessThan(50);
  });

  it('answers 429 if a client reads a calendar too often', async () => {
    const limited = await startApp({ REQUESTS_PER_USER: '3', DATABASE_URL: app.database });
    const address = await made(await app.as('Agent', 2));
    for (let count = 0; count < 3; count++) await limited.http.get(address).expect(200);
    const { headers } = await limited.http.get(address).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });
});

describe('in America/Denver', () => {
  it.each([
    ['2026-03-07T10:00', '2026-03-07T17:00:00', '2026-03-08T10:00', '2026-03-08T16:00:00'],
    ['2026-10-31T10:00', '2026-10-31T16:00:00', '2026-11-01T10:00', '2026-11-01T17:00:00'],
  ])(
    'a calendar program shows appointments before and after a change of the clocks at 10:00, from %s on',
    async (before, first, after, second) => {
      const denver = await startApp({ TIME_ZONE: 'America/Denver', CLOCK: first, DATABASE_URL: app.database });
      const utc = [first, second].map((moment) => `${moment}.0000000`);
      await appointments(...utc.map((StartDate) => ({ StartDate, EndDate: StartDate })));
      const address = await made(await app.as('Agent', 1));
      const found = eventsOf((await denver.http.get(address).expect(200)).text);
      // The local times that a calendar program in that time zone shows.
      const local = (date: Date): string =>
        date.toLocaleString('sv-SE', { timeZone: 'America/Denver' }).slice(0, 16).replace(' ', 'T');
      expect(found.map(({ startDate }) => local(startDate.toJSDate()))).toEqual([before, after]);
      await denver.close();
    },
  );
});
