import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { startApp, type TestApp, password, signedIn } from './support/app/app.js';
import { morning, workingDay } from './working-day.js';
import { receiveWebhook, type WebhookEvent } from '../clients/typescript/src/webhooks.js';
import { startMailServer, startTextGateway, type MailServer, type TextGateway } from './support/servers/mail-server.js';
import { until } from './support/time/until.js';
import { demoPassword, startDemo } from './support/app/demo-app.js';
import { JobsService } from '../src/jobs/jobs.service.js';
import type { Message } from '../src/modules/messages/message.entity.js';
import { SenderService } from '../src/modules/messages/sending/sender.service.js';
import { store, fieldErrors } from './support/data/rows.js';
import { agent, seedVisits } from './support/data/visits.js';
import { agency, cliSettings } from './support/processes/cli.js';
import { addContacts, person, seedPeople } from './support/data/people.js';
import { Registry } from '../src/http/endpoint/registry.js';
import { Agent } from '../src/modules/agents/agent.entity.js';
import { Contact } from '../src/modules/contacts/contact.entity.js';
import { AgentLocation, Location } from '../src/modules/lines/location.entity.js';
import { Line, Question } from '../src/modules/lines/line.entity.js';
import { RecordSetsService } from '../src/sets/record-sets.service.js';

describe('a working day', () => {
  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startApp({ CLOCK: morning });
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  it('the service serves a whole working day, from its first agents to its report and audit', async () => {
    // Each step compares its results with the expected ones.
    for (const [name, step] of Object.entries(workingDay(() => ({ app, admin }))))
      await step().catch((cause: unknown) => {
        throw new Error(`The step failed: ${name}`, { cause });
      });
  });
});

describe("a customer's day", () => {
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

  it('a customer is called by a text message and answers a survey from a mail; webhooks report both', async () => {
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
    const place = await app.http
      .get(/https:\/\/agency\.example\.com(\/visit\/[\w-]+)/.exec(called.text)![1])
      .expect(200);
    expect(place.text).toContain('It is your turn: please come to <strong>Desk 1</strong>');

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
      .expect(303);
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
});

describe("a reception's day", () => {
  const here = 'a18d631ca3244bdb8e871c425bd24982';
  const path = '/v1/CustomerCheckins';

  interface Line {
    Id: string;
    Name: string;
  }
  interface Entry {
    Id: string;
    Position: number;
    Status: number;
    CustomerName: string;
    LineId: string;
    StationName: string;
    EmployeeName: string;
  }

  let app: TestApp;
  let desk: { Authorization: string };

  beforeAll(async () => {
    app = await startDemo();
    const sent = { UserName: 'desk@demo.test', Password: demoPassword };
    const { body } = await app.http.post('/v1/Auth/Login').send(sent).expect(200);
    expect(body).toMatchObject({ DisplayName: 'Rosa Delgado', Roles: ['FrontDesk'], AgentId: 0 });
    desk = { Authorization: `Bearer ${body.BearerToken}` };
  });
  afterAll(() => app.close());

  const get = async (at: string) => (await app.http.get(at).set(desk).expect(200)).body;
  const post = async (at: string, body: object) => (await app.http.post(at).set(desk).send(body).expect(200)).body;
  const queue = async (): Promise<Entry[]> => (await get(`${path}/Queue/${here}`)).Queue;
  const entry = async (id: string) => (await queue()).find(({ Id }) => Id === id);

  it('the receptionist of the demo works through a whole day', async () => {
    // In the morning she reads her location, its lines and desks, and the queue.
    expect((await get('/v1/Locations')).Locations).toMatchObject([{ LocationId: here, Name: 'Main Street' }]);
    const lines = (await get('/v1/Lines')).Lines as Line[];
    const [shut] = (await get('/v1/Stations?Open=false')).Stations as { StationId: string; LineIds: string[] }[];
    const { StationId } = shut;
    const before = await queue();
    expect(before.length).toBeGreaterThan(2);
    await app.http.put(`/v1/Stations/${StationId}`).set(desk).send({ Open: true }).expect(200);

    // Maria Lopez arrives: three letters find her, and she is checked in to a line.
    const search = `${path}/Customers?LocationId=${here}&Search=lop`;
    const [maria] = (await get(search)).Customers as {
      CustomerId: string;
      CustomerName: string;
      PhoneEnding: string;
    }[];
    expect(maria).toMatchObject({ CustomerName: 'Maria Lopez', PhoneEnding: expect.stringMatching(/^\d{4}$/) });
    const LineId = shut.LineIds[0];
    const visit = { CustomerId: maria.CustomerId, LocationId: here, LineId, SendReminders: true };
    const { CustomerCheckins, CustomerCheckinRequirements } = await post(path, visit);
    const { Id } = CustomerCheckins[0] as { Id: string };
    expect((await get(search)).Customers[0].OpenCheckInId).toBe(Id);
    expect(await entry(Id)).toMatchObject({ CustomerName: 'Maria Lopez', Status: 0, LineId });
    const answers = CustomerCheckinRequirements.Questions.map((question: { Id: number }) => ({
      Id: question.Id,
      Answer: 'Yes',
    }));
    await app.http.put(`${path}/${Id}/Questionnaire`).set(desk).send({ LineQuestions: answers }).expect(200);
    expect((await get(`${path}/${Id}`)).CustomerCheckins[0].QuestionnaireSubmitted).toBe(true);

    // She calls customers until it is Maria's turn; the others have left.
    for (;;) {
      const called = (await post(`${path}/CallNext`, { StationId, LineId })).Queue[0] as Entry;
      expect(called).toMatchObject({ Status: 1, EmployeeName: 'Rosa Delgado' });
      if (called.Id === Id) break;
      await post(`${path}/${called.Id}`, { Status: 4 });
    }
    await post(`${path}/${Id}`, { Status: 2 });

    // The visit is forwarded to another line and desk, and completed there.
    const other = lines.find((line) => line.Id !== LineId && before.every((known) => known.LineId !== line.Id));
    const next = other?.Id ?? lines.find((line) => line.Id !== LineId)!.Id;
    expect((await post(`${path}/${Id}`, { LineId: next })).CustomerCheckins).toMatchObject([
      { Status: 0, LineId: next },
    ]);
    await post(`${path}/${Id}`, { Status: 2, StationId });
    await post(`${path}/${Id}`, { Status: 3 });
    expect(await entry(Id)).toBeUndefined();
    expect((await get(search)).Customers[0].OpenCheckInId).toMatch(/^0+$/);

    // In the evening she reads the report and closes her desk.
    const day = (await get(`${path}/${Id}`)).CustomerCheckins[0].SignInTime.slice(0, 10) as string;
    const report = (await get(`${path}/Report/${day}/${day}`)).Report as Record<string, number | string>[];
    expect(report.find((row) => row.LineId === LineId)).toMatchObject({ LocationName: 'Main Street', Forwarded: 1 });
    expect(Number(report.find((row) => row.LineId === next)!.Completed)).toBeGreaterThan(0);
    expect(new Set(report.map(({ LocationId }) => LocationId))).toEqual(new Set([here]));
    await app.http.put(`/v1/Stations/${StationId}`).set(desk).send({ Open: false }).expect(200);
  });

  it('the receptionist can read no data of an agent', async () => {
    for (const at of [
      '/v1/Contacts',
      '/v1/Contacts/37',
      '/v1/Agents',
      '/v1/ActivityTracker/All',
      '/v1/Smartsheets/Lines',
    ])
      await app.http.get(at).set(desk).expect(403);
    await app.http
      .get(`/v1/Users/${'1'.repeat(32)}/Locations`)
      .set(desk)
      .expect(403);
    const away = '33905b8038814d9d81453a6bcb38c9d4';
    await app.http.get(`${path}/Queue/${away}`).set(desk).expect(403);
    await app.http.get(`${path}/Customers?LocationId=${away}&Search=lop`).set(desk).expect(403);
  });

  it('the start page offers to sign in as the receptionist', async () => {
    const { text } = await app.http.get('/').expect(200);
    expect(text).toContain('desk@demo.test');
    const { users } = (await app.http.get('/demo-users.json').expect(200)).body;
    expect(users).toContainEqual({ UserName: 'desk@demo.test', DisplayName: 'Rosa Delgado', Roles: 'Front desk' });
    const me = await app.http.get('/v1/Auth/Me').set(desk).expect(200);
    expect(me.body).toMatchObject({ Roles: ['FrontDesk'], RoleNames: ['Front desk'] });
  });
});

describe('the list of a fair', () => {
  let app: TestApp;
  let texts: TextGateway;
  let admin: { Authorization: string };

  beforeAll(async () => {
    texts = await startTextGateway();
    app = await startApp({
      ...{ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0', SMS_URL: texts.url, QUIET_HOURS: 'none' },
    });
    await app.get(JobsService).onModuleDestroy();
    await seedVisits(app);
    await store(app, 'EventType', [{ EventTypeId: 1, EventTypeName: 'Meeting', EventCategory: 'Service' }]);
    admin = await app.as('Administrator');
  });
  afterAll(async () => {
    await app.close();
    await texts.close();
  });

  /** The number of the person `at`, of whose forms each is one way to write it. */
  const digitsOf = (at: number): string => `505555${String(1000 + at)}`;
  const forms: readonly ((digits: string) => string)[] = [
    (d) => `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
    (d) => `1-${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)}`,
    (d) => `\u202A+1 ${d}\u202C`,
    (d) => `${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}, ext. 12`,
    (d) => `001${d}`,
    (d) => `${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)};ext=7`,
    (d) => `+1(${d.slice(0, 3)})\u00A0${d.slice(3)}`,
    (d) => `${d.slice(0, 6)} ${d.slice(6)} / 303-555-0101`,
  ];
  const untextable = ['555-0146', '1-800-555-0199', '12345', '1-800-FLOWERS', '+44 20 7946 0019'];
  const lastNames = [
    "'t Hart",
    'Kaʻimi',
    'O´Brien',
    'D′Angelo',
    '\u200BÁlvarez\u200B',
    'Müller ',
    'می\u200Cخواهم',
    'Lovelace',
  ];
  /** How somebody types each of the names on a keyboard. */
  const typed = ['t hart', "ka'imi", 'obrien', "d'ang", 'alvarez', 'muller', 'می\u200Cخواهم', 'LOVE'];
  const people = 200;

  const phoneOf = (at: number): string =>
    at % 10 === 9 ? untextable[Math.floor(at / 10) % untextable.length] : forms[at % forms.length](digitsOf(at));
  /** Whether the number can get texts: it is valid, of a mobile telephone, and has no extension. */
  const getsTexts = (at: number): boolean => at % 10 !== 9 && !phoneOf(at).includes('ext');

  function row(at: number): string {
    const cells = [
      ` Guest${at}`,
      lastNames[at % lastNames.length],
      phoneOf(at),
      'true',
      String(agent.own),
      `Fair ${at};`,
    ];
    return cells.map((cell) => `"${cell}"`).join();
  }

  it('imports the untidy list of a fair, finds each person, and texts nobody else', async () => {
    const header = 'FirstName,LastName,Phone,SMSOptIn,AgentId,SourceNote';
    const lines = Array.from({ length: people }, (_, at) => [row(at), at % 25 === 0 ? '"","","","","",""' : ''])
      .flat()
      .filter((line) => line !== '');
    const upload = (file: string) =>
      app.http.post('/v1/Sets/contacts').set(admin).set('Content-Type', 'text/csv').send(file);
    const shortened = await upload([header, row(0), '"Eve","Short","5.06E+09","true","1",""'].join('\r\n')).expect(400);
    expect(JSON.stringify(shortened.body)).toContain('line 3.Phone');
    const { body } = await upload([header, ...lines].join('\r\n')).expect(200);
    expect(body).toMatchObject({ Read: people, Inserted: people });

    const owners = new Map<string, number>();
    for (let at = 0; at < people; at++) {
      const Search = `guest${at} ${typed[at % typed.length]}`;
      const found = await app.http
        .get('/v1/Contacts')
        .query({ Search, fields: 'ContactId,FirstName' })
        .set(admin)
        .expect(200);
      const own = (found.body.Contacts as { ContactId: number; FirstName: string }[]).filter(
        ({ FirstName }) => FirstName === `Guest${at}`,
      );
      expect([Search, own.length]).toEqual([Search, 1]);
      if (getsTexts(at)) owners.set(`+1${digitsOf(at)}`, own[0].ContactId);
      await app.http
        .post('/v1/Appointments')
        .set(admin)
        .send({ ContactId: own[0].ContactId, AgentId: agent.own, EventTypeId: 1, StartDate: '2090-05-20' })
        .expect(200);
    }
    const all = sql`SELECT * FROM messages WHERE Record = 'Appointment'`;
    await until(async () => {
      await app.get(SenderService).send();
      return (await app.db.all<Message>(all)).every(({ State }) => State !== 'Pending');
    });
    expect(texts.received.map(({ to }) => to).sort()).toEqual([...owners.keys()].sort());
    const messages = await app.db.all<Message>(all);
    const sent = messages.filter(({ State }) => State === 'Sent');
    expect(sent.filter(({ Recipient, ContactId }) => owners.get(Recipient) !== ContactId)).toEqual([]);
    const others = messages.filter(({ State }) => State !== 'Sent');
    expect(others).toHaveLength(people - owners.size);
    for (const { State, LastError } of others)
      expect([State, LastError]).toEqual(['NotSent', expect.stringMatching(/no valid|toll-free|land line|extension/)]);
  });
});

describe('days in a time zone', () => {
  const TIME_ZONE = 'America/Denver';
  /** The clock of the service: in Denver it is still 30 April. */
  const CLOCK = '2026-05-01T03:00:00';
  const midnight = 'T00:00:00.0000000';
  const { own } = person;

  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startApp({ TIME_ZONE, CLOCK });
    await seedPeople(app);
    await addContacts(app, [{ ContactId: 1, AgentId: own, Name: 'Ada' }]);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  const settings = () => ({ ...cliSettings(app.database), TIME_ZONE, CLOCK });
  const exported = async (set: string): Promise<string> =>
    (await app.http.get(`/v1/Sets/${set}.csv`).set(admin).expect(200)).text;

  /** Each record set with a day, and the header and a row of its import file, in which DATE stands for the day. */
  const ledgers = [
    ['securities-listings', 'ListingId,AgentId,PolicyNumber,ListingDate,Points', `1,${own},A-1,DATE,10`],
    ['securities-adjustments', 'AdjustmentId,AgentId,AdjustmentDate,Points,Amount', `1,${own},DATE,1,1`],
    ['securities-payments', 'PaymentId,AgentId,PaymentDate,Amount', `1,${own},DATE,5`],
    ['agent-levels', 'AgentId,EffectiveDate,Level', `${own},DATE,60`],
  ] as const;
  const written = [
    '2026-03-01',
    `2026-03-01${midnight}`,
    '2026-03-01T23:30:00Z',
    '2026-03-01T23:30:00-07:00',
    '2026-03-01T00:30:00+14:00',
    '/Date(1772395200000-0700)/',
  ];

  it.each(ledgers)(
    'an import of %s stores the day unchanged, and an export returns the same day',
    async (set, header, row) => {
      for (const date of written) {
        const csv = `${header}\n${row.replace('DATE', date)}\n`;
        const call = app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', 'text/csv').send(csv);
        const { status, body } = await call;
        expect([date, status, body.ResponseStatus.Message]).toEqual([date, 200, null]);
        const csvAgain = await exported(set);
        expect(csvAgain.trim().split('\r\n')).toHaveLength(2);
        expect(csvAgain).toContain(`2026-03-01${midnight},`.replace(/,$/, ''));
        expect(csvAgain).not.toContain(`${midnight}Z`);
      }
    },
  );

  it('the securities summary counts a listing in the month of its day, in a time zone west of UTC', async () => {
    const [[set, header, row]] = ledgers;
    await agency(['import', set, '-'], settings(), `${header}\n${row.replace('DATE', '2026-03-01')}\n`);
    const points = async (range: string): Promise<string> => {
      const { body } = await app.http.get(`/v1/SecuritiesSummary/DateRange/${range}/${own}`).set(admin).expect(200);
      return (body as { ListingSummary: [{ AgentPolicyNumbers: string }] }).ListingSummary[0].AgentPolicyNumbers;
    };
    expect(await points('2026-03-01/2026-03-31')).toBe('A-1');
    expect(await points('2026-03-01/2026-03-01')).toBe('A-1');
    expect(await points('2026-02-01/2026-02-28')).toBe('');
    expect(await points('2026-03-02/2026-03-31')).toBe('');
  });

  it.each([
    ['Agents', own, 'Agents', 'DOB'],
    ['Agents', own, 'Agents', 'AgreeToDate'],
    ['Agents', own, 'Agents', 'PaidDate'],
    ['Contacts', 1, 'Contacts', 'DateOfBirth'],
    ['Contacts', 1, 'Contacts', 'ProjectEndDate'],
  ] as const)('PUT %s/%i keeps the day of %s %s as written', async (path, id, list, field) => {
    const day = `2025-12-31${midnight}`;
    for (const date of ['2025-12-31', '2025-12-31T23:30:00-05:00', '2025-12-31T00:30:00+14:00', `${day}Z`]) {
      const put = await app.http
        .put(`/v1/${path}/${id}`)
        .set(admin)
        .send({ [field]: date })
        .expect(200);
      expect([date, put.body[list][0][field]]).toEqual([date, day]);
    }
    const found = async (query: string): Promise<number> =>
      (await app.http.get(`/v1/${path}?${query}`).set(admin).expect(200)).body[list].length;
    expect(await found(`${field}=2025-12-31`)).toBe(1);
    expect(await found(`${field}Between=2025-12-31T22:00:00-07:00,2025-12-31`)).toBe(1);
    expect(await found(`${field}GreaterThanOrEqualTo=2026-01-01`)).toBe(0);
    expect(await found(`${field}LessThanOrEqualTo=2025-12-30`)).toBe(0);
    const { text } = await app.http.get(`/v1/${path}.csv?fields=${field}&${field}IsNull=false`).set(admin).expect(200);
    expect(text).toBe(`${field}\r\n${day}\r\n`);
  });

  it('rejects a birth date after today in TIME_ZONE, over HTTP and in an import', async () => {
    const put = (path: string, body: object) => app.http.put(`/v1/${path}`).set(admin).send(body);
    for (const [path, field] of [
      ['Contacts/1', 'DateOfBirth'],
      [`Agents/${own}`, 'DOB'],
    ]) {
      const refused = await put(path, { [field]: '2026-05-01' }).expect(400);
      expect(fieldErrors(refused)).toEqual([`${field} InclusiveBetween`]);
      expect(refused.body.ResponseStatus.Errors[0]).toMatchObject({ Meta: { Max: '2026-04-30' } });
      await put(path, { [field]: '2026-04-30' }).expect(200);
    }
    const { code, stderr } = await agency(
      ['import', 'contacts', '-'],
      settings(),
      'ContactId,DateOfBirth\n1,2999-01-01\n',
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('DateOfBirth must not be in the future')]);
    await app.http.get('/v1/Contacts?DateOfBirthLessThanOrEqualTo=2999-01-01').set(admin).expect(200);
  });

  it('date-times are sent in UTC with Z, SignInTime with +00:00, and unset ones without either', async () => {
    await app.db.tx(() =>
      app.db.execute(sql`UPDATE contacts SET LastContact = '2026-03-01T12:30:00.1234567', LockedTimestamp = NULL`),
    );
    const { text } = await app.http.get('/v1/Contacts/1?fields=LastContact').set(admin).expect(200);
    expect(text).toContain('"LastContact":"2026-03-01T12:30:00.1234567Z"');
    const agent = await app.http.get(`/v1/Agents/${own}?fields=GracePeriodDate`).set(admin).expect(200);
    expect(agent.text).toContain('"GracePeriodDate":"0001-01-01T00:00:00.0000000"');
    const { body } = await app.http.get('/openapi.json');
    expect(body.components.examples.QueueResponse.value.Queue[0].SignInTime).toMatch(/\d{7}\+00:00$/);
  });
});

describe("a role of one's own", () => {
  const [here, there, lineHere, lineThere] = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));

  let app: TestApp;
  let clerk: { Authorization: string };
  const roles = () => app.get(RecordSetsService).named('roles')!;
  const grant = (Permissions: string[], more: object = {}) =>
    app.db.tx(() => roles().save!([{ RoleId: 70, Code: 'Desk', Name: 'Desk', Permissions, ...more }]));
  const call = (path: string) => app.http.get(path).set(clerk);

  beforeAll(async () => {
    app = await startApp();
    await app.db.tx(async () => {
      await app.db.insertAll(Agent, [
        { AgentId: 501, AgentName: 'Desk' },
        { AgentId: 502, AgentName: 'Another' },
      ]);
      await app.db.insertAll(Location, [
        { LocationId: here, Name: 'Here' },
        { LocationId: there, Name: 'There' },
      ]);
      await app.db.insertAll(AgentLocation, [
        { AgentId: 501, LocationId: here },
        { AgentId: 502, LocationId: there },
      ]);
      await app.db.insertAll(Line, [
        { Id: lineHere, LocationId: here, Name: 'Near' },
        { Id: lineThere, LocationId: there, Name: 'Far' },
      ]);
      await app.db.insertAll(Question, [
        { Id: 901, LineId: lineHere, Question: 'Near?' },
        { Id: 902, LineId: lineThere, Question: 'Far?' },
      ]);
      await app.db.insertAll(Contact, [
        { ContactId: 801, AgentId: 501 },
        { ContactId: 802, AgentId: 502 },
      ]);
    });
    await grant([]);
    await app.users.create('desk@example.test', { roles: ['Desk'], agentId: 501, password });
    clerk = await signedIn(app, 'desk@example.test');
  });

  afterAll(() => app.close());

  it('a custom role allows exactly the operations of its permissions, as soon as they change', async () => {
    await call('/v1/EventType').expect(403);
    await call('/v1/SurveyAdmin/GiftCard').expect(403);
    await grant(['listEventTypes']);
    await call('/v1/EventType').expect(200);
    await call('/v1/SurveyAdmin/GiftCard').expect(403);
    const survey = app.get(Registry).operations.find(({ paths }) => paths.includes('/v1/SurveyAdmin/GiftCard'))!.name;
    await grant([survey]);
    await call('/v1/EventType').expect(403);
    await call('/v1/SurveyAdmin/GiftCard').expect(200);
    await grant([survey], { IsActive: false });
    await call('/v1/SurveyAdmin/GiftCard').expect(403);
    await grant([survey], { IsActive: true });
    await app.users.change('desk@example.test', { Roles: ['Worker'] });
    await call('/v1/SurveyAdmin/GiftCard').expect(403);
    await app.users.change('desk@example.test', { Roles: ['Desk'] });
    await call('/v1/SurveyAdmin/GiftCard').expect(200);
  });

  it('a custom role shows the rows that the caller’s agent may see', async () => {
    await grant(['listAgentDropdown']);
    const { Agents } = (await call('/v1/Agent/Dropdown').expect(200)).body;
    const counts = (Agents as { AgentId: number; ContactCount: number }[]).filter(({ AgentId }) => AgentId > 500);
    expect(counts.map(({ AgentId, ContactCount }) => [AgentId, ContactCount])).toEqual([
      [502, 0],
      [501, 1],
    ]);
  });

  it('a custom role limits operations of Administrators to the rows that the agent may see', async () => {
    const names = app
      .get(Registry)
      .operations.filter(({ group }) => group.name === 'LineQuestions')
      .map(({ name }) => name);
    await grant(names);
    const { LineQuestions } = (await call('/v1/LineQuestions').expect(200)).body;
    expect(LineQuestions.map(({ Id }: { Id: number }) => Id)).toEqual([901]);
    await call('/v1/LineQuestions/901').expect(200);
    const write = (verb: 'post' | 'put' | 'delete', path: string, items: object[] = []) =>
      app.http[verb](path).set(clerk).send({ LineQuestions: items });
    const outside = [
      call('/v1/LineQuestions/902'),
      call(`/v1/LineQuestions/Line/${lineThere}`),
      write('post', '/v1/LineQuestions', [{ LineId: lineThere, Question: 'New?' }]),
      write('put', '/v1/LineQuestions', [{ Id: 902, Question: 'Changed?' }]),
      write('put', '/v1/LineQuestions', [{ Id: 901, LineId: lineThere }]),
      write('delete', '/v1/LineQuestions/902'),
      write('delete', `/v1/LineQuestions/Line/${lineThere}`),
    ];
    for (const attempt of outside) await attempt.expect(403);
    await write('put', '/v1/LineQuestions', [{ Id: 901, Question: 'Nearer?' }]).expect(200);
  });
});

describe('names and addresses', () => {
  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await startApp();
    await seedPeople(app);
    await addContacts(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  const put = (path: string, body: object) => app.http.put(`/v1/${path}`).set(admin).send(body);
  const agent = `Agents/${person.own}`;

  it.each([
    ['Contacts/1', 'Name', '  Ada Lovelace\t', 'Ada Lovelace'],
    ['Contacts/1', 'Phone', '\u00a0+1 505 555 0100 ', '+1 505 555 0100'],
    ['Contacts/1', 'EmailWork', ' ada@example.com\n', 'ada@example.com'],
    ['Contacts/1', 'address_line1', ' 12 St James’s Square ', '12 St James’s Square'],
    ['Contacts/1', 'address_zip', ' ', null],
    [agent, 'AgentName', ' Ana Álvarez ', 'Ana Álvarez'],
    [agent, 'FullName', ' Ana Álvarez\t', 'Ana Álvarez'],
    [agent, 'ByLastName', ' Álvarez, Ana ', 'Álvarez, Ana'],
    [agent, 'CellPhone', ' 555-0100 ', '555-0100'],
    [agent, 'Email', ' ana@example.com ', 'ana@example.com'],
    [agent, 'City', ' Santa Fe ', 'Santa Fe'],
  ] as const)('PUT %s trims the white space around %s', async (path, field, sent, stored) => {
    const { body } = await put(path, { [field]: sent }).expect(200);
    expect(body[path.split('/')[0]][0][field]).toBe(stored);
  });

  it.each([
    ['Contacts/1', 'Name', ' \t', 'NotEmpty'],
    ['Contacts/1', 'FirstName', '\u00a0', 'NotEmpty'],
    [agent, 'AgentName', '   ', 'NotEmpty'],
    ['Contacts/1', 'EmailPersonal', 'ada at example.com', 'Invalid'],
    [agent, 'Email', 'ana@', 'Invalid'],
    [agent, 'WorkPhone', 'ask Ben', 'Invalid'],
    ['Contacts/1', 'PhoneAlt', 'ext. 12', 'Invalid'],
  ] as const)('PUT %s rejects %s: %j with %s', async (path, field, sent, code) => {
    expect(fieldErrors(await put(path, { [field]: sent }).expect(400))).toEqual([`${field} ${code}`]);
  });

  it.each([
    ['POST', 'EventType', 'EventTypeName'],
    ['POST', 'EventType', 'EventCategory'],
    ['POST', 'Locations', 'Name'],
    ['POST', 'Projects', 'ProjectName'],
  ] as const)('%s %s rejects a new record whose %s is white space', async (_, path, field) => {
    const { body } = await app.http
      .post(`/v1/${path}`)
      .set(admin)
      .send({ [field]: '  ' })
      .expect(400);
    expect(fieldErrors({ body })).toContain(`${field} NotEmpty`);
  });

  it('an import trims white space and names each value that is not in the format of its field', async () => {
    const settings = cliSettings(app.database);
    const file = (row: string) =>
      agency(['import', 'contacts', '-'], settings, `ContactId,Name,Phone,EmailWork,address_city\n${row}\n`);
    expect(await file('1, Bea , 555-0101 , bea@example.com , Taos ')).toMatchObject({ code: 0 });
    const { body } = await app.http
      .get('/v1/Contacts/1?fields=Name,Phone,EmailWork,address_city')
      .set(admin)
      .expect(200);
    const stored = { Name: 'Bea', Phone: '555-0101', EmailWork: 'bea@example.com', address_city: 'Taos' };
    expect(body.Contacts).toEqual([stored]);
    const { code, stderr } = await file('1,"  ",ask,bea,Taos');
    expect(code).toBe(1);
    expect(stderr).toContain('Name must have a visible character');
    expect(stderr).toContain('Phone must have at least three digits');
    expect(stderr).toContain('EmailWork must be an e-mail address such as ada@example.com');
  });

  it('a message about a type shows the right format', async () => {
    const message = async (path: string, body: object): Promise<string> =>
      (await put(path, body).expect(400)).body.ResponseStatus.Errors[0].Message;
    expect(await message('Contacts/1', { SourceTypeId: '2' })).toMatch(/^SourceTypeId .*: send 2, not "2"\.$/);
    expect(await message(agent, { FactFinderBilling: '2.5' })).toMatch(/: send 2.5, not "2.5"\.$/);
    expect(await message('Contacts/1', { Name: 7 })).toBe('Name must be a string: send "7", not 7.');
    expect(await message(agent, { IsAgent: 'true' })).toBe('IsAgent must be true or false: send true, not "true".');
  });
});
