import { request } from 'node:http';
import sql from 'sql-template-tag';
import { ContactShare } from '../../src/modules/contacts/contact-share.entity.js';
import { Contact } from '../../src/modules/contacts/contact.entity.js';
import { SmartsheetLine } from '../../src/modules/smartsheets/smartsheet.entity.js';
import { filteredFields } from '../../src/record/lists/list-filters.js';
import { fieldsOf } from '../../src/record/metadata.js';
import type { TestApp } from '../support/app/app.js';
import { startDemo } from '../support/app/demo-app.js';
import { longestTurnOf } from './longest-turn.js';

/** Milliseconds of processor time for which one request may delay all other requests. */
const most = 50;

let app: TestApp;
let administrator: { Authorization: string };
beforeAll(async () => {
  app = await startDemo(300, { REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0', FORMS_PER_ADDRESS: '0' });
  administrator = await app.as('Administrator');
});
afterAll(() => app.close());

interface Call {
  method?: string;
  path: string;
  body?: string;
  type?: string;
  headers?: Record<string, string>;
}

/** Sends a request, and returns the status of the answer. */
function call({ method = 'GET', path, body, type = 'application/json', headers }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { ...administrator, ...headers, ...(body && { 'Content-Type': type }) };
    request(`${app.url}${path}`, { method, headers: all })
      .on('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode!)))
      .once('error', reject)
      .end(body);
  });
}

async function expectShortTurns(shape: Call, statuses: readonly number[] = [400]): Promise<void> {
  let status = 0;
  const longest = await longestTurnOf(async () => (status = await call(shape)), most);
  expect(statuses).toContain(status);
  expect(longest).toBeLessThan(most);
}

/** The length of a text that fits into a body of a megabyte together with the rest of the body. */
const megabyte = 2 ** 20 - 300;
const times = (count: number, one: (index: number) => string, between = ','): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(between);
const items = (count: number, one: (index: number) => object): object[] =>
  Array.from({ length: count }, (_, index) => one(index));
const texts = filteredFields(Contact).flatMap(({ name, type }) => (type.name === 'text' ? [name] : []));

describe('a query of an Administrator', () => {
  const contacts = '/v1/Contacts';
  it.each<[string, string, number[]?]>([
    ['200 unknown names', times(200, (n) => `LastNameX${n}=1`, '&')],
    ['200 unknown names of 60 characters', times(200, (n) => `${'x'.repeat(60)}${n}=1`, '&')],
    ['5000 names', times(5000, () => 'a', '&')],
    ['200 names in the wrong case', times(200, (n) => `${texts[n % texts.length].toLowerCase()}In=1`, '&')],
    ['20 terms of an order', `orderBy=${times(20, (n) => texts[n])}`, [200]],
    ['2,500 terms of an order', `orderBy=${times(2500, () => 'City')}`],
    ['1,200 fields', `fields=${times(1200, () => texts[0])}`, [200]],
    ['20 filters with lists', times(20, (n) => `${texts[n]}In=${times(90, (at) => `v${at}`)}`, '&'), [200]],
    ['a filter with 500 values', `LastNameIn=${times(500, (at) => `v${at}`)}`, [200]],
    ['a filter with 5,000 values', `ContactIdIn=${times(5000, () => '1')}`],
    ['filters that search for single letters', times(40, (n) => `${texts[n]}Contains=a`, '&'), [200]],
    ['a filter that searches for 980 characters', `LastNameContains=${'*a'.repeat(490)}`, [200]],
    ['a search for single letters', `Search=${times(26, (n) => String.fromCharCode(97 + n), '+')}`, [200]],
    ['a search for one letter', 'Search=a', [200]],
    ['a search of 5,000 letters', `Search=${times(5000, () => 'a', '+')}`],
  ])('a query with %s delays others by less than 50 ms', (...[, query, statuses]) =>
    expectShortTurns({ path: `${contacts}?${query}` }, statuses),
  );
});

it('a query of 200 unknown names without credentials delays others by less than 50 ms', () =>
  expectShortTurns({
    method: 'POST',
    path: `/v1/Auth/Login?${times(200, (n) => `${'x'.repeat(60)}${n}=1`, '&')}`,
    headers: { Authorization: '' },
  }));

describe('a JSON body of a megabyte', () => {
  const contact = { method: 'PUT', path: '/v1/Contacts/1' };
  const members = { method: 'POST', path: '/v1/ProjectTeamMembers' };
  const list = (text: string): string => `{"ProjectTeamMembers":[${text}]}`;
  const names = (count: number, of: number): string => `{${times(count, (n) => `"x${of}${n}":0`)}}`;
  const wide: Record<string, string> = {
    letters: 'x'.repeat(megabyte),
    'white space': ` a${' '.repeat(megabyte - 3)}`,
    'characters of four bytes': '😀'.repeat(megabyte / 4),
    'line breaks': '\n'.repeat(megabyte / 2),
    'backslashes and quotes': '\\"'.repeat(megabyte / 4),
    digits: '0'.repeat(megabyte),
    brackets: '( '.repeat(megabyte / 2),
  };
  it.each(Object.keys(wide))('a megabyte of %s in a text delays others by less than 50 ms', async (name) => {
    for (const field of ['LastName', 'Phone', 'Email', 'DateOfBirth'])
      // A megabyte of white space may succeed, because the service trims some fields before it checks their length.
      await expectShortTurns({ ...contact, body: JSON.stringify({ [field]: wide[name] }) }, [
        ...(wide[name].trim().length < 3 ? [200] : []),
        400,
      ]);
  });
  it.each<[string, Call]>([
    ['a number', { ...contact, body: `{"StateID":${'9'.repeat(megabyte)}}` }],
    ['numbers', { ...members, body: list(`${'0,'.repeat(megabyte / 2 - 30)}0`) }],
    ['empty lists', { ...members, body: list(`${'[],'.repeat(megabyte / 3 - 30)}0`) }],
    ['brackets', { ...members, body: '['.repeat(megabyte) }],
    ['names', { ...contact, body: names(80_000, 0) }],
    ['one name', { ...contact, body: `{${times(140_000, () => '"x":0')}}` }],
    ['objects of many names', { ...members, body: list(times(49, (of) => names(1000, of))) }],
    ['objects of some names', { ...members, body: list(times(500, (of) => names(80, of))) }],
    ['objects of one name', { ...members, body: list(times(24_000, (of) => names(1, of))) }],
  ])('a megabyte of JSON with %s delays others by less than 50 ms', (_, shape) => expectShortTurns(shape));
});

describe('a form of a megabyte', () => {
  it.each([
    ['names', times(120_000, (n) => `x${n}=`, '&')],
    ['one name', 'LastName=&'.repeat(100_000)],
    ['escapes', `LastName=${'%41'.repeat(megabyte / 3 - 10)}`],
    ['separators', '&'.repeat(megabyte)],
    ['a list of numbers', `ProjectTeamMembers=[${'0,'.repeat(megabyte / 2 - 40)}0]`],
    ['brackets', `ProjectTeamMembers=${'['.repeat(megabyte - 40)}`],
  ])('a form of a megabyte with %s delays others by less than 50 ms', async (_, body) => {
    const type = 'application/x-www-form-urlencoded';
    for (const path of ['/v1/Contacts', '/v1/ProjectTeamMembers'])
      await expectShortTurns({ method: 'POST', path, type, body });
  });
});

describe('a form of 256 KiB of a page without sign-in', () => {
  const parts = 'a&'.repeat(131_000);
  it.each(['/s/x', '/s/00000000000000000000000000000000', '/visit/x/questions', '/password/x', '/unsubscribe/x'])(
    'a form for %s delays others by less than 50 ms',
    (path) => expectShortTurns({ method: 'POST', path, type: 'application/x-www-form-urlencoded', body: parts }, [404]),
  );
  it('a form of the survey of an invitation delays others by less than 50 ms', async () => {
    const [{ guid }] = await app.db.all<{ guid: string }>(
      sql`SELECT i.SurveyGuid AS guid FROM survey_invitations i WHERE i.AnsweredAt IS NULL
        ORDER BY i.ExpiresAt DESC LIMIT 1`,
    );
    const type = 'application/x-www-form-urlencoded';
    await expectShortTurns({ method: 'POST', path: `/s/${guid}`, type, body: parts }, [413]);
  });
});

describe('a list of 500 wrong items', () => {
  const wrong = (record: Parameters<typeof fieldsOf>[0], value: unknown, named = (name: string) => name): object =>
    Object.fromEntries(fieldsOf(record).map(({ name }) => [named(name), value]));
  const upper = (name: string): string => name.toUpperCase();
  const [agent, transfer] = [{ AgentId: 1 }, '/v1/Smartsheets/TransferLines'];
  const [members, questions] = ['/v1/ProjectTeamMembers', '/v1/LineQuestions'];
  it.each<[string, string, string, object, number[]?]>([
    ['all fields', 'POST', transfer, { agent, lines: items(500, () => wrong(SmartsheetLine, [])) }],
    ['all names', 'POST', transfer, { agent, lines: items(500, () => wrong(SmartsheetLine, 0, upper)) }],
    ['lines', 'POST', transfer, { agent, lines: items(500, (ID) => ({ TableName: 'x', ID })) }, [404]],
    ['wide records', 'POST', '/v1/Contacts/Transfer', { Contacts: items(500, () => wrong(Contact, {})) }],
    ['shares', 'POST', '/v1/Contacts/Transfer', { Contacts: items(500, () => wrong(ContactShare, [])) }],
    ['types', 'POST', members, { ProjectTeamMembers: items(500, () => ({ ProjectID: [], ContactID: {} })) }],
    ['lengths', 'POST', members, { ProjectTeamMembers: items(500, () => ({ MemberRole: 'x'.repeat(2000) })) }],
    [
      'references',
      'POST',
      members,
      { ProjectTeamMembers: items(500, (n) => ({ ProjectID: 5000 + n, ContactID: 50_000 + n, MemberRole: 'x' })) },
    ],
    [
      'keys',
      'PUT',
      members,
      { ProjectTeamMembers: items(500, (n) => ({ TeamMemberID: 90_000 + n, MemberRole: 'x' })) },
      [404],
    ],
    ['texts', 'POST', questions, { LineQuestions: items(500, (LineId) => ({ LineId, Question: 'x'.repeat(1900) })) }],
  ])('500 items, wrong in %s, delay others by less than 50 ms', (...[, method, path, record, statuses]) =>
    expectShortTurns({ method, path, body: JSON.stringify(record) }, statuses),
  );
});

describe('16 KiB of headers', () => {
  const any = [200, 401, 404, 431];
  it.each<[string, Record<string, string>]>([
    ['900 headers', Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, '1']))],
    ['2,000 cookies', { Cookie: times(2000, (n) => `a${n}=`, ';') }],
    ['media types', { Accept: times(2000, (n) => `a/b${n}`) }],
    ['white space', { Accept: `${' '.repeat(14_000)}x` }],
    ['codings', { 'Accept-Encoding': times(2000, (n) => `b${n}`) }],
    ['tags', { 'If-None-Match': '"a",'.repeat(3500) }],
    ['a token of many parts', { Authorization: `Bearer ${'a.'.repeat(7000)}` }],
    ['a key', { 'X-Api-Key': 'a'.repeat(14_000) }],
  ])('16 KiB of headers with %s delay others by less than 50 ms', (_, headers) =>
    expectShortTurns({ path: '/v1/EventType', headers }, any),
  );
  it.each(['a/'.repeat(7000), `EventType/${'%41'.repeat(4500)}`, `EventType${'.csv'.repeat(3500)}`])(
    'a path such as %.20s delays others by less than 50 ms',
    (path) => expectShortTurns({ path: `/v1/${path}` }, [400, 404]),
  );
});
