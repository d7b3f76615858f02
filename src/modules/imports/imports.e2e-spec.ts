import type { Response } from 'superagent';
import sql from 'sql-template-tag';
import { asDemoUser, startDemo } from '../../../test/support/app/demo-app.js';
import type { TestApp } from '../../../test/support/app/app.js';
import { sheetsOf } from '../../../test/support/clients/workbook.js';
import { archiveOf, workbookFile } from '../../../test/support/clients/workbook-file.js';
import { Contact } from '../contacts/contact.entity.js';
import { PersonService } from '../contacts/person/person.service.js';
import { ImportsService } from './imports.service.js';

type Auth = Record<'Authorization', string>;
interface Row {
  Line: number;
  Action: string;
  Key: string;
  Field: string;
  From: string;
  To: string;
  ErrorCode: string;
  Message: string;
}
interface Shown {
  ImportId: string;
  State: string;
  Columns: { Column: string; Field: string; Example: string; Asks: string }[];
  Options: Record<string, unknown>;
  [count: string]: unknown;
}

let app: TestApp;
let admin: Auth;
let agent: Auth;
let other: Auth;
let agentId: number;

beforeAll(async () => {
  app = await startDemo();
  admin = await asDemoUser(app, 'admin@demo.test');
  agent = await asDemoUser(app, 'agent@demo.test');
  other = await asDemoUser(app, 'other@demo.test');
  agentId = (await app.http.get('/v1/Auth/Me').set(agent).expect(200)).body.AgentId as number;
});
afterAll(() => app.close());

const send = (content: string | Buffer, { as = admin, query = '', name = 'contacts.csv', type = 'text/csv' } = {}) =>
  app.http
    .post(`/v1/Imports${query}`)
    .set(as)
    .attach('file', typeof content === 'string' ? Buffer.from(content) : content, {
      filename: name,
      contentType: type,
    });
const upload = async (content: string | Buffer, options: Parameters<typeof send>[1] = {}): Promise<Shown> =>
  (await send(content, options).expect(200)).body.Imports[0] as Shown;
const rowsOf = async ({ ImportId }: Shown, as = admin): Promise<Row[]> =>
  (await app.http.get(`/v1/Imports/${ImportId}/Rows?take=10000`).set(as).expect(200)).body.Rows as Row[];
const run = ({ ImportId }: Shown, body: object = {}, as = admin) =>
  app.http.post(`/v1/Imports/${ImportId}/Run`).set(as).send(body);
const contact = async (id: number): Promise<Record<string, unknown>> =>
  (await app.http.get(`/v1/Contacts/${id}`).set(admin).expect(200)).body.Contacts[0] as Record<string, unknown>;
const found = async (search: string): Promise<Record<string, unknown>[]> =>
  (await app.http.get('/v1/Contacts').query({ Search: search }).set(admin).expect(200)).body.Contacts as never;
/** Adds a contact of agent@, and returns its id. */
const added = async (fields: object): Promise<number> =>
  (await app.http.post('/v1/Contacts').set(agent).send(fields).expect(200)).body.Contacts[0].ContactId as number;
const exported = async (ids: readonly number[], fields = ''): Promise<string[][]> => {
  const { text } = await app.http
    .get(`/v1/Contacts.csv?ContactIdIn=${ids.join(',')}${fields}`)
    .set(admin)
    .expect(200);
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
};
/** Parses a response as its bytes. */
const bytesOf = (response: Response, done: (error: Error | null, body: Buffer) => void): void => {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
};
const csv = (rows: readonly (readonly string[])[]): string => rows.map((cells) => cells.join(',')).join('\r\n');

/** The contacts of the demo, without those that other tests add with doubtful values. */
const ofTheDemo = 'ContactIdBetween=1,60';

it('finds no changes in an export that nobody has edited', async () => {
  const { text } = await app.http.get(`/v1/Contacts.csv?${ofTheDemo}`).set(admin).expect(200);
  const shown = await upload(text);
  expect(shown).toMatchObject({ State: 'Previewed', Inserted: 0, Updated: 0, Doubtful: 0, Invalid: 0 });
  expect(shown.Rows).toBe(shown.Unchanged);
  expect(await rowsOf(shown)).toEqual([]);
  const fieldOf = (column: string) => shown.Columns.find(({ Column }) => Column === column)?.Field;
  expect([fieldOf('State'), fieldOf('District'), fieldOf('WritingAgentName'), fieldOf('IsShared')]).toEqual([
    'StateID',
    'DistrictID',
    'WritingAgentId',
    '',
  ]);
  expect(shown.Columns.find(({ Column }) => Column === 'SSN')?.Example).toBe('***');
});

it('imports a corrected export: only the corrections, and Name follows them', async () => {
  const id = await added({ FirstName: 'Grete', LastName: 'Hermann', EmailWork: 'grete@example.com' });
  const [header, cells] = await exported([id]);
  const corrected = cells.map((cell, at) => (header[at] === 'LastName' ? 'Herman' : cell));
  const shown = await upload(csv([header, corrected]));
  expect(shown).toMatchObject({ Rows: 1, Updated: 1 });
  const change = { Line: 2, Action: 'Update', Key: String(id) };
  expect(await rowsOf(shown)).toEqual([
    expect.objectContaining({ ...change, Field: 'LastName', From: 'Hermann', To: 'Herman' }),
    expect.objectContaining({ ...change, Field: 'Name', From: 'Grete Hermann', To: 'Grete Herman' }),
  ]);
  expect((await contact(id)).LastName).toBe('Hermann');
  const { body } = await run(shown).expect(200);
  expect(body.Imports[0]).toMatchObject({ State: 'Done', Updated: 1, Unchanged: 0 });
  expect(await contact(id)).toMatchObject({ Name: 'Grete Herman', EmailWork: 'grete@example.com' });
});

it('reads a German file: semicolons, Windows-1252, days with points, decimal commas', async () => {
  const text = 'First Name;Last Name;Date of birth;TotalDebtAmount;SMSOptIn\nJörg;Müller;03.04.1980;1.234,50;WAHR\n';
  const shown = await upload(Buffer.from(text, 'latin1'), { name: 'Kontakte.csv', type: 'application/vnd.ms-excel' });
  expect(shown).toMatchObject({ FileName: 'Kontakte.csv', Inserted: 1, Options: { Decimal: ',' } });
  await run(shown).expect(200);
  expect(await found('Jörg Müller')).toMatchObject([
    { DateOfBirth: '1980-04-03T00:00:00.0000000', TotalDebtAmount: 1234.5, SMSOptIn: true, FirstName: 'Jörg' },
  ]);
});

it('lists the sets that the caller may import, with the fields that Map may name', async () => {
  const setsOf = async (as: Auth) =>
    (await app.http.get('/v1/Imports/Sets').set(as).expect(200)).body.Sets as { Into: string; Fields: string[] }[];
  const [activities, contacts, ...others] = await setsOf(agent);
  expect([activities.Into, contacts.Into, others]).toEqual(['activities', 'contacts', []]);
  expect(activities.Fields).toEqual(expect.arrayContaining(['ActivityId', 'EventTypeId', 'EventTypeName']));
  expect(contacts.Fields).toEqual(expect.arrayContaining(['EmailWork', 'SSN', 'AgentName']));
  expect(contacts.Fields).not.toContain('ContactGUID');
  const ofAdmin = await setsOf(admin);
  expect(ofAdmin.length).toBeGreaterThan(40);
  expect(ofAdmin.map(({ Into }) => Into)).not.toContain('files');
  const all = ofAdmin.find(({ Into }) => Into === 'contacts')!;
  expect(all.Fields).toContain('ContactGUID');
  const named = Object.fromEntries(contacts.Fields.map((field, at) => [`c${at}`, field]));
  const shown = await upload(csv([Object.keys(named), ['']]), { as: agent });
  const { body } = await app.http
    .put(`/v1/Imports/${shown.ImportId}`)
    .set(agent)
    .send({ Options: { Map: named } })
    .expect(200);
  expect((body.Imports[0] as Shown).Columns.filter(({ Field }) => Field === '')).toEqual([]);
});

it('lists the fields of contacts in groups, what people look for first, with the titles of the pages', async () => {
  type Sets = { Into: string; Fields: string[]; Choices: Record<'Field' | 'Title' | 'Group', string>[] }[];
  const { body } = await app.http.get('/v1/Imports/Sets').set(agent).expect(200);
  const { Fields, Choices } = (body.Sets as Sets).find(({ Into }) => Into === 'contacts')!;
  expect(Choices.map(({ Field }) => Field).sort()).toEqual([...Fields].sort());
  const some = ['FirstName', 'EmailWork', 'Phone'];
  const order = Choices.map(({ Field }) => Field).filter((field) => some.includes(field));
  expect(order).toEqual(['Phone', 'EmailWork', 'FirstName']);
  const groups = Choices.map(({ Group }) => Group);
  expect(groups[0]).toBe('Contact');
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([...new Set(groups)]);
  const byField = new Map(Choices.map((choice) => [choice.Field, choice]));
  expect(byField.get('address_zip')).toMatchObject({ Title: 'ZIP code', Group: 'Contact' });
  expect(byField.get('AgentName')).toMatchObject({ Group: 'Contact' });
  // Names that stand for ids are beside the names of the record.
  expect(byField.get('DistrictName')).toMatchObject({ Group: 'Work and school' });
  expect(byField.get('ContactId')).toMatchObject({ Group: 'Ids' });
});

it('reads UTF-16, tabs and a line that names the separator', async () => {
  const text = Buffer.from('\ufeffFirst Name\tLast Name\nŻofia\tŁuk\n', 'utf16le');
  expect((await upload(text)).Columns.map(({ Example }) => Example)).toEqual(['Żofia', 'Łuk']);
  const shown = await upload('sep=|\nLastName|AdditionalInformation\nA|"B\nC"\nD|E\n');
  expect(shown).toMatchObject({ Rows: 2, Inserted: 2 });
  expect((await rowsOf(shown)).filter(({ Field }) => Field === 'Name').map(({ Line }) => Line)).toEqual([3, 5]);
});

it('reads a named encoding, and refuses an unknown one', async () => {
  const text = Buffer.from([...Buffer.from('First Name,Last Name\n'), 0xc6, ...Buffer.from(',Lis\n')]);
  const sendAs = (charset: string) =>
    app.http.post('/v1/Imports').set(admin).set('Content-Type', `text/csv; charset=${charset}`).send(text);
  const { body } = await sendAs('iso-8859-2').expect(200);
  expect(body.Imports[0].Columns[0].Example).toBe('Ć');
  await sendAs('klingon').expect(415);
  await sendAs('utf-8').expect(400);
});

it('reads a file in the encoding of the option Encoding, and shows the encoding that it has used', async () => {
  const text = Buffer.from([...Buffer.from('First Name,Last Name\n'), 0xc6, ...Buffer.from(',Lis\n')]);
  const shown = await upload(text, { name: 'lis.csv' });
  expect(shown).toMatchObject({ Columns: [{ Example: 'Æ' }, {}], Options: { Encoding: 'windows-1252' } });
  const change = (Encoding: string | null) =>
    app.http.put(`/v1/Imports/${shown.ImportId}`).set(admin).send({ Options: { Encoding } });
  const { body } = await change('ISO-8859-2').expect(200);
  expect(body.Imports).toMatchObject([{ Columns: [{ Example: 'Ć' }, {}], Options: { Encoding: 'iso-8859-2' } }]);
  const { body: anew } = await change(null).expect(200);
  expect(anew.Imports).toMatchObject([{ Options: { Encoding: 'windows-1252' } }]);
  expect(await upload(text, { query: '?Encoding=windows-1250' })).toMatchObject({ Columns: [{ Example: 'Ć' }, {}] });
  const refused = await change('klingon').expect(400);
  expect(refused.body.ResponseStatus.Errors).toMatchObject([
    { FieldName: 'Options.Encoding', ErrorCode: 'Enum', Meta: { Allowed: expect.stringContaining('windows-1252') } },
  ]);
  expect((await change('utf-8').expect(400)).body.ResponseStatus.Message).toContain('not in utf-8');
  const workbook = await upload(await workbookFile([['First Name'], ['Ada']]), { name: 'ada.xlsx' });
  expect(workbook.Options.Encoding).toBeNull();
});

it('names the option that a column asks for, in the columns and in the errors of a run', async () => {
  const shown = await upload('LastName,DateOfBirth,TotalDebtAmount\nAsked,3/4/1980,"1,234"\n');
  expect(shown.Columns.map(({ Column, Asks }) => [Column, Asks])).toEqual([
    ['LastName', ''],
    ['DateOfBirth', 'Dates'],
    ['TotalDebtAmount', 'Decimal'],
  ]);
  const { body } = await run(shown).expect(400);
  expect(body.ResponseStatus.Errors).toMatchObject([
    { FieldName: 'line 2.DateOfBirth', Meta: { Option: 'Dates', Allowed: 'mdy dmy' } },
    { FieldName: 'line 2.TotalDebtAmount', Meta: { Option: 'Decimal', Allowed: '. ,' } },
  ]);
  const Options = { Dates: 'dmy', Decimal: '.' };
  const { body: anew } = await app.http.put(`/v1/Imports/${shown.ImportId}`).set(admin).send({ Options }).expect(200);
  expect((anew.Imports[0] as Shown).Columns.map(({ Asks }) => Asks)).toEqual(['', '', '']);
});

it('shows an Administrator the user of each import', async () => {
  const { ImportId } = await upload('First Name,Last Name\nWhose,Import\n', { as: agent, name: 'whose.csv' });
  const { body: me } = await app.http.get('/v1/Auth/Me').set(agent).expect(200);
  const whose = { ImportId, UserId: me.UserId as string, UserName: 'agent@demo.test' };
  const { body: list } = await app.http.get('/v1/Imports?UserName=agent@demo.test').set(admin).expect(200);
  expect(list.Imports).toContainEqual(expect.objectContaining(whose));
  const { body: one } = await app.http.get(`/v1/Imports/${ImportId}`).set(admin).expect(200);
  expect(one.Imports).toMatchObject([whose]);
});

it('reads a workbook: shared texts, days, numbers, flags and formula errors', async () => {
  const rows = [
    ['First Name', 'Last Name', 'DateOfBirth', 'TotalDebtAmount', 'SMSOptIn', 'Department'],
    [{ shared: 0 }, 'Johnson', { days: 6813 }, 1200.5, true, undefined],
    ['Broken', 'Cell', undefined, undefined, undefined, { error: '#REF!' }],
  ];
  const shown = await upload(await workbookFile(rows, { shared: ['Katherine & co'] }), { name: 'people.xlsx' });
  expect(shown).toMatchObject({ Inserted: 1, Doubtful: 1 });
  const doubt = (await rowsOf(shown)).find(({ ErrorCode }) => ErrorCode !== '');
  expect(doubt).toMatchObject({ Line: 3, Action: 'Doubtful', Field: 'Department' });
  await run(shown).expect(200);
  expect(await found('Katherine Johnson')).toMatchObject([
    {
      FirstName: 'Katherine & co',
      DateOfBirth: '1918-08-26T00:00:00.0000000',
      TotalDebtAmount: 1200.5,
      SMSOptIn: true,
    },
  ]);
  expect(await found('Broken Cell')).toEqual([]);
});

it('finds no changes in a workbook of the service that nobody has edited', async () => {
  const { body } = await app.http
    .get(`/v1/Contacts.xlsx?${ofTheDemo}`)
    .set(admin)
    .buffer(true)
    .parse(bytesOf)
    .expect(200);
  const shown = await upload(body as Buffer, { name: 'Contacts.xlsx' });
  expect(await rowsOf(shown)).toEqual([]);
  expect(shown).toMatchObject({ Updated: 0, Doubtful: 0, Invalid: 0, Unchanged: shown.Rows });
});

it('asks for the order of day and month, and never guesses it', async () => {
  const shown = await upload('FirstName,LastName,DateOfBirth\nAda,Either,3/4/1980\nBob,Same,5/5/1980\n');
  expect(shown).toMatchObject({ Inserted: 1, Invalid: 1, Options: { Dates: null } });
  expect((await rowsOf(shown))[0]).toMatchObject({
    Line: 2,
    Action: 'Invalid',
    Message: expect.stringContaining('Dates'),
  });
  await run(shown).expect(400);
  const changed = await app.http
    .put(`/v1/Imports/${shown.ImportId}`)
    .set(admin)
    .send({ Options: { Dates: 'dmy' } })
    .expect(200);
  expect(changed.body.Imports[0]).toMatchObject({ State: 'Previewed', Invalid: 0, Inserted: 2 });
  const days = (await rowsOf(shown)).filter(({ Field }) => Field === 'DateOfBirth').map(({ To }) => To.slice(0, 10));
  expect(days).toEqual(['1980-04-03', '1980-05-05']);
  const proved = await upload('FirstName,LastName,DateOfBirth\nAda,X,3/4/1980\nBob,Y,3/14/1980\n');
  expect(proved).toMatchObject({ Invalid: 0, Options: { Dates: 'mdy' } });
  expect((await rowsOf(proved)).find(({ Field }) => Field === 'DateOfBirth')?.To).toMatch(/^1980-03-04/);
});

it('imports activities of an agent by the names of their types', async () => {
  const id = await added({ FirstName: 'Time', LastName: 'Zone' });
  const times = ['11/14/2026 14:30', '2026-07-01 08:00'];
  const text = `ContactId,EventTypeName,StartDate\n${times.map((time) => `${id},Phone call,${time}\n`).join('')}`;
  const shown = await upload(text, { as: agent, query: '?Into=activities' });
  expect(shown).toMatchObject({ Inserted: 2, Invalid: 0 });
  await run(shown, {}, agent).expect(200);
  const { body } = await app.http.get(`/v1/Contacts/${id}/Activities`).set(agent).expect(200);
  expect(body.Activities).toMatchObject([
    { StartDate: '2026-11-14T14:30:00.0000000Z', AgentId: agentId },
    { StartDate: '2026-07-01T08:00:00.0000000Z', AgentId: agentId },
  ]);
});

describe('with a TIME_ZONE', () => {
  let chicago: TestApp;
  beforeAll(async () => {
    chicago = await startDemo(60, { TIME_ZONE: 'America/Chicago' });
  });
  afterAll(() => chicago.close());

  const fields = ['ContactId', 'DateCreated', 'DateOfBirth'];
  const stored = { DateCreated: '2026-11-01T07:30:25.1234567', DateOfBirth: '1980-04-03T00:00:00.0000000' };
  const send = async (content: string | Buffer, name: string) => {
    const as = await asDemoUser(chicago, 'admin@demo.test');
    const upload = chicago.http.post('/v1/Imports').query({ Dates: 'mdy' }).set(as);
    const { body } = await upload.attach('file', Buffer.from(content), name).expect(200);
    const [shown] = body.Imports as Shown[];
    const { body: lines } = await chicago.http.get(`/v1/Imports/${shown.ImportId}/Rows`).set(as).expect(200);
    return { shown, rows: lines.Rows as Row[] };
  };
  const add = (fields: Partial<Contact>): Promise<number> =>
    chicago.db.tx(async () => {
      const contact = { FirstName: 'Local', LastName: 'Time', Name: 'Local Time', AgentId: 1, ...fields };
      return (await chicago.db.insert(Contact, contact)).ContactId;
    });
  const download = async (id: number): Promise<Buffer> => {
    const as = await asDemoUser(chicago, 'admin@demo.test');
    const query = `ContactId=${id}&fields=${fields.join(',')}`;
    const sent = chicago.http.get(`/v1/Contacts.xlsx?${query}`).set(as).buffer(true).parse(bytesOf);
    return (await sent.expect(200)).body as Buffer;
  };

  it.each([
    ['2026-11-14 23:30', '2026-11-15T05:30:00.0000000Z'],
    ['7/1/2026 8:00', '2026-07-01T13:00:00.0000000Z'],
    ['2026-11-01 01:30', '2026-11-01T06:30:00.0000000Z'],
    ['2026-07-01T08:00:00Z', '2026-07-01T08:00:00.0000000Z'],
    ['2026-07-01', '2026-07-01T05:00:00.0000000Z'],
  ])('reads the time %s of a CSV file as the moment %s, and does not shift a birth date', async (text, DateCreated) => {
    const id = await add({});
    const { rows } = await send(`ContactId,DateCreated,DateOfBirth\n${id},${text},5/5/1980\n`, 'times.csv');
    const values = Object.fromEntries(rows.map(({ Field, To }) => [Field, To]));
    expect(values).toMatchObject({ DateCreated, DateOfBirth: '1980-05-05T00:00:00.0000000' });
  });

  it('refuses a time that the clocks skip', async () => {
    const { rows } = await send(`ContactId,DateCreated\n${await add({})},2026-03-08 02:30\n`, 'skipped.csv');
    expect(rows).toMatchObject([
      { Action: 'Invalid', Field: 'DateCreated', Message: expect.stringContaining('America/Chicago') },
    ]);
  });

  it('finds no change in a time that the CSV file states without the stored seconds', async () => {
    const id = await add(stored);
    const { shown } = await send(`ContactId,DateCreated\n${id},2026-11-01 01:30\n`, 'minutes.csv');
    expect(shown).toMatchObject({ Unchanged: 1, Updated: 0 });
  });

  it('reads a changed time of a workbook as a local time, and finds no other change', async () => {
    const id = await add(stored);
    const same = await send(await download(id), 'same.xlsx');
    expect(same).toMatchObject({ shown: { Unchanged: 1 }, rows: [] });
    const [, cells] = sheetsOf(await download(id))[0];
    expect(cells).toEqual([id, new Date('2026-11-01T01:30:25.123Z'), new Date('1980-04-03')]);
    const days = Date.UTC(2026, 6, 1, 8) / 86_400_000 + 25_569;
    const changed = await send(await workbookFile([fields.slice(0, 2), [id, { days }]]), 'changed.xlsx');
    expect(changed.rows).toMatchObject([{ Field: 'DateCreated', To: '2026-07-01T13:00:00.0000000Z' }]);
  });
});

describe('an empty cell', () => {
  it.each([
    ['keep', 'math'],
    ['clear', null],
  ])('with the option Blank=%s sets the field to %p', async (Blank, Department) => {
    const id = await added({ FirstName: 'Blank', LastName: Blank, Department: 'math' });
    const shown = await upload(`ContactId,Department,Title\n${id},,Dr\n`, { query: `?Blank=${Blank}` });
    await run(shown).expect(200);
    expect(await contact(id)).toMatchObject({ Department, Title: 'Dr' });
  });
});

describe('doubtful rows', () => {
  it('finds zeros that a spreadsheet removed, and imports such a row only with Doubtful: take', async () => {
    const id = await added({ FirstName: 'Zero', LastName: 'Zip', address_zip: '02134' });
    const shown = await upload(`ContactId,address_zip,Title\n${id},2134,Dr\n`);
    expect(shown).toMatchObject({ Doubtful: 1, Updated: 0 });
    const rows = await rowsOf(shown);
    expect(rows.filter(({ ErrorCode }) => ErrorCode !== '').map(({ Field }) => Field)).toContain('address_zip');
    expect(rows).toContainEqual(expect.objectContaining({ Action: 'Doubtful', Field: 'Title', To: 'Dr' }));
    expect((await run(shown).expect(200)).body.Imports[0]).toMatchObject({ Doubtful: 1, Updated: 0, State: 'Done' });
    expect(await contact(id)).toMatchObject({ address_zip: '02134', Title: null });
    const again = await upload(`ContactId,address_zip,Title\n${id},2134,Dr\n`);
    await run(again, { Doubtful: 'take' }).expect(409);
    const taken = await run(again, { Doubtful: 'take', Again: true }).expect(200);
    expect(taken.body.Imports[0]).toMatchObject({ Doubtful: 0, Updated: 1 });
    expect(await contact(id)).toMatchObject({ address_zip: '2134', Title: 'Dr' });
  });

  it('finds letters that a spreadsheet misread', async () => {
    const id = await added({ FirstName: 'José', LastName: 'Núñez' });
    const shown = await upload(`ContactId,FirstName\n${id},JosÃ©\n`);
    expect(shown).toMatchObject({ Doubtful: 1, Updated: 0 });
    const doubt = (await rowsOf(shown)).find(({ ErrorCode }) => ErrorCode !== '');
    expect(doubt).toMatchObject({ Field: 'FirstName', Message: expect.stringContaining('misread letters') });
  });

  it('finds a shortened number and an error of a formula', async () => {
    const shown = await upload('FirstName,LastName,RoomNumber,Department\nA,B,1.2E+11,x\nC,D,,#NAME?\n');
    const doubts = (await rowsOf(shown)).filter(({ ErrorCode }) => ErrorCode !== '');
    expect(doubts.map(({ Line, Field, Action }) => [Line, Field, Action])).toEqual([
      [2, 'RoomNumber', 'Doubtful'],
      [3, 'Department', 'Doubtful'],
    ]);
  });

  it('finds possible duplicates, stored ones and within the file', async () => {
    const id = await added({ FirstName: 'Twin', LastName: 'One', Phone: '505-555-0177' });
    const shown = await upload(
      'FirstName,LastName,Phone,EmailWork\nTwin,Two,(505) 555-0177,\n' +
        'New,Here,,new@example.com\nNew,There,,NEW@example.com\n',
    );
    expect(shown).toMatchObject({ Inserted: 1, Doubtful: 2 });
    const messages = (await rowsOf(shown)).flatMap(({ Message }) => Message || []);
    expect(messages).toEqual([expect.stringContaining(`contact ${id}`), expect.stringContaining('line 3')]);
  });

  it('finds a changed name beside an unchanged id, and does not import the row', async () => {
    const id = await added({ FirstName: 'Beside', LastName: 'Id', StateID: 48 });
    const shown = await upload(`ContactId,StateID,State\n${id},48,CO\n`);
    expect(shown).toMatchObject({ Doubtful: 1, Updated: 0 });
    expect(await rowsOf(shown)).toMatchObject([{ Field: 'State', ErrorCode: 'Mismatch' }]);
  });
});

it('finds an id by its unique name', async () => {
  const shown = await upload('FirstName,LastName,State,District\nName,Id,TX,No such district\nName,Two,Texas,\n');
  expect(shown).toMatchObject({ Invalid: 1, Inserted: 1 });
  const rows = await rowsOf(shown);
  expect(rows.filter(({ Action }) => Action === 'Invalid')).toMatchObject([
    { Line: 2, Field: 'District', ErrorCode: 'Unknown' },
  ]);
  expect(rows.filter(({ Field }) => Field === 'StateID')).toMatchObject([{ Line: 3, To: '48' }]);
  // The preview does not list the defaults of a new record.
  expect(rows.filter(({ To }) => To === '0' || To === 'false')).toEqual([]);
});

it('finds contacts by e-mail address or telephone number', async () => {
  // No contact of the demo has a number with this area code.
  const id = await added({
    FirstName: 'Match',
    LastName: 'Me',
    EmailWork: 'match.me@example.com',
    Phone: '415-555-0188',
  });
  const byEmail = await upload('EmailPersonal,Title\nMATCH.ME@example.com,Dr\n', { query: '?Match=email' });
  expect(byEmail).toMatchObject({ Updated: 1, Inserted: 0 });
  await run(byEmail).expect(200);
  const byPhone = await upload('Phone,Title\n+1 415 555 0188,Prof\n', { query: '?Match=phone' });
  expect(await rowsOf(byPhone)).toContainEqual(
    expect.objectContaining({ Key: String(id), Field: 'Title', To: 'Prof' }),
  );
});

it('lists every error of every line, and then imports nothing', async () => {
  const text = `FirstName,LastName,EmailWork,StateID\nA,B,no address,x\nC,D,nobody42@example.com,\n,,,48\n`;
  const shown = await upload(text);
  expect(shown).toMatchObject({ Rows: 3, Invalid: 2, Inserted: 1 });
  const errors = (await rowsOf(shown)).filter(({ Action }) => Action === 'Invalid');
  expect(errors.map(({ Line, Field }) => [Line, Field])).toEqual([
    [2, 'StateID'],
    [2, 'EmailWork'],
    [4, 'Name'],
  ]);
  const { body } = await run(shown).expect(400);
  expect(body.ResponseStatus.Errors.map(({ FieldName }: { FieldName: string }) => FieldName)).toContain(
    'line 2.StateID',
  );
  const { body: after } = await app.http.get(`/v1/Imports/${shown.ImportId}`).set(admin).expect(200);
  expect(after.Imports[0]).toMatchObject({ State: 'Failed', Invalid: 2 });
  expect(await found('nobody42@example.com')).toEqual([]);
});

it('lists rows with filters, as CSV and as a workbook', async () => {
  const shown = await upload('FirstName,LastName,StateID\nA,B,x\nC,D,48\n');
  const at = `/v1/Imports/${shown.ImportId}/Rows`;
  const { body } = await app.http.get(`${at}?Action=Invalid&include=total`).set(admin).expect(200);
  expect(body).toMatchObject({ Rows: [{ Line: 2 }], ResponseStatus: { Meta: { Total: '1' } } });
  const { text } = await app.http.get(`${at}.csv?Action=Invalid`).set(admin).expect(200);
  expect(text.split('\r\n')[0]).toBe('Line,Action,Key,Field,From,To,ErrorCode,Message');
  await app.http.get(`${at}.xlsx`).set(admin).expect(200);
});

it('refuses the same file a second time with the first ImportId', async () => {
  const text = 'FirstName,LastName\nSecond,Time\n';
  const first = await upload(text);
  await run(first).expect(200);
  await run(first).expect(409);
  const second = await upload(text);
  const { body } = await run(second).expect(409);
  expect(body.ResponseStatus.Meta.ImportId).toBe(first.ImportId);
  await run(second, { Again: true, Doubtful: 'take' }).expect(200);
});

describe('an agent', () => {
  it('imports contacts in scope, and adds new ones as own', async () => {
    const text = 'FirstName,LastName,DateCreated,Locked\nOwn,Import,2001-01-01,true\n';
    const shown = await upload(text, { as: agent });
    expect(shown.Columns.map(({ Field }) => Field)).toEqual(['FirstName', 'LastName', '', '']);
    await run(shown, {}, agent).expect(200);
    expect(await found('Own Import')).toMatchObject([{ AgentId: agentId, Locked: false }]);
  });

  it('can neither change contacts out of scope, nor give contacts to agents out of scope', async () => {
    const id = await added({ FirstName: 'Not', LastName: 'Yours' });
    const shown = await upload(`ContactId,Title\n${id},Dr\n`, { as: other });
    expect(await rowsOf(shown, other)).toMatchObject([{ Action: 'Invalid', Field: 'ContactId', ErrorCode: 'Unknown' }]);
    const { body } = await app.http.get('/v1/Auth/Me').set(other).expect(200);
    const given = await upload(`ContactId,AgentId\n${id},${body.AgentId}\n`, { as: agent });
    expect(await rowsOf(given, agent)).toMatchObject([{ Action: 'Invalid', Field: 'AgentId' }]);
    const unknown = await upload('ContactId,FirstName\n987654,X\n', { as: agent });
    expect(await rowsOf(unknown, agent)).toMatchObject([{ Action: 'Invalid', Field: 'ContactId' }]);
  });

  it('imports no other set, and sees own imports only', async () => {
    await send('EventTypeName,EventCategory\nX,Y\n', { as: agent, query: '?Into=event-types' }).expect(403);
    const shown = await upload('FirstName,LastName\nHidden,One\n');
    await app.http.get(`/v1/Imports/${shown.ImportId}`).set(agent).expect(404);
    await app.http.get(`/v1/Imports/${shown.ImportId}/Rows`).set(agent).expect(404);
    await run(shown, {}, agent).expect(404);
    const ids = async (as: Auth) =>
      ((await app.http.get('/v1/Imports').set(as).expect(200)).body.Imports as Shown[]).map(({ ImportId }) => ImportId);
    expect(await ids(agent)).not.toContain(shown.ImportId);
    expect(await ids(admin)).toContain(shown.ImportId);
  });

  it('no longer reads an import that an Administrator has previewed anew or run', async () => {
    const previewed = await upload('FirstName,LastName\nPreviewed,Anew\n', { as: agent });
    await app.http
      .put(`/v1/Imports/${previewed.ImportId}`)
      .set(admin)
      .send({ Options: { Blank: 'keep' } })
      .expect(200);
    const imported = await upload('FirstName,LastName,AgentId\nRun,Elsewhere,2\n', { as: agent });
    await run(imported).expect(200);
    for (const { ImportId } of [previewed, imported])
      await app.http.get(`/v1/Imports/${ImportId}/Rows`).set(agent).expect(404);
  });
});

it('imports every set for an Administrator, also without a key column', async () => {
  const shown = await upload('Event type name,EventCategory\nImported type,Meeting\n', { query: '?Into=event-types' });
  expect(shown).toMatchObject({ Into: 'event-types', Inserted: 1 });
  await run(shown).expect(200);
  await send('A\n1\n', { query: '?Into=audit' }).expect(409);
  await send('A\n1\n', { query: '?Into=nothing' }).expect(404);
});

it('reads the options of an import from a form, before or after the file, and refuses unknown ones', async () => {
  const form = () => app.http.post('/v1/Imports').set(admin);
  const file = Buffer.from('Vorname;Nachname;E-mail Address\nIna;Form;ina@example.com\n');
  const Map = JSON.stringify({ Vorname: 'FirstName', Nachname: 'LastName', 'E-mail Address': '' });
  const { body } = await form().attach('file', file, 'a.csv').field('Map', Map).expect(200);
  expect(body.Imports[0].Columns.map(({ Field }: { Field: string }) => Field)).toEqual(['FirstName', 'LastName', '']);
  await form().field('Mop', '{}').attach('file', file, 'a.csv').expect(400);
  await form().field('Dates', 'ymd').attach('file', file, 'a.csv').expect(400);
});

describe('columns of one title or for one field', () => {
  const columnsOf = ({ Columns }: Shown): string[] =>
    Columns.map(({ Column, Field, Example, Asks }) => [Column, Field, Example, Asks].join(':'));
  const withMap = async (ImportId: string, Map: Record<string, string>) =>
    app.http.put(`/v1/Imports/${ImportId}`).set(admin).send({ Options: { Map } });

  it('each have a title of their own, and the preview asks for the field of the second', async () => {
    const found = await upload(
      'LastName,Phone,Phone,Phone (2),Shoe,Shoe\nTwice,303-555-0101,,303-555-7713,a,b\nNo,,303-555-0102,,,\n',
    );
    expect(columnsOf(found)).toEqual([
      ...[
        'LastName:LastName:Twice:',
        'Phone:Phone:303-555-0101:',
        'Phone (3):::Map',
        'Phone (2):PhoneAlt:303-555-7713:',
      ],
      ...['Shoe:::', 'Shoe (2):::'],
    ]);
    expect(found).toMatchObject({ Invalid: 1, Rows: 2 });
    const { body } = await app.http.get(`/v1/Imports/${found.ImportId}/Rows?Action=Invalid`).set(admin).expect(200);
    const Message = 'Phone (3) is another column for Phone: choose its field in Map, or "" to leave it alone.';
    expect(body.Rows).toMatchObject([{ Line: 3, Field: 'Phone (3)', ErrorCode: 'Duplicate', Message }]);
    const refused = await app.http.post(`/v1/Imports/${found.ImportId}/Run`).set(admin).send({}).expect(400);
    expect(refused.body.ResponseStatus.Errors).toMatchObject([{ ErrorCode: 'Duplicate', Meta: { Option: 'Map' } }]);
    const both = await withMap(found.ImportId, { 'Phone (3)': 'PhoneAlt' });
    expect(columnsOf(both.body.Imports[0]).slice(1, 3)).toEqual([
      ...['Phone:Phone:303-555-0101:', 'Phone (3):PhoneAlt:303-555-0102:'],
    ]);
    expect(both.body.Imports[0]).toMatchObject({ Invalid: 0, Inserted: 2 });
    const one = await withMap(found.ImportId, { 'Phone (3)': '' });
    expect(one.body.Imports[0]).toMatchObject({ Invalid: 0, Inserted: 2 });
    const wrong = await withMap(found.ImportId, { 'Phone (3)': 'Phone' });
    expect(wrong.body.ResponseStatus.Errors).toMatchObject([
      { Message: 'Options.Map names Phone for two columns, Phone and Phone (3): leave one of them out.' },
    ]);
  });

  it.each([
    ['LastName,Phone,phone', {}, 'phone'],
    ['LastName,Phone,Phone', { Phone: 'PhoneAlt' }, 'Phone (2)'],
    ['LastName,Tel,Tel', { Tel: 'Phone' }, 'Tel (2)'],
    ['LastName,Tel,Phone', { Tel: 'Phone' }, 'Phone'],
    ['LastName,Version,Version', {}, 'Version (2)'],
  ])('in %s with the map %j are asked about', async (header, map, asked) => {
    const json = JSON.stringify(map);
    const query = json === '{}' ? '' : `?Map=${encodeURIComponent(json)}`;
    const { body } = await send(`${header}\nAsked,303-555-0101,303-555-0102\n`, { query }).expect(200);
    const [found] = body.Imports as Shown[];
    expect(found.Columns.flatMap(({ Column, Asks }) => (Asks === 'Map' ? Column : []))).toEqual([asked]);
    expect(found).toMatchObject({ Invalid: 1 });
  });

  it('are left alone after the first if a shipped map has both, and if they are empty', async () => {
    const outlook = await upload('Last Name,Mobile Phone,Primary Phone\nOutlook,303-555-0101,303-555-0102\n');
    expect(columnsOf(outlook)[2]).toBe('Primary Phone:::');
    expect(outlook).toMatchObject({ Invalid: 0, Inserted: 1 });
    const empty = await upload('LastName,Phone,Phone\nEmpty,303-555-0101, \n');
    expect(columnsOf(empty)[2]).toBe('Phone (2):::');
    expect(empty).toMatchObject({ Invalid: 0, Inserted: 1 });
  });
});

it('names the column of an error as the file has it', async () => {
  const { ImportId } = await upload('LastName,E-mail Address\nColumn,nobody\n');
  const { body } = await app.http.get(`/v1/Imports/${ImportId}/Rows`).set(admin).expect(200);
  expect(body.Rows).toMatchObject([
    { Field: 'EmailWork', Message: expect.stringMatching(/^E-mail Address is no e-mail address /) },
  ]);
});

it('names the field of a wrong map, and the fields that it may name', async () => {
  const file = 'Vorname,Nachname\nIna,Form\n';
  const place = (query: string) => send(file, { query: `?Map=${encodeURIComponent(query)}` }).expect(400);
  const { ResponseStatus } = (await place('{"Vorname":"Fristname"}')).body;
  const [error] = ResponseStatus.Errors;
  expect(error).toMatchObject({
    ErrorCode: 'Enum',
    FieldName: 'Map',
    Message: 'Map names Fristname, which is no field of contacts; the nearest is FirstName.',
  });
  expect(error.Meta.Allowed.split(', ')).toEqual(expect.arrayContaining(['FirstName', 'EmailWork', 'ContactStatusId']));
  expect((await place('{"Vorname":"LastName","Nachname":"LastName"}')).body.ResponseStatus.Errors).toMatchObject([
    { ErrorCode: 'Duplicate', FieldName: 'Map' },
  ]);
  const { ImportId } = await upload(file);
  const { body } = await app.http
    .put(`/v1/Imports/${ImportId}`)
    .set(admin)
    .send({ Options: { Map: { Vorname: 'Fristname' } } })
    .expect(400);
  expect(body.ResponseStatus.Errors).toMatchObject([{ ErrorCode: 'Enum', FieldName: 'Options.Map' }]);
});

it('marks the row of an erased person as Erased, and does not import it', async () => {
  const id = await added({ FirstName: 'Gone', LastName: 'Person', EmailWork: 'gone@example.com' });
  const before = csv(await exported([id]));
  await app.db.tx(() => app.get(PersonService).erase(id));
  const shown = await upload(before);
  expect(await rowsOf(shown)).toMatchObject([{ Line: 2, Action: 'Erased', Key: String(id) }]);
  await run(shown).expect(200);
  expect(await found('gone@example.com')).toEqual([]);
});

describe('undo', () => {
  const undo = async ({ ImportId }: Shown, body: object = {}, as = admin) =>
    app.http.post(`/v1/Imports/${ImportId}/Undo`).set(as).send(body);

  it('restores changed fields and removes added records, and lists fields that have changed since', async () => {
    const [one, two] = [
      await added({ FirstName: 'Undo', LastName: 'One', Title: 'Ms', SSN: '123456789' }),
      await added({ FirstName: 'Undo', LastName: 'Two' }),
    ];
    const lines = [`${one},Undone,One,Dr,987654321`, `${two},Undone,Two,Dr,`, ',Extra,Undo,,'];
    const text = ['ContactId,FirstName,LastName,Title,SSN', ...lines].join('\n');
    const shown = await upload(text);
    await run(shown).expect(200);
    expect(await contact(one)).toMatchObject({ Name: 'Undone One', Title: 'Dr', SSN: '***-**-4321' });
    await app.http.put(`/v1/Contacts/${two}`).set(agent).send({ Title: 'Prof' }).expect(200);
    const dry = await undo(shown, { dryRun: true });
    const left = [expect.objectContaining({ Line: 3, Key: String(two), Field: 'Title' })];
    expect(dry.body).toMatchObject({ Imports: [{ State: 'Done' }], LeftBehind: left });
    expect(await contact(one)).toMatchObject({ Name: 'Undone One' });
    const { body } = await undo(shown);
    expect(body).toMatchObject({ Imports: [{ State: 'Undone' }], LeftBehind: left });
    expect(await contact(one)).toMatchObject({ Name: 'Undo One', Title: 'Ms', SSN: '***-**-6789' });
    expect(await contact(two)).toMatchObject({ Name: 'Undo Two', Title: 'Prof' });
    expect(await found('Extra Undo')).toEqual([]);
    expect((await undo(shown)).status).toBe(409);
  });

  it('does not give consent back for a telephone number that has changed since', async () => {
    const ids = [0, 1].map((at) => added({ LastName: 'Consent', Phone: `505-555-015${at}`, SMSOptIn: true }));
    const [one, two] = [await ids[0], await ids[1]];
    const shown = await upload(`ContactId,Phone,SMSOptIn\n${one},505-555-0160,false\n${two},505-555-0161,false`);
    await run(shown).expect(200);
    expect(await contact(one)).toMatchObject({ Phone: '505-555-0160', SMSOptIn: false });
    await app.http.put(`/v1/Contacts/${two}`).set(agent).send({ Phone: '505-555-0162' }).expect(200);
    const { body } = await undo(shown);
    expect(body.LeftBehind).toMatchObject([
      { Line: 3, Field: 'Phone' },
      { Line: 3, Field: 'SMSOptIn', Message: expect.stringContaining('belongs to Phone') },
    ]);
    expect(await contact(one)).toMatchObject({ Phone: '505-555-0150', SMSOptIn: true });
    expect(await contact(two)).toMatchObject({ Phone: '505-555-0162', SMSOptIn: false });
  });

  it('a repeated Run or Undo with its Idempotency-Key gets the first response, and is done once', async () => {
    const shown = await upload(
      csv([
        ['FirstName', 'LastName'],
        ['Repeated', 'Import'],
      ]),
    );
    const { ImportId } = shown;
    const repeated = async (path: string, key: string): Promise<unknown> => {
      const send = () =>
        app.http
          .post(`/v1/Imports/${ImportId}/${path}`)
          .set({ ...admin, 'Idempotency-Key': key })
          .send({});
      const [first, second] = [await send().expect(200), await send().expect(200)];
      expect(second.text).toBe(first.text);
      return first.body.Imports[0].State;
    };
    expect(await repeated('Run', `run-${ImportId}`)).toBe('Done');
    expect(await found('Repeated Import')).toHaveLength(1);
    const again = await run(shown).expect(409);
    expect(again.body.ResponseStatus.Message).toContain('was run already');
    expect(await repeated('Undo', `undo-${ImportId}`)).toBe('Undone');
    expect(await found('Repeated Import')).toEqual([]);
  });

  it('keeps an added record that has changed since the import', async () => {
    const shown = await upload('FirstName,LastName\nChanged,Later\n');
    await run(shown).expect(200);
    const [{ ContactId }] = await found('Changed Later');
    await app.http
      .put(`/v1/Contacts/${String(ContactId)}`)
      .set(admin)
      .send({ Title: 'Dr' })
      .expect(200);
    expect((await undo(shown)).body.LeftBehind).toMatchObject([{ Line: 2, Field: '', Key: String(ContactId) }]);
    expect(await found('Changed Later')).toHaveLength(1);
  });

  it('restores changed activities with their notes, removes added ones, and sets LastContact again', async () => {
    const id = await added({ FirstName: 'Undo', LastName: 'Activity' });
    const first = { EventTypeId: 1, Note: 'first', StartDate: '2026-02-01' };
    const log = await app.http.post(`/v1/Contacts/${id}/Activities`).set(agent).send(first);
    const { ActivityId, StartDate } = log.body.Activities[0] as { ActivityId: number; StartDate: string };
    const shown = await upload(
      'ActivityId,ContactId,EventTypeId,StartDate,Note\n' +
        `${ActivityId},${id},1,${StartDate},second\n,${id},2,2026-03-01,added\n`,
      { as: agent, query: '?Into=activities' },
    );
    expect(shown).toMatchObject({ Updated: 1, Inserted: 1, Invalid: 0 });
    expect((await rowsOf(shown, agent)).find(({ Field }) => Field === 'Note')).toMatchObject({
      From: '***',
      To: '***',
    });
    await run(shown, {}, agent).expect(200);
    expect((await contact(id)).LastContact).toMatch(/^2026-03-01/);
    expect((await undo(shown, {}, agent)).body).toMatchObject({ Imports: [{ State: 'Undone' }], LeftBehind: [] });
    const { body } = await app.http.get(`/v1/Contacts/${id}/Activities`).set(agent).expect(200);
    expect(body.Activities).toMatchObject([{ ActivityId, Note: 'first' }]);
    expect((await contact(id)).LastContact).toMatch(/^2026-02-01/);
  });

  it('keeps an added record to which another record refers', async () => {
    const shown = await upload('EventTypeName,EventCategory\nUsed type,Meeting\n', { query: '?Into=event-types' });
    await run(shown).expect(200);
    const types = await app.http.get('/v1/EventType?EventTypeName=Used%20type').set(admin).expect(200);
    const { EventTypeId } = types.body.EventType[0] as { EventTypeId: number };
    const id = await added({ FirstName: 'Uses', LastName: 'Type' });
    await app.http.post(`/v1/Contacts/${id}/Activities`).set(agent).send({ EventTypeId }).expect(200);
    expect((await undo(shown)).body).toMatchObject({ LeftBehind: [{ Line: 2, Key: String(EventTypeId), Field: '' }] });
  });
});

describe('a file that is too large or no file', () => {
  it('refuses a file of another program', async () => {
    const oldWorkbook = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    const { body } = await send(oldWorkbook, { name: 'old.xls' }).expect(400);
    expect(body.ResponseStatus.Message).toBe(
      'The file is neither CSV nor a workbook: save it as XLSX, or as CSV in UTF-8.',
    );
  });

  it('stops at a sheet of a million rows', async () => {
    const part = '<row><c t="n"><v>1</v></c></row>'.repeat(1000);
    const workbook = await archiveOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="a" Target="/xl/worksheets/sheet1.xml"/></R>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${part.repeat(1000)}</sheetData></worksheet>`,
    });
    const { body } = await send(workbook, { name: 'million.xlsx' }).expect(400);
    expect(body.ResponseStatus.Message).toContain('50000 rows');
  });

  it('refuses a ZIP bomb by the size that it states, and by its unpacked bytes if it states a false one', async () => {
    const big = Buffer.alloc(130 * 1024 ** 2, 0x20);
    const bomb = await archiveOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<R/>',
      'xl/sharedStrings.xml': big,
      'xl/worksheets/sheet1.xml': '<worksheet/>',
    });
    expect((await send(bomb, { name: 'bomb.xlsx' }).expect(400)).body.ResponseStatus.Message).toContain('128 MiB');
    const lying = Buffer.from(bomb);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(big.length);
    for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 4)) lying.writeUInt32LE(1000, at);
    expect((await send(lying, { name: 'lying.xlsx' }).expect(400)).body.ResponseStatus.Message).toContain('damaged');
  });

  it.each<[string, string | Buffer]>([
    ['an empty file', ' \n'],
    ['a damaged workbook', Buffer.from('PK\u0003\u0004nothing')],
    ['an unclosed quote', 'A,B\n"x,y\n'],
  ])('refuses %s', async (_, content) => {
    await send(content).expect(400);
  });
});

it('previews and runs the import of the demo that nobody has run', async () => {
  const ImportId = '6f0f6a3b0c1d4e5f8a9b0c1d2e3f4a5b';
  const { body } = await app.http
    .put(`/v1/Imports/${ImportId}`)
    .set(admin)
    .send({ Options: { Map: { 'E-mail': 'EmailWork' }, Dates: 'mdy', Decimal: '.', Blank: 'keep', Match: 'key' } });
  expect(body).toMatchObject({ Imports: [{ State: 'Previewed', Inserted: 1, Options: { Dates: 'mdy' } }] });
});

it('removes files and rows after 30 days, and keeps the counts', async () => {
  const shown = await upload('FirstName,LastName\nOld,File\n');
  const { ImportId } = shown;
  await app.db.tx(() =>
    app.db.execute(sql`UPDATE imports SET CreatedAt = '2020-01-01T00:00:00.0000000' WHERE ImportId = ${ImportId}`),
  );
  await app.get(ImportsService).sweep();
  expect(await rowsOf(shown)).toEqual([]);
  await run(shown).expect(410);
  const { body } = await app.http.get(`/v1/Imports/${shown.ImportId}`).set(admin).expect(200);
  expect(body.Imports[0]).toMatchObject({ Inserted: 1, Columns: [] });
});
