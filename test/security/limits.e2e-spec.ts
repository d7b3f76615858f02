import { request } from 'node:http';
import sql from 'sql-template-tag';
import { SlowQueries } from '../../src/database/driver/slow-queries.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { fieldsOf, type Field } from '../../src/record/metadata.js';
import { mostItems } from '../../src/record/rules.js';
import type { TestApp } from '../support/app/app.js';
import { startDemo } from '../support/app/demo-app.js';
import { store } from '../support/data/rows.js';
import { longestTurnOf } from './longest-turn.js';

/** Appointments and activities of one agent. */
const mostRows = 10_000;
const firstContact = 50_000;
const big = { ProjectID: 900, SurveyId: 900, ContactId: firstContact + 400 };

let app: TestApp;
let administrator: { Authorization: string };
let owner: number;
let other: number;
/** Milliseconds of processor time of the longest turn of each call, and the call. */
const longestTurns: [number, string][] = [];

const many = <T>(make: (at: number) => T, count = mostItems): T[] => Array.from({ length: count }, (_, at) => make(at));
const ids = many((at) => firstContact + at);

beforeAll(async () => {
  app = await startDemo(300, { REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' });
  administrator = await app.as('Administrator');
  const agents = await app.db.all<{ AgentId: number }>(
    sql`SELECT AgentId FROM agents WHERE AgentStatus = 'Active' ORDER BY AgentId LIMIT 2`,
  );
  [owner, other] = agents.map(({ AgentId }) => AgentId);
  await store(
    app,
    'Contact',
    ids.map((ContactId) => ({ ContactId, Name: `Many ${ContactId}`, AgentId: owner, Phone: '(305) 555-0142' })),
  );
  const [{ EventTypeId }] = await app.db.all<{ EventTypeId: number }>(
    sql`SELECT MIN(EventTypeId) AS EventTypeId FROM event_types`,
  );
  const timeOf = (minute: number): string =>
    new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString().replace('Z', '0000');
  for (let from = 0; from < mostRows; from += 1000) {
    const rows = many((at) => {
      const [StartDate, EndDate] = [timeOf(from + at), timeOf(from + at + 1)];
      return { ContactId: big.ContactId + (at % 10), AgentId: owner, EventTypeId, StartDate, EndDate };
    }, 1000);
    await store(app, 'Appointment', rows);
    await store(app, 'Activity', rows);
  }
  await store(app, 'Project', [{ ProjectID: big.ProjectID, ProjectName: 'Many' }]);
  await store(app, 'Survey', [{ SurveyId: big.SurveyId, Title: 'Many' }]);
  await store(
    app,
    'SmartsheetLine',
    many((at) => ({ TableName: 'Many', ID: at + 1, AgentId: owner })),
  );
}, 60_000);
afterAll(async () => {
  await app.close();
  const [first, second] = longestTurns.sort(([a], [b]) => b - a);
  const printed = [first, second].map(([milliseconds, name]) => `${name} ${milliseconds.toFixed(1)} ms`);
  process.stderr.write(`The longest turns: ${printed.join(', ')}\n`);
});
afterEach(() => jest.restoreAllMocks());

function call(method: string, path: string, record?: object): Promise<{ status: number; text: string }> {
  const body = record && JSON.stringify(record);
  return new Promise((resolve, reject) => {
    const headers = {
      ...administrator,
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
    };
    request(`${app.url}${path}`, { method, headers })
      .on('response', (answer) => {
        const parts: Buffer[] = [];
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .once('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString() }));
      })
      .once('error', reject)
      .end(body);
  });
}

/**
 * Sends a call while each look at the clock finds that 5 ms have passed, so that the number of turns does not depend on
 * the machine. The longest turn is then the longest part of the call that the service does not divide.
 */
async function turnsOf(method: string, path: string, record?: object) {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (time += 5));
  const statements = jest.spyOn(SlowQueries.prototype, 'time');
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  let answer = { status: 0, text: '' };
  try {
    const longest = await longestTurnOf(async () => (answer = await call(method, path, record)), Infinity, 1);
    longestTurns.push([longest, `${method} ${path}`]);
  } finally {
    clearImmediate(next);
  }
  return { ...answer, turns, statements: statements.mock.calls.length };
}

type Write = readonly [operation: string, method: string, path: string, record: () => object | Promise<object>];
const contactsOf = (more: (ContactId: number) => object = () => ({})) => ({
  Contacts: ids.map((ContactId) => ({ ContactId, ...more(ContactId) })),
});
const [contacts, members, questions] = ['/v1/Contacts', '/v1/ProjectTeamMembers', '/v1/LineQuestions'];
const readMembers = () =>
  app.db.all<object>(sql`SELECT TeamMemberID FROM project_team_members WHERE ProjectID = ${big.ProjectID}`);
const readQuestions = () => app.db.all<object>(sql`SELECT Id FROM line_questions WHERE Question LIKE 'Limit %'`);
const changed = (rows: object[], more: object): object[] => rows.map((row) => ({ ...row, ...more }));
const sentBack = async (): Promise<object> => {
  const { text } = await call('GET', `${contacts}?Search=many&take=${mostItems}`);
  const read = (JSON.parse(text) as { Contacts: object[] }).Contacts;
  return { Contacts: changed(read, { Tags: 'sent back' }) };
};

const writes: Write[] = [
  ['changeContacts', 'PUT', contacts, () => contactsOf(() => ({ Tags: 'one' }))],
  ['changeContacts', 'PUT', contacts, () => contactsOf(() => ({ Tags: 'one' }))],
  ['changeContacts', 'PUT', contacts, () => contactsOf((id) => ({ LastName: `Limit ${id}` }))],
  ['changeContacts', 'PUT', contacts, sentBack],
  ['transferContacts', 'POST', `${contacts}/Transfer`, () => ({ agent: { AgentId: other }, ...contactsOf() })],
  ['transferContacts', 'POST', `${contacts}/Transfer`, () => ({ agent: { AgentId: owner }, ...contactsOf() })],
  [
    'transferSmartsheetLines',
    'POST',
    '/v1/Smartsheets/TransferLines',
    () => ({ agent: { AgentId: other }, lines: many((at) => ({ TableName: 'Many', ID: at + 1 })) }),
  ],
  ['inviteContacts', 'POST', '/v1/Survey/GiftCard/Invitations', () => ({ SurveyId: big.SurveyId, ...contactsOf() })],
  [
    'addProjectTeamMembers',
    'POST',
    members,
    () => ({
      ProjectTeamMembers: ids.map((ContactID) => ({ ProjectID: big.ProjectID, ContactID, MemberRole: 'Speaker' })),
    }),
  ],
  [
    'changeProjectTeamMembers',
    'PUT',
    members,
    async () => ({ ProjectTeamMembers: changed(await readMembers(), { MemberRole: 'Host' }) }),
  ],
  ['removeProjectTeamMembers', 'DELETE', members, async () => ({ ProjectTeamMembers: await readMembers() })],
  [
    'createLineQuestions',
    'POST',
    questions,
    async () => {
      const [{ LineId }] = await app.db.all<{ LineId: number }>(sql`SELECT MIN(Id) AS LineId FROM service_lines`);
      return { LineQuestions: many((at) => ({ LineId, Question: `Limit ${at}` })) };
    },
  ],
  [
    'updateLineQuestions',
    'PUT',
    questions,
    async () => ({
      LineQuestions: (await readQuestions()).map((row, at) => ({ ...row, Question: `Limit ${at} changed` })),
    }),
  ],
  ['removeLineQuestions', 'DELETE', questions, async () => ({ LineQuestions: await readQuestions() })],
  [
    'mergeContacts',
    'POST',
    `${contacts}/${big.ContactId}/Merge`,
    () => ({ From: many((at) => big.ContactId + 1 + at, 9) }),
  ],
];

/** The operations whose request has a list of up to 500 items, and the field of the list. */
const bulkOperations = () =>
  app.get(Registry).operations.flatMap((operation) => {
    const { verb, request: record } = operation.declaration;
    const list = verb !== 'GET' && record && fieldsOf(record).find(isLong);
    return list ? [{ operation, list }] : [];
  });
const isLong = ({ type, options }: Field): boolean =>
  type.name === 'list' && (options.maxItems ?? mostItems) >= mostItems;
const pathOf = ({ paths }: Operation, values: Record<string, number>): string =>
  paths.at(-1)!.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(name in values ? values[name] : 1));

describe('a write at its limits', () => {
  it.each(writes)('%s (%s %s) gives others a turn between its statements', async (_, method, path, record) => {
    const { status, text, turns, statements } = await turnsOf(method, path, await record());
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    expect(turns).toBeGreaterThanOrEqual(statements);
  });

  it('every other write with a list gives others a turn between the items that it reads', async () => {
    const known = new Set(writes.map(([name]) => name));
    for (const { operation, list } of bulkOperations()) {
      if (known.has(operation.name)) continue;
      const { record: item } = list.type.item!;
      const items = many((at) =>
        item ? Object.fromEntries(fieldsOf(item()).map(({ name }) => [name, null])) : at + 1,
      );
      const { verb } = operation.declaration;
      const { status, turns } = await turnsOf(verb, pathOf(operation, big), { [list.name]: items });
      expect(`${operation.name} ${status}`).toMatch(/ (200|400|403|404|409)$/);
      if (item && !list.options.typesOnly) expect(turns).toBeGreaterThanOrEqual(mostItems);
    }
  });
});

describe('a list with a parent at its limits', () => {
  it(`every list gives others turns while it sends ${mostRows} rows of one agent or contact`, async () => {
    const lists = app.get(Registry).operations.filter(({ list, declaration }) => list && declaration.verb === 'GET');
    const values = { ...big, AgentId: owner, AgentID: owner };
    let long = 0;
    for (const operation of lists) {
      const { status, text, turns } = await turnsOf('GET', pathOf(operation, values));
      expect(`${operation.name} ${status}`).toMatch(/ (200|400|403|404|405|409)$/);
      if (text.length < 1_000_000) continue;
      long++;
      expect(turns).toBeGreaterThanOrEqual(text.length / 250_000);
    }
    expect(long).toBeGreaterThan(2);
  });
});
