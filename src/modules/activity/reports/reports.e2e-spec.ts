import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Db } from '../../../database/db.js';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addContacts, person, seedPeople } from '../../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import { monthsBetween } from './reports.rules.js';
import { ReportsService } from './reports.service.js';

type Who = { Authorization: string };

const { own, below, other } = person;
let app: TestApp;
let agent: Who;
let admin: Who;

beforeAll(async () => {
  app = await startApp({ CLOCK: '2026-03-10T12:00:00Z', TIME_ZONE: 'America/New_York' });
  await seedPeople(app);
  const last = (ContactId: number, LastContact: string | null, more: object = {}) => ({
    ...{ ContactId, AgentId: own, Name: `Contact ${ContactId}`, LastContact, ...more },
  });
  await addContacts(app, [
    // In the time zone of the service, this is the evening of 7 March: three days ago.
    last(1, '2026-03-08T03:00:00.0000000'),
    last(2, '2026-03-08T06:00:00.0000000'),
    last(3, '2026-01-01T12:00:00.0000000'),
    last(4, null),
    last(5, '2025-01-01T12:00:00.0000000', { Active: false }),
    last(6, '2025-01-01T12:00:00.0000000', { DoNotContact: true }),
    last(7, null, { DoNotContact: true }),
    last(8, '2025-01-01T12:00:00.0000000', { Deleted: true }),
    last(9, '2026-03-09T12:00:00.0000000'),
    last(11, '2026-03-09T12:00:00.0000000', { AgentId: below }),
    last(12, null, { AgentId: other }),
    last(13, '2026-03-10T13:00:00.0000000', { AgentId: null }),
  ]);
  agent = await app.as('Agent', own);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const rowsOf = async (path: string, who: Who): Promise<object[]> =>
  (await app.http.get(path).set(who).expect(200)).body.Report;

describe('the report on contacts', () => {
  const path = '/v1/Contacts/Report';
  const ofOwn = {
    ...{ AgentId: own, AgentName: 'Own', Contacts: 8, Active: 7, NeverContacted: 1 },
    // Of 68, 3, 2 and 1 days.
    NeglectedDays: 2.5,
  };
  const ofBelow = { AgentId: below, AgentName: 'Below', Contacts: 1, Active: 1, NeverContacted: 0, NeglectedDays: 1 };

  it('has a row for each agent in scope, with the median of the days since the last contact', async () => {
    expect(await rowsOf(path, agent)).toEqual([ofOwn, ofBelow]);
  });

  it('shows an Administrator all agents, and the contacts without an agent', async () => {
    expect(await rowsOf(path, admin)).toEqual([
      { AgentId: 0, AgentName: '', Contacts: 1, Active: 1, NeverContacted: 0, NeglectedDays: 0 },
      ofOwn,
      ofBelow,
      { AgentId: other, AgentName: 'Other', Contacts: 1, Active: 1, NeverContacted: 1, NeglectedDays: null },
    ]);
  });

  it('takes list options and filters, and comes as CSV', async () => {
    const { text } = await app.http.get(`${path}.csv?NeglectedDaysIsNull=false&orderByDesc=AgentId`).set(agent);
    expect(text).toBe(
      'AgentId,AgentName,Contacts,Active,NeverContacted,NeglectedDays\r\n2,Below,1,1,0,1\r\n1,Own,8,7,1,2.5\r\n',
    );
  });
});

describe('the report on activities', () => {
  const path = '/v1/Activities/Report';

  beforeAll(async () => {
    const activity = (AgentId: number | null, ContactId: number, StartDate: string, EventTypeId = 1) => ({
      ...{ AgentId, ContactId, EventTypeId, StartDate: `${StartDate}.0000000` },
    });
    await store(app, 'Activity', [
      activity(own, 1, '2026-01-31T12:00:00'),
      activity(own, 1, '2026-01-31T13:00:00'),
      activity(own, 2, '2026-01-31T14:00:00', 2),
      // In the time zone of the service, this is the evening of 31 January.
      activity(own, 3, '2026-02-01T04:59:59'),
      activity(own, 3, '2026-02-01T05:00:00'),
      activity(null, 4, '2026-02-02T12:00:00'),
      activity(other, 4, '2026-02-02T12:00:00'),
      activity(own, 8, '2026-02-02T12:00:00'),
      activity(own, 12, '2026-02-02T12:00:00'),
      activity(own, 1, '2026-03-03T12:00:00'),
    ]);
  });

  const call = { EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'Outreach' };
  const meeting = { EventTypeId: 2, EventTypeName: 'Meeting', EventCategory: 'Service' };
  const ofOwn = { AgentId: own, AgentName: 'Own' };
  const january = [
    { Month: '2026-01', ...ofOwn, ...call, Activities: 3, Contacts: 2 },
    { Month: '2026-01', ...ofOwn, ...meeting, Activities: 1, Contacts: 1 },
  ];
  const february = [
    { Month: '2026-02', AgentId: 0, AgentName: '', ...call, Activities: 1, Contacts: 1 },
    { Month: '2026-02', ...ofOwn, ...call, Activities: 1, Contacts: 1 },
    { Month: '2026-02', AgentId: other, AgentName: 'Other', ...call, Activities: 1, Contacts: 1 },
  ];

  it.each([
    ['few', 100],
    ['many', 0],
  ])('counts the activities of a range with %s by month of the time zone, agent and event type', async (_, most) => {
    app.get(ReportsService).mostDated = most;
    expect(await rowsOf(`${path}/2026-01-01/2026-02-28`, agent)).toEqual([...january, ...february]);
    expect(await rowsOf(`${path}/2026-02-01/2026-02-01`, agent)).toEqual([february[1]]);
    const [, ofAdmin] = await rowsOf(`${path}/2026-02-01/2026-02-28`, admin);
    expect(ofAdmin).toEqual({ ...february[1], Activities: 2, Contacts: 2 });
  });

  it('looks only for the contacts of the activities, if a range has few of them', async () => {
    app.get(ReportsService).mostDated = 100;
    const statements = jest.spyOn(app.get(Db), 'rows');
    await rowsOf(`${path}/2026-02-01/2026-02-01`, agent);
    const [[contacts]] = statements.mock.calls;
    expect(await app.db.all<object>(contacts)).toEqual([{ ContactId: 3 }]);
  });

  it('takes list options and filters', async () => {
    const query = 'Month=2026-02&AgentIdGreaterThanOrEqualTo=1&orderByDesc=AgentName&include=total&take=1';
    const { body } = await app.http.get(`${path}/2026-01-01/2026-03-31?${query}`).set(agent).expect(200);
    expect(body.ResponseStatus.Meta).toEqual({ Total: '2' });
    expect(body.Report).toEqual([february[1]]);
  });

  afterEach(() => jest.restoreAllMocks());
  afterEach(() =>
    app.db.tx(async () => {
      await app.db.execute(sql`DELETE FROM activities WHERE ContactId > 1000`);
      await app.db.execute(sql`DELETE FROM contacts WHERE ContactId > 1000`);
    }),
  );

  /** Adds 900 contacts with ids above 1000, each with an activity on each of the days. */
  const addMany = async (firstId: number, days: readonly string[], length = 900): Promise<void> => {
    const ids = Array.from({ length }, (_, index) => firstId + index);
    await addContacts(
      app,
      ids.map((ContactId) => ({ ContactId, AgentId: other, Name: `Contact ${ContactId}` })),
    );
    const times = days.map((day) => `${day}T12:00:00.0000000`);
    await store(
      app,
      'Activity',
      ids.flatMap((ContactId) => times.map((StartDate) => ({ AgentId: own, ContactId, EventTypeId: 1, StartDate }))),
    );
  };

  it('counts each contact of many once in a month', async () => {
    await addMany(1001, ['2025-05-01', '2025-05-02', '2025-06-01']);
    expect(await rowsOf(`${path}/2025-05-01/2025-06-30`, admin)).toEqual([
      { Month: '2025-05', ...ofOwn, ...call, Activities: 1800, Contacts: 900 },
      { Month: '2025-06', ...ofOwn, ...call, Activities: 900, Contacts: 900 },
    ]);
    expect(await rowsOf(`${path}/2025-05-01/2025-06-30`, agent)).toEqual([]);
  });

  it('other calls get turns of the event loop while a report counts many contacts', async () => {
    await addMany(2001, ['2025-08-01', '2025-08-02'], 2500);
    const reports = app.get(ReportsService);
    const everything = { isAdministrator: true } as Principal;
    // Each look at the clock finds that the turn is over, however fast the machine is.
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 20));
    for (const read of [
      async () => (await reports.contacts(everything)).open(),
      () => reports.activities(everything, '2025-08-01', '2025-08-31').open(),
    ]) {
      let turns = 0;
      const turn = (): void => {
        turns++;
        others = setImmediate(turn);
      };
      let others = setImmediate(turn);
      const { first } = await read();
      clearImmediate(others);
      expect(first).not.toEqual([]);
      expect(turns).toBeGreaterThan(5);
    }
    clock.mockRestore();
  });

  it('refuses more than 366 days, and a range that ends before it starts', async () => {
    const refused = async (range: string) => fieldErrors(await app.http.get(`${path}/${range}`).set(agent).expect(400));
    expect(await rowsOf(`${path}/2024-01-01/2024-12-31`, agent)).toEqual([]);
    expect(await rowsOf(`${path}/9999-01-01/9999-12-31`, agent)).toEqual([]);
    expect(await refused('2024-01-01/2025-01-01')).toEqual(['To InclusiveBetween']);
    expect(await refused('2024-01-02/2024-01-01')).toEqual(['To GreaterThanOrEqual']);
  });
});

it.each([
  ['2026-03-05', '2026-03-05', ['2026-03 2026-03-05 2026-03-05']],
  ['2025-12-31', '2026-01-01', ['2025-12 2025-12-31 2025-12-31', '2026-01 2026-01-01 2026-01-01']],
  [
    ...['2024-01-02', '2024-03-03'],
    ['2024-01 2024-01-02 2024-01-31', '2024-02 2024-02-01 2024-02-29', '2024-03 2024-03-01 2024-03-03'],
  ],
] as [string, string, string[]][])('divides the days from %s to %s into months', (from, to, months) => {
  expect(monthsBetween(from, to).map(({ month, first, last }) => [month, first, last].join(' '))).toEqual(months);
});
