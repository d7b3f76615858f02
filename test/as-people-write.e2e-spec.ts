import sql from 'sql-template-tag';
import { Config } from '../src/config/config.js';
import { KioskKeysService } from '../src/auth/api-keys/kiosk/kiosk-keys.service.js';
import { JobsService } from '../src/jobs/jobs.service.js';
import { Contact, type StoredContact } from '../src/modules/contacts/contact.entity.js';
import { inspectPhones } from '../src/modules/contacts/phone-inspection.js';
import type { Message } from '../src/modules/messages/message.entity.js';
import { SenderService } from '../src/modules/messages/sending/sender.service.js';
import { startApp, type TestApp } from './support/app/app.js';
import { grantAtDesk, receptionistAt } from './support/data/receptionist.js';
import { fieldErrors, store } from './support/data/rows.js';
import { agent, line, north, seedVisits } from './support/data/visits.js';
import { until } from './support/time/until.js';
import { startTextGateway, type TextGateway } from './support/servers/mail-server.js';

let app: TestApp;
let texts: TextGateway;
let admin: { Authorization: string };
let rosa: { Authorization: string };

beforeAll(async () => {
  texts = await startTextGateway();
  app = await startApp({
    ...{ REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0', SMS_URL: texts.url, QUIET_HOURS: 'none' },
  });
  await app.get(JobsService).onModuleDestroy();
  await seedVisits(app);
  await store(app, 'EventType', [{ EventTypeId: 1, EventTypeName: 'Meeting', EventCategory: 'Service' }]);
  admin = await app.as('Administrator');
  await grantAtDesk(app);
  rosa = (await receptionistAt(app, north)).credentials;
});
afterAll(async () => {
  await app.close();
  await texts.close();
});

type Fields = Record<string, unknown>;

/** Ways to write fields of the contact `id`. Each returns the status of the answer and the fields with an error. */
const ways = {
  PUT: async (id: number, fields: Fields) =>
    outcomeOf(await app.http.put(`/v1/Contacts/${id}`).set(admin).send(fields)),
  list: async (id: number, fields: Fields) =>
    outcomeOf(
      await app.http
        .put('/v1/Contacts')
        .set(admin)
        .send({ Contacts: [{ ContactId: id, ...fields }] }),
    ),
  form: async (id: number, fields: Fields) =>
    outcomeOf(
      await app.http
        .put(`/v1/Contacts/${id}`)
        .set(admin)
        .type('form')
        .send(fields as Record<string, string>),
    ),
  csv: (id: number, fields: Fields) => imported('text/csv', csvOf([{ ContactId: id, ...fields }])),
  ndjson: (id: number, fields: Fields) =>
    imported('application/x-ndjson', `${JSON.stringify({ ContactId: id, ...fields })}\n`),
};

const imported = async (type: string, file: string, set = 'contacts') =>
  outcomeOf(await app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', type).send(file));

function outcomeOf({ status, body }: { status: number; body: object }): { status: number; errors: string[] } {
  const errors = status === 200 ? [] : fieldErrors({ body } as Parameters<typeof fieldErrors>[0]);
  return { status, errors: errors.map((error) => error.replace(/^(line \d+|Contacts\[0\])\./, '')) };
}

function csvOf(rows: readonly Fields[]): string {
  const quote = (value: unknown): string => `"${String(value).replaceAll('"', '""')}"`;
  return [Object.keys(rows[0]), ...rows.map((row) => Object.values(row))]
    .map((row) => row.map(quote).join())
    .join('\n');
}

async function add(fields: Fields): Promise<{ id: number; Meta: Record<string, string> }> {
  const sent = { AgentId: agent.own, Name: 'Nobody', ...fields };
  const { body } = await app.http.post('/v1/Contacts').set(admin).send(sent).expect(200);
  return { id: body.Contacts[0].ContactId, Meta: body.ResponseStatus.Meta };
}

const stored = async (ContactId: number): Promise<StoredContact> =>
  (await app.db.tx(() => app.db.lockRow(Contact, { ContactId }))) as StoredContact;
const found = async (Search: string): Promise<number[]> => {
  const { body } = await app.http.get('/v1/Contacts').query({ Search, fields: 'ContactId' }).set(admin).expect(200);
  return (body.Contacts as { ContactId: number }[]).map(({ ContactId }) => ContactId);
};
const atDesk = async (Search: string): Promise<string[]> => {
  const { body } = await app.http
    .get('/v1/CustomerCheckins/Customers')
    .query({ LocationId: north, Search })
    .set(rosa)
    .expect(200);
  return (body.Customers as { CustomerName: string }[]).map(({ CustomerName }) => CustomerName);
};
const atKiosk = async (Phone: string, LastName: string): Promise<number> => {
  const { key } = await app.get(KioskKeysService).create(north);
  const sent = { LocationId: north, LineId: line.a, Phone, LastName };
  return (await app.http.post('/v1/CustomerCheckins/SelfCheckin').set({ 'X-Api-Key': key }).send(sent)).status;
};
const remove = (id: number) => app.http.delete(`/v1/Contacts/${id}`).set(admin).expect(200);

/** Letters of a name that no other contact has. */
let names = 0;
const newName = (): string => `Zq${String.fromCharCode(97 + (names % 26), 97 + Math.floor(names++ / 26))}`;

describe('a telephone number', () => {
  it.each<[string, string, string | null, string | null, RegExp | undefined]>([
    ['(505) 555-0142', '5055550142', '+15055550142', null, undefined],
    ['1-505-555-0142', '+1 505 555 0142', '+15055550142', null, undefined],
    ['505-555-0142, ext. 12', '(505) 555-0142', '+15055550142', '12', /extension/],
    ['505-555-0142;ext=12', '505.555.0142 x12', '+15055550142', '12', /extension/],
    ['505-555-0142 extn 12', '505 555 0142 (x12)', '+15055550142', '12', /extension/],
    ['505-555-0142 (x12)', '+15055550142', '+15055550142', '12', /extension/],
    ['505-555-0142,,12', '505 555 0142', '+15055550142', '12', /extension/],
    ['\u202A505-555-0142\u202C', '\u200E505-555-0142', '+15055550142', null, undefined],
    ['(+65) 8123 4567', '+65 81234567', '+6581234567', null, undefined],
    ['+44 (0)7911 123456', '0044 7911 123456', '+447911123456', null, undefined],
    ['011 44 7911 123456', '(+44) 7911 123456', '+447911123456', null, undefined],
    ['+44 (0)20 7946 0019', '011 44 20 7946 0019', '+442079460019', null, /land line/],
    ['1-800-555-0199', '800 555 0199', '+18005550199', null, /toll-free/],
    ['555-0146', '5550146', null, null, /no valid/],
    ['1-800-FLOWERS', '1800', null, null, /no valid/],
    ['12345', '12345', null, null, /no valid/],
    ['505-555-0147/8', '50555501478', null, null, /no valid/],
    ['Cell: 505-555-0142', '505 555 0142', '+15055550142', null, undefined],
    ["wife's cell 505-555-0142", '505 555 0142', '+15055550142', null, /another person/],
    ['+49 171 1234567/8', '+4917112345678', '+4917112345678', null, /two numbers/],
    ['5055550142.0', '505 555 0142', '+15055550142', null, undefined],
  ])(
    '%j is stored, found and called as one telephone number, however the client sends it',
    async (written, typed, e164, extension, why) => {
      const LastName = newName();
      const { id, Meta } = await add({ LastName, Name: LastName, Phone: written, SMSOptIn: true });
      const kept = written.replaceAll(/[\u200E\u202A\u202C]/g, '');
      const meaning = { Phone: kept, PhoneE164: e164, PhoneExtension: extension };
      expect(await stored(id)).toMatchObject(meaning);
      if (why) expect(Meta.Warnings).toMatch(why);
      else expect(Meta.Warnings).toBeUndefined();
      for (const write of Object.values(ways)) {
        await app.http.put(`/v1/Contacts/${id}`).set(admin).send({ Phone: '303-555-0101 x9' }).expect(200);
        expect(await stored(id)).toMatchObject({ PhoneE164: '+13035550101', PhoneExtension: '9' });
        expect(await write(id, { Phone: written })).toEqual({ status: 200, errors: [] });
        expect(await stored(id)).toMatchObject(meaning);
      }
      expect(await found(`${LastName} ${typed}`)).toEqual([id]);
      expect(await found(`${typed} ${LastName}`)).toEqual([id]);
      const twin = await add({ PhoneAlt: typed });
      expect(twin.Meta.PossibleDuplicates.split(',')).toContain(String(id));
      expect(await atDesk(`${LastName} ${typed}`)).toEqual([LastName]);
      expect(await atKiosk(typed, LastName)).toBe(200);
      expect(await atKiosk('505-555-0149', LastName)).toBe(404);
      // Send the message that the appointment of the contact before is cancelled.
      await app.get(SenderService).send();
      texts.received.length = 0;
      await app.http
        .post('/v1/Appointments')
        .set(admin)
        .send({ ContactId: id, AgentId: agent.own, EventTypeId: 1, StartDate: '2090-05-20' })
        .expect(200);
      const about = sql`SELECT * FROM messages WHERE ContactId = ${id} AND Record = 'Appointment'`;
      await until(async () => {
        await app.get(SenderService).send();
        return (await app.db.all<Message>(about)).every(({ State }) => State !== 'Pending');
      });
      const [message] = await app.db.all<Message>(about);
      // The kiosk has sent a text message too.
      expect(new Set(texts.received.map(({ to }) => to))).toEqual(new Set(why ? [] : [e164]));
      expect(message).toMatchObject(why ? { State: 'NotSent' } : { State: 'Sent', Recipient: e164 });
      if (why) expect(message.LastError).toMatch(why);
      await remove(id);
      await remove(twin.id);
    },
  );

  it.each([
    '505-555-0147 / 505-555-0148',
    '505-555-0147 ::: 505-555-0148',
    '505-555-0147, 505-555-0148',
    '505-555-0147;505-555-0148',
    '5055550147; 5055550148',
    '5055550147,5055550148',
    '505-555-0147 or 505-555-0148',
    '505-555-0147\n505-555-0148',
    '555-0147 / 555-0148',
  ])('the two numbers %j are refused in a call, and an import puts the second into PhoneAlt', async (both) => {
    const { id } = await add({});
    const [first, second] = both.split(/[^\d-]+/);
    for (const way of ['PUT', 'list', 'form'] as const)
      expect(await ways[way](id, { Phone: both })).toEqual({ status: 400, errors: ['Phone Invalid'] });
    for (const way of ['csv', 'ndjson'] as const) {
      await ways.PUT(id, { Phone: null, PhoneAlt: null });
      expect(await ways[way](id, { Phone: both })).toEqual({ status: 200, errors: [] });
      expect(await stored(id)).toMatchObject({ Phone: first, PhoneAlt: second });
      // The same file again changes nothing.
      expect(await ways[way](id, { Phone: both })).toEqual({ status: 200, errors: [] });
      await ways.PUT(id, { PhoneAlt: '303-555-0101' });
      expect(await ways[way](id, { Phone: both })).toEqual({ status: 400, errors: ['PhoneAlt Invalid'] });
      expect(await ways[way](id, { Phone: both, PhoneAlt: '303-555-0102' })).toEqual({
        status: 400,
        errors: ['Phone Invalid'],
      });
      expect(await ways[way](id, { PhoneAlt: both })).toEqual({ status: 400, errors: ['PhoneAlt Invalid'] });
    }
    expect(await imported('text/csv', csvOf([{ Name: 'New', Phone: both }]))).toEqual({ status: 200, errors: [] });
    expect(await app.db.all(sql`SELECT Phone, PhoneAlt FROM contacts WHERE Name = 'New'`)).toEqual([
      { Phone: first, PhoneAlt: second },
    ]);
    for (const { ContactId } of await app.db.all<Contact>(sql`SELECT ContactId FROM contacts WHERE Name = 'New'`)) {
      await app.http.put(`/v1/Contacts/${ContactId}`).set(admin).send({ Name: 'Old' }).expect(200);
      await remove(ContactId);
    }
    await remove(id);
  });

  it('a revert, a restore and a merge update PhoneE164 and the extension', async () => {
    const LastName = newName();
    const { id } = await add({ LastName, Phone: '505-555-0142 x12' });
    await ways.PUT(id, { Phone: '303-555-0101' });
    const { body } = await app.http.get(`/v1/Contacts/${id}/History`).set(admin).expect(200);
    const { AuditId } = (body.History as { AuditId: string; Changes: { Field: string }[] }[]).find(({ Changes }) =>
      Changes.some(({ Field }) => Field === 'Phone'),
    )!;
    const fields = (body.History as { Changes: { Field: string }[] }[]).flatMap(({ Changes }) =>
      Changes.map(({ Field }) => Field),
    );
    expect(fields.filter((name) => /E164|Extension/.test(name))).toEqual([]);
    await app.http.post(`/v1/Contacts/${id}/History/${AuditId}/Revert`).set(admin).send({}).expect(200);
    expect(await stored(id)).toMatchObject({ PhoneE164: '+15055550142', PhoneExtension: '12' });
    await remove(id);
    await app.http.post(`/v1/Contacts/${id}/Restore`).set(admin).send({}).expect(200);
    expect(await found(`${LastName} 505 555 0142`)).toEqual([id]);
    const other = await add({ Name: LastName });
    await app.http
      .post(`/v1/Contacts/${other.id}/Merge`)
      .set(admin)
      .send({ From: [id] })
      .expect(200);
    expect(await stored(other.id)).toMatchObject({ PhoneE164: '+15055550142', PhoneExtension: '12' });
    await app.http.post(`/v1/Contacts/${other.id}/Unmerge`).set(admin).send({}).expect(200);
    expect(await stored(other.id)).toMatchObject({ Phone: null, PhoneE164: null, PhoneExtension: null });
    await ways.PUT(id, { Phone: null });
    expect(await stored(id)).toMatchObject({ PhoneE164: null, PhoneExtension: null });
  });

  it('a list of contacts warns of each number, by its place', async () => {
    const [one, two] = [await add({}), await add({})];
    const Contacts = [
      { ContactId: one.id, Phone: '505-555-0142', PhoneAlt: '12345' },
      { ContactId: two.id, Phone: '1-800-555-0199' },
    ];
    const { body } = await app.http.put('/v1/Contacts').set(admin).send({ Contacts }).expect(200);
    expect(body.ResponseStatus.Meta.Warnings).toBe(
      'Contacts[0].PhoneAlt is no valid telephone number. ' +
        'Contacts[1].Phone is a toll-free number, which gets no text messages.',
    );
    await ways.PUT(two.id, { SMSOptIn: true });
    const counted = (await inspectPhones(app.db, app.get(Config))).map(({ what }) => what);
    expect(counted).toEqual(['1 contacts with SMSOptIn have no telephone number that can get text messages.']);
    await remove(one.id);
    await remove(two.id);
  });
});

describe('SMSOptIn', () => {
  const phone = '505-555-0142';
  it.each(Object.entries(ways))('stays as it is when a call changes the number by %s', async (_, write) => {
    const { id } = await add({ Phone: phone, SMSOptIn: true });
    expect(await write(id, { Phone: '505-555-0143' })).toEqual({ status: 200, errors: [] });
    expect((await stored(id)).SMSOptIn).toBe(true);
    await remove(id);
  });
});

describe('refused values', () => {
  const shortened = ['5.06E+09', '5,06E+09', '4.47911E+11', '4,47911E+11', '5E+09', '1.23457e+15'];
  it.each([
    ...['Phone', 'PhoneAlt', 'address_zip', 'SSN'].flatMap((field) => shortened.map((value) => [field, value])),
    ...['\n', '\r\n', '\r', '\u2028', '\v'].map((end) => ['Name', `Ada${end}Lovelace`]),
    ['LastName', 'Love\nlace'],
    ['BusinessName', 'Two\nLines'],
    ...['\u200D', '\u200B', '\u00AD', '\u202E', '\u2060'].map((mark) => ['EmailWork', `look${mark}@example.com`]),
    ['EmailWork', 'ｌｏｏｋ@example.com'],
    ['EmailPersonal', 'look@ｅxample.com'],
    ['EmailPersonal', 'look@exam\u200Bple.com'],
    ...[
      ...[
        'Ada <ada@example.com>',
        'ada@example.com, bo@example.com',
        'ada@example.com;bo@example.com',
        'mailto:a@b.example',
      ],
      ...[
        '"a\r\nBcc: bo@example.com"@example.com',
        '"bo@example.com,"@example.com',
        'a@b@c.example',
        'ada@example.com.',
      ],
      ...[
        'ada(home)@example.com',
        'ada@example.com\nBcc: bo@example.com',
        'ada@example\u3002com.example',
        'ada@[127.0.0.1]',
      ],
    ].map((address) => ['EmailWork', address]),
    ['Phone', '12'],
    ['PhoneAlt', 'ext'],
  ])('refuses %s %j in a call, a form and an import', async (field, value) => {
    const { id } = await add({});
    for (const write of Object.values(ways))
      expect(await write(id, { [field]: value })).toEqual({ status: 400, errors: [`${field} Invalid`] });
    await remove(id);
  });

  it.each([
    ['securities-listings', 'ListingId,AgentId,PolicyNumber,ListingDate', 'PolicyNumber', '1,1,4.47911E+11,2026-01-02'],
    ['agents', 'AgentId,AgentNumber', 'AgentNumber', '1,"5,06E+09"'],
    ['agents', 'AgentId,Zip', 'Zip', '1,8.7E+04'],
    ['agents', 'AgentId,CellPhone', 'CellPhone', '1,5.06E+09'],
    ['contacts', 'ContactId,PeraContactId', 'PeraContactId', '1,5.06E+05'],
    ['contacts', 'ContactId,SchoolID', 'SchoolID', '1,4.47911E+11'],
  ])(
    'an import into %s with the columns %s reports that a spreadsheet has shortened %s',
    async (set, header, field, row) => {
      expect((await imported('text/csv', `${header}\n${row}\n`, set)).errors).toContain(`${field} Invalid`);
      const { body } = await app.http
        .post(`/v1/Sets/${set}`)
        .set(admin)
        .set('Content-Type', 'text/csv')
        .send(`${header}\n${row}\n`);
      expect(JSON.stringify(body.ResponseStatus.Errors)).toContain('a spreadsheet has replaced the last ones');
    },
  );

  it.each([
    '\u200B',
    '\u2800',
    '\u202E',
    '\u200B \u00AD',
    '\u3164',
    '\u200D',
    '\uFEFF',
    '\u2066\u2069',
    '\u0301',
    '\u2060',
  ])('a name of %j alone is no name', async (name) => {
    const { id } = await add({});
    for (const write of Object.values(ways))
      expect(await write(id, { FirstName: name })).toEqual({ status: 400, errors: ['FirstName NotEmpty'] });
    await remove(id);
  });
});

it.each([
  ['LastName', '\u200BLovelace\u200B', 'Lovelace'],
  ['LastName', '\u202ELovelace\u202C', 'Lovelace'],
  ['LastName', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['FirstName', 'क्\u200Dष', 'क्\u200Dष'],
  ['FirstName', 'Ada ❤\uFE0F ', 'Ada ❤\uFE0F'],
  ['FirstName', '👩\u200D🚀', '👩\u200D🚀'],
  ['EmailWork', '\u202Aada@example.com\u202C', 'ada@example.com'],
  ['EmailWork', 'ada@example.com\u200B', 'ada@example.com'],
  ['EmailPersonal', 'åda@example.com', 'åda@example.com'],
  ['Phone', '\u2066505-\u00AD555-0142\u2069', '505-555-0142'],
  ['address_line1', '\u200E12 Main\u200B St\u202C', '12 Main St'],
  ['address_zip', '\u200B87501', '87501'],
])('stores %s %j as %j from a call, a form and an import', async (field, sent, kept) => {
  const { id } = await add({ [field]: sent });
  expect(await stored(id)).toMatchObject({ [field]: kept });
  for (const write of Object.values(ways)) {
    await ways.PUT(id, { [field]: field.startsWith('Email') ? 'x@example.com' : '303-555-0101' });
    expect(await write(id, { [field]: sent })).toEqual({ status: 200, errors: [] });
    expect(await stored(id)).toMatchObject({ [field]: kept });
  }
  await remove(id);
});

it.each(["'", '’', '‘', 'ʻ', 'ʼ', '´', '′', '＇', '`', 'ˈ', 'ꞌ', ''])(
  'a name with the apostrophe %j is found, compared and checked in with every other',
  async (mark) => {
    const LastName = `Ka${mark}imi`;
    const Phone = '505-555-0177';
    const born = { FirstName: 'Ana', DateOfBirth: '1967-04-12' };
    const { id } = await add({ ...born, Name: `Ana ${LastName}`, LastName, Phone });
    const twin = await add({ ...born, Name: 'Ana Kaimi', LastName: 'Kaimi' });
    for (const typed of ["ka'imi", 'kaimi', 'KAʻIMI', 'ka´imi', 'Ka′imi']) {
      expect(await found(typed)).toEqual(expect.arrayContaining([id]));
      expect(await atDesk(typed)).toEqual(expect.arrayContaining([`Ana ${LastName}`]));
    }
    expect(await atKiosk(Phone, "ka'imi")).toBe(200);
    const { body } = await app.http.get('/v1/Contacts/Duplicates?Shared=NameAndBirthDate').set(admin).expect(200);
    expect(body.Duplicates[0].Contacts.map(({ ContactId }: { ContactId: number }) => ContactId)).toEqual([id, twin.id]);
    await remove(id);
    await remove(twin.id);
  },
);

it('user names that differ only in invisible characters, letter case or forms are one name', async () => {
  const post = (UserName: string) =>
    app.http
      .post('/v1/Users')
      .set(admin)
      .send({ UserName, DisplayName: 'Look', Roles: ['Agent'] });
  const { body } = await post('look@example.com\u200B').expect(200);
  expect(body.Users[0].UserName).toBe('look@example.com');
  for (const name of ['look@example.com', 'LOOK@Example.com', '\u202Alook@example.com', 'ｌｏｏｋ@example.com'])
    expect([name, (await post(name)).status]).toEqual([name, 409]);
  for (const name of ['lo\u00ADok@example.com', 'look@exam\u200Bple.com', 'a\u0007b', 'a\nb', 'a\u202Eb'])
    expect(fieldErrors(await post(name).expect(400))).toEqual(['UserName Invalid']);
  for (const name of ['\u200B', ' \u2800 '])
    expect(fieldErrors(await post(name).expect(400))).toEqual(['UserName Length']);
  await post('straße').expect(200);
  for (const name of ['STRASSE', 'STRAẞE', 'straẞe']) expect([name, (await post(name)).status]).toEqual([name, 409]);
  const capital = await post('GROẞ').expect(200);
  await post('groß').expect(409);
  const Password = capital.body.Users[0].Password as string;
  for (const UserName of ['GROẞ', 'groß', 'gross'])
    await app.http.post('/v1/Auth/Login').send({ UserName, Password }).expect(200);
  const users = 'UserId,UserName,Roles';
  const row = (name: string): string => `${users}\n${'7'.repeat(32)},${name},"[""Worker""]"`;
  for (const name of ['look@example.com\u200B', 'STRAẞE', 'groß'])
    expect((await imported('text/csv', row(name), 'users')).status).toBe(400);
  expect((await imported('text/csv', row('lo\u00ADok@example.com'), 'users')).errors).toEqual(['UserName Invalid']);
});

describe('the unset datetime of an office', () => {
  const post = (visit: object) => app.http.post('/v1/CustomerCheckins').set(admin).send(visit);

  it.each([
    '0001-01-01T00:00:00-07:00',
    '0001-01-01T00:00:00+05:30',
    '/Date(-62135596800000-0700)/',
    '/Date(-62135596800000+0200)/',
    '/Date(-62135596800000)/',
    '0001-01-01T00:00:00.0000000',
  ])('%s begins a visit now', async (SignInTime) => {
    const customer = await add({});
    const { ContactGUID: CustomerId } = await stored(customer.id);
    const { body } = await post({ CustomerId, LocationId: north, LineId: line.a, SignInTime }).expect(200);
    const [visit] = body.CustomerCheckins as { Id: string; SignInTime: string }[];
    expect(visit.SignInTime).toMatch(/^20/);
    const { body: after } = await post({ Id: visit.Id, SignInTime }).expect(200);
    expect(after.CustomerCheckins[0].SignInTime).toBe(visit.SignInTime);
  });

  it.each(['0001-01-02T00:00:00', '1899-12-30T00:00:00Z', '1970-01-01', '1999-12-31T23:59:59Z', '/Date(0)/'])(
    'a visit cannot begin at %s, in a call and in an import',
    async (SignInTime) => {
      const customer = await add({});
      const { ContactGUID: CustomerId } = await stored(customer.id);
      const visit = { CustomerId, LocationId: north, LineId: line.a, SignInTime };
      expect(fieldErrors(await post(visit).expect(400))).toEqual(['SignInTime InclusiveBetween']);
      expect(await imported('text/csv', csvOf([visit]), 'checkins')).toEqual({
        status: 400,
        errors: ['SignInTime InclusiveBetween'],
      });
    },
  );
});
