import sql from 'sql-template-tag';
import { turnLength } from '../../src/context/turns.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { Role } from '../../src/http/endpoint/roles.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import { fieldsOf, type Field } from '../../src/record/metadata.js';
import { mostItems } from '../../src/record/rules.js';
import { examplesOf, statusOf, type Example } from '../clients/examples.js';
import { demoPassword } from '../support/app/demo-app.js';
import { store } from '../support/data/rows.js';
import { firstAgent, firstMerged, guidOf, mostRows, ServiceAtLimits, today } from './at-limits.js';
import { longestTurnOf } from './longest-turn.js';

/** The largest number of statements of a call in one turn: before its transaction, a call reads who calls. */
const mostTogether = 5;
/** Milliseconds of processor time for which one call may delay all other requests. */
const most = 50;
/** How many times the writes are measured at most: compilation and garbage collection may slow any run. */
const mostRuns = 5;
/** The rows of each kind of a person whose data are read and erased as a whole, from every table. */
const rowsOfPerson = 2_000;
/** SQLite works in the thread of the event loop, so that its turns are the longest. */
const worksInThread = process.env.TEST_MYSQL_URL === undefined;

let service: ServiceAtLimits;
let examples: ReadonlyMap<string, Example>;
let otherAgent: number;
let otherLine: string;
const many = { ProjectID: 900, SurveyId: 900 };

/** Starts the service on that number of new rows of each kind. */
async function start(rows: number): Promise<void> {
  service = await ServiceAtLimits.start(rows);
  const { app, parents } = service;
  const document = (await app.http.get('/openapi.json').expect(200)).body as Parameters<typeof examplesOf>[0];
  examples = new Map(examplesOf(document).map((example) => [example.operation, example]));
  [{ AgentId: otherAgent }] = await app.db.all<{ AgentId: number }>(
    sql`SELECT MIN(AgentId) AS AgentId FROM agents WHERE AgentStatus = 'Active' AND AgentId <> ${parents.AgentId}
      AND AgentId < ${firstAgent}
      AND ${parents.AgentId} NOT IN (COALESCE(Upline1, 0), COALESCE(Upline2, 0))`,
  );
  [{ Id: otherLine }] = await app.db.all<{ Id: string }>(
    sql`SELECT Id FROM service_lines WHERE Id <> ${parents.LineId} ORDER BY Id LIMIT 1`,
  );
  await store(app, 'Project', [{ ProjectID: many.ProjectID, ProjectName: 'Many' }]);
  await store(app, 'Survey', [{ SurveyId: many.SurveyId, Title: 'Many' }]);
}

const items = <T>(make: (at: number) => T, count = mostItems): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const contactsWith = (more: (ContactId: number) => object = () => ({})) => ({
  Contacts: service.contacts.map((ContactId) => ({ ContactId, ...more(ContactId) })),
});
const changed = (rows: readonly object[], more: object): object[] => rows.map((row) => ({ ...row, ...more }));
const readMembers = () =>
  service.app.db.all<object>(sql`SELECT TeamMemberID FROM project_team_members WHERE ProjectID = ${many.ProjectID}`);
const readQuestions = () =>
  service.app.db.all<object>(
    sql`SELECT Id FROM line_questions WHERE Question LIKE 'Limit %' ORDER BY Id DESC LIMIT ${mostItems}`,
  );
const ownQuestions = () =>
  service.app.db.all<{ Id: number }>(
    sql`SELECT Id FROM line_questions WHERE LineId = ${service.parents.LineId} AND Active = 1
      ORDER BY Id DESC LIMIT ${mostItems}`,
  );
const answered = async (): Promise<object> => ({
  LineQuestions: (await ownQuestions()).map(({ Id }) => ({ Id, Answer: `Limit ${Id}` })),
});

type MadeBody = () => object | Promise<object>;

/** Bodies with as many valid items as the operation takes, where the example of the operation gives too few. */
const bodies: Readonly<Record<string, readonly MadeBody[]>> = {
  changeContacts: [
    () => contactsWith(() => ({ Tags: 'one' })),
    // Nothing changes.
    () => contactsWith(() => ({ Tags: 'one' })),
    () => contactsWith((ContactId) => ({ LastName: `Limit ${ContactId}` })),
    // The records are sent back whole.
    async () => {
      const { text } = await service.app.http
        .get(`/v1/Contacts?Search=many&take=${mostItems}`)
        .set(service.credentials);
      return { Contacts: changed((JSON.parse(text) as { Contacts: object[] }).Contacts, { Tags: 'sent back' }) };
    },
  ],
  transferContacts: [
    () => ({ agent: { AgentId: otherAgent }, ...contactsWith() }),
    () => ({ agent: { AgentId: service.parents.AgentId }, ...contactsWith() }),
  ],
  transferSmartsheetLines: [
    () => ({ agent: { AgentId: otherAgent }, lines: items((at) => ({ TableName: 'Many', ID: at + 1 })) }),
  ],
  runImport: [
    () => ({
      ...{ Doubtful: 'skip', TakeReasons: items(() => 'Invalid') },
      ...{ TakeLines: items((at) => at), LeaveLines: items((at) => at) },
    }),
  ],
  inviteContacts: [() => ({ SurveyId: many.SurveyId, ...contactsWith() })],
  remindContacts: [() => ({ SurveyId: many.SurveyId })],
  addProjectTeamMembers: [
    () => ({
      ProjectTeamMembers: service.contacts.map((ContactID) => ({
        ProjectID: many.ProjectID,
        ContactID,
        MemberRole: 'Speaker',
      })),
    }),
  ],
  changeProjectTeamMembers: [
    async () => ({ ProjectTeamMembers: changed(await readMembers(), { MemberRole: 'Host' }) }),
  ],
  removeProjectTeamMembers: [async () => ({ ProjectTeamMembers: await readMembers() })],
  createLineQuestions: [() => ({ LineQuestions: items((at) => ({ LineId: otherLine, Question: `Limit ${at}` })) })],
  updateLineQuestions: [
    async () => ({
      LineQuestions: (await readQuestions()).map((row, at) => ({ ...row, Question: `Limit ${at} changed` })),
    }),
  ],
  removeLineQuestions: [async () => ({ LineQuestions: await readQuestions() })],
  answerQuestionnaire: [answered],
  updateQuestionnaire: [answered],
  answerVisit: [answered],
  shareContact: [() => ({ AgentIds: items((at) => firstAgent + at) })],
  shareDocument: [() => ({ AgentIds: items((at) => firstAgent + at) })],
  setUserLocations: [() => ({ LocationIds: items(guidOf) })],
  setAgentLocations: [() => ({ LocationIds: items(guidOf) })],
  addSurvey: [() => ({ Title: 'Many', Questions: items((at) => ({ Text: `Limit ${at}` })) })],
  changeSurvey: [() => ({ Questions: items((at) => ({ Text: `Limit ${at}` })) })],
  removeRelations: [
    () => ({ Keys: items((at) => ({ ContactId: service.parents.ContactId, AgentId: firstAgent + at })) }),
  ],
  handOverAgent: [() => ({ To: otherAgent })],
  mergeContacts: [() => ({ From: items((at) => service.parents.ContactId + 1 + at, 9) })],
};

/** 1,800 characters, so that 500 items make a body of nearly a megabyte. */
const wide = 'wide text '.repeat(180);
/** As many words as the text has room for: the search index has a row for each. */
const words = (length: number, of: number): string =>
  Array.from({ length: length / 5 }, (_, at) => (of * 7919 + at * 104_729).toString(36).slice(-4)).join(' ');

/** Bodies of nearly a megabyte, and other bodies that the test of the turns' length alone sends. */
const wideBodies: Readonly<Record<string, readonly MadeBody[]>> = {
  changeContacts: [
    () => contactsWith(() => ({ AdditionalInformation: wide })),
    () => contactsWith((of) => ({ Name: words(200, of) })),
    // The stored search terms of the names are replaced by others.
    () => contactsWith((of) => ({ Name: words(200, of + 9) })),
  ],
  createLineQuestions: [
    () => ({ LineQuestions: items((at) => ({ LineId: otherLine, Question: `Limit ${at} ${wide.slice(0, 900)}` })) }),
  ],
  updateLineQuestions: [
    async () => ({
      LineQuestions: (await readQuestions()).map((row, at) => ({
        ...row,
        Question: `Limit ${at} again ${wide.slice(0, 900)}`,
      })),
    }),
  ],
  answerQuestionnaire: [async () => ({ LineQuestions: changed(await ownQuestions(), { Answer: wide }) })],
  answerVisit: [async () => ({ LineQuestions: changed(await ownQuestions(), { Answer: `${wide}.` }) })],
  addSurvey: [
    () => ({ Title: 'Wide', Questions: items(() => ({ Text: wide.slice(0, 999) })) }),
    () => ({
      Title: 'Choices',
      Questions: items((at) => ({
        ...{ Text: `Choice ${at}`, Kind: 'Choice' },
        Options: items((of) => ({ Code: `${of}`, Label: 'One of many options' }), 30),
      })),
    }),
  ],
  mergeManyContacts: [
    () => ({
      Merges: items((at) => {
        const [ContactId, ...From] = items((of) => firstMerged + at * 10 + of, 10);
        return { ContactId, From };
      }, 50),
    }),
  ],
};

const oneRecord = 'the path names the one record that changes';
const fewExist = 'it names each of a few records once';

/** Operations whose list has fewer items than its limit here, and the reason. */
const shortLists: Readonly<Record<string, string>> = {
  changeLineQuestion: oneRecord,
  updateLineQuestion: oneRecord,
  removeLineQuestion: oneRecord,
  changeProjectTeamMember: oneRecord,
  postProjectTeamMember: oneRecord,
  removeProjectTeamMember: oneRecord,
  removeQuestionsOfLine: 'it removes all questions of the line, and reads no list',
  clearQuestionnaire: 'it removes all answers of the visit, and reads no list',
  answerSurvey: 'the survey of the invitation has two questions',
  addStation: fewExist,
  changeStation: fewExist,
  removeStation: 'it reads no list',
  addUser: fewExist,
  changeUser: fewExist,
  addPolicyDocument: fewExist,
  changePolicyDocument: fewExist,
  removePolicyDocument: 'it reads no list',
};

/** Writes that this test does not send, and the reason. */
const notSent: Readonly<Record<string, string>> = {
  logout: 'it ends the session of this test',
  importRecordSet: 'it reads a file as a stream; the longest turn is in docs/decisions/record-sets-over-http.md',
  uploadImport: 'it reads a file as importRecordSet does, and stores one import',
  uploadFile: 'it stores a file as a stream, and no record but one',
};

/** Writes that answer another status than their example, and the reason. */
const refused: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  confirmMfa: [400, 'the code of the example is not the current one'],
  decideSlotDistrictApproval: [409, 'in a demo of this size, the request of the example is removed'],
  endUserSession: [404, 'makePassword has ended the session'],
  erasePerson: [409, 'the contact has an open visit'],
  changeImport: [409, 'runImport has run the import'],
  removeProject: [409, 'the project has many team members'],
};

/** Lists with a parent that are short here, and the reason. */
const shortAnswers: Readonly<Record<string, string>> = {
  listContactsByActivity: 'it lists each contact once, however many activities the contact has',
  summarizeSecurities: 'it is one row of sums',
  summarizeBranch: 'it is a row of sums for each agent who has sold something',
  reportVisits: 'it is a row of sums for each line and day',
  reportBookings: 'it is a row of sums for each line and day',
  listFreeTimes: 'it has at most 96 quarter-hours of each of 31 days',
  listBookings: 'it has the bookings of one location here; it is read from the database as all long lists are',
  reportActivities: 'it is a row of sums for each month, agent and event type',
  listLedgerLines: 'it has the lines of one day here; it is read from the database as all long lists are',
  listLeftBehind: 'it is a row for each kind of record',
  listImportLines: 'its rows are all of one line here; listImportRows has them',
  listPolicyDocumentDefaults: 'an agency has few documents, and no call adds many',
  listUserKeys: 'only an administrator adds a key, one a call',
  listKioskKeys: 'only an administrator adds a key, one a call',
  listUserLocations: 'a user has at most 500 locations',
  listAgentLocations: 'an agent has at most 500 locations',
  listVisitDocuments: 'it reads documents as listContactDocuments does, and a visit has few',
};
/** The histories of all kinds of records are one method, which readContactHistory measures. */
const isShortHistory = (name: string): boolean => name.endsWith('History') && name !== 'readContactHistory';

const isLong = ({ type, options }: Field): boolean =>
  type.name === 'list' && !options.computed && (options.maxItems ?? mostItems) >= mostItems;

/** A placeholder for a record within the parent that the same path names. */
const child = /\{(Audit|Key|Session|Document|Image|Delivery)Id\}/;

/** The value of a placeholder in a path, if it names a parent with many rows. */
function valueIn(template: string, name: string): string | undefined {
  if (child.test(template)) return undefined;
  const { parents } = service;
  const values: Record<string, number | string | undefined> = {
    ...parents,
    AgentID: parents.AgentId,
    CustomerCheckInId: guidOf(1),
  };
  if (name === 'Id' && template.includes('/CustomerCheckins/')) return guidOf(1);
  if (name === 'Id' && template.includes('/Lines/')) return parents.LineId;
  if (/^(From|To)$|Date$/.test(name)) return today;
  return values[name]?.toString();
}

function pathOf({ template, path }: Example): string {
  const [place, query] = path.split('?');
  const given = place.split('/');
  const parts = template
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (valueIn(template, part.slice(1, -1)) ?? given[at]) : part));
  return parts.join('/') + (query ? `?${query}` : '');
}

/** The operations of the verb. The changes that are undone come first, before other calls change the same records. */
function operationsOf(verb: string): Operation[] {
  const found = service.app.get(Registry).operations.filter(({ declaration }) => declaration.verb === verb);
  const isUndo = ({ name }: Operation): boolean => name.startsWith('revert');
  return [...found.filter(isUndo), ...found.filter((operation) => !isUndo(operation))];
}

/** The calls that read everything about a person, from every table. */
const ofPerson = ({ paths }: Operation): boolean => paths.at(-1)!.includes('/Person');
/** The lists whose path names their parent. Other operations that read something read one record. */
const listed = (): Operation[] =>
  operationsOf('GET').filter(
    ({ name, list, paths }) =>
      list &&
      paths.at(-1)!.includes('{') &&
      (name.startsWith('list') || /^(summarize|report|read\w+History$)/.test(name)),
  );

/** The errors of a list of `rows` rows: another status than 200, too few rows, or too few turns for other calls. */
async function wrongTurnsOf({ name }: Operation, rows: number): Promise<string[]> {
  const { status, length, turns } = await service.turnsOf(name, 'GET', pathOf(examples.get(name)!), {
    step: turnLength / 8,
  });
  return [
    ...(status === 200 ? [] : [`${name} ${status}`]),
    ...(length < rows * 100 && !(name in shortAnswers) && !isShortHistory(name) ? [`${name} is short`] : []),
    ...(turns < length / 250_000 ? [`${name}: ${turns} turns for ${length} characters`] : []),
  ];
}

/** The errors of a read, as JSON and, if it is a list, as a workbook: a status of 500 or more, or too long a turn. */
async function wrongDelaysOf({ name, list }: Operation): Promise<string[]> {
  const wrong: string[] = [];
  const path = pathOf(examples.get(name)!);
  for (const one of [path, ...(list ? [path.replace(/(?=\?|$)/, '.xlsx')] : [])]) {
    let status = 0;
    const longest = await longestTurnOf(async () => ({ status } = await service.call('GET', one)), most);
    service.note(longest, `GET ${one}`);
    if (status >= 500 || longest >= most) wrong.push(`${name} ${one}: ${status}, ${longest.toFixed(0)} ms`);
  }
  return wrong;
}

/** The records of children are removed before those of their parents, which are declared first. */
const writes = (): Operation[] => [
  ...operationsOf('POST'),
  ...operationsOf('PUT'),
  ...operationsOf('DELETE').reverse(),
];
const bodiesOf = (name: string): readonly MadeBody[] =>
  name in bodies ? bodies[name] : [() => JSON.parse(examples.get(name)!.body ?? '{}') as object];
const statusesOf = (name: string): number[] => [
  200,
  name in refused ? refused[name][0] : statusOf(examples.get(name)!, Role.Administrator),
];

describe('parents with many rows', () => {
  beforeAll(() => start(worksInThread ? mostRows : mostItems), 60_000);
  afterAll(() => service.close());

  if (worksInThread)
    describe('a list with a parent at its limits', () => {
      it(`every list gives others turns while it sends ${mostRows} rows, or has a reason to be short`, async () => {
        const wrong: string[] = [];
        for (const operation of listed())
          if (!ofPerson(operation)) wrong.push(...(await wrongTurnsOf(operation, mostRows)));
        expect(wrong).toEqual([]);
      }, 300_000);

      it('each reason names a list', () => {
        const names = new Set(listed().map(({ name }) => name));
        expect(Object.keys(shortAnswers).filter((name) => !names.has(name))).toEqual([]);
      });
    });

  describe('a write at its limits', () => {
    it('every write answers, and gives others a turn between its statements and the items of its list', async () => {
      const wrong: string[] = [];
      for (const { name, declaration } of writes()) {
        if (name in notSent) continue;
        const example = examples.get(name)!;
        const lists = (declaration.request ? fieldsOf(declaration.request) : []).filter(isLong);
        for (const make of bodiesOf(name)) {
          const body = (await make()) as Record<string, unknown[] | undefined>;
          const sent = await service.turnsOf(name, declaration.verb, pathOf(example), { body });
          if (!statusesOf(name).includes(sent.status)) wrong.push(`${name} ${sent.status} ${sent.text.slice(0, 300)}`);
          if (sent.together > mostTogether) wrong.push(`${name}: ${sent.together} statements in one turn`);
          for (const { name: list, type, options } of lists) {
            const count = body[list]?.length ?? 0;
            if (count < mostItems && !(name in shortLists)) wrong.push(`${name}: ${list} has ${count} items`);
            const isBoundByItem = type.item?.record && !options.typesOnly;
            if (isBoundByItem && sent.turns < count) wrong.push(`${name}: ${sent.turns} turns for ${count} items`);
          }
        }
      }
      expect(wrong).toEqual([]);
    }, 300_000);

    it('each reason names a write', () => {
      const names = new Set(writes().map(({ name }) => name));
      const named = [bodies, wideBodies, shortLists, notSent, refused].flatMap((reasons) => Object.keys(reasons));
      expect(named.filter((name) => !names.has(name))).toEqual([]);
    });
  });

  if (worksInThread) {
    it('no read delays others by 50 ms, as JSON and, if it is a list, as a workbook', async () => {
      const wrong: string[] = [];
      for (const operation of operationsOf('GET'))
        if (!ofPerson(operation)) wrong.push(...(await wrongDelaysOf(operation)));
      expect(wrong).toEqual([]);
    }, 300_000);

    it('no write delays others by 50 ms, at 500 items and at a body of a megabyte', async () => {
      const longest = new Map<string, { name: string; time: number }>();
      const wrong: string[] = [];
      let sent = writes().filter(({ name }) => !(name in notSent));
      for (let run = 0; run < mostRuns && sent.length > 0; run++) {
        await service.close();
        await start(mostRows);
        for (const { name, declaration } of sent) {
          const path = pathOf(examples.get(name)!);
          for (const [at, make] of [...bodiesOf(name), ...(wideBodies[name] ?? [])].entries()) {
            const text = JSON.stringify(await make());
            let answer = { status: 0, text: '' };
            const time = await longestTurnOf(
              async () => (answer = await service.call(declaration.verb, path, text)),
              most,
              1,
            );
            const call = `${declaration.verb} ${path}${at > 0 ? ` (${at + 1})` : ''}`;
            if (!statusesOf(name).includes(answer.status))
              wrong.push(`${call} ${answer.status} ${answer.text.slice(0, 300)}`);
            longest.set(call, { name, time: Math.min(time, longest.get(call)?.time ?? Infinity) });
          }
        }
        // A write cannot be repeated on the same rows, so the writes up to the last one that took too long are measured
        // again on new rows.
        const slow = new Set([...longest.values()].filter(({ time }) => time >= most).map(({ name }) => name));
        sent = sent.slice(0, sent.findLastIndex(({ name }) => slow.has(name)) + 1);
      }
      for (const [call, { time }] of longest) {
        service.note(time, call);
        if (time >= most) wrong.push(`${call}: ${time.toFixed(0)} ms`);
      }
      expect(wrong).toEqual([]);
    }, 600_000);
  }
});

if (worksInThread)
  describe('a person with many rows in every table', () => {
    beforeAll(() => start(rowsOfPerson), 60_000);
    afterAll(() => service.close());

    it('no call that reads the whole person delays others by 50 ms, and its list gives others turns', async () => {
      const wrong: string[] = [];
      for (const operation of operationsOf('GET').filter(ofPerson)) {
        if (listed().includes(operation)) wrong.push(...(await wrongTurnsOf(operation, rowsOfPerson)));
        wrong.push(...(await wrongDelaysOf(operation)));
      }
      expect(wrong).toEqual([]);
    }, 300_000);

    it('the erasure of a person with many rows gives others a turn between its statements', async () => {
      const { app, parents } = service;
      const visits = sql`UPDATE checkins SET Status = 5, OpenKey = NULL WHERE CustomerId = ${guidOf(400)}`;
      await app.db.tx(() => app.db.execute(visits));
      const path = `/v1/Contacts/${parents.ContactId}/Erase`;
      const { status, together } = await service.turnsOf('erasePerson', 'POST', path, {
        body: { OwnPassword: demoPassword },
      });
      expect(status).toBe(200);
      expect(together).toBeLessThanOrEqual(mostTogether);
    }, 300_000);
  });
