import fc from 'fast-check';
import {
  addAgents,
  admin,
  app,
  clear,
  get,
  insertAll,
  start,
  summary,
} from '../../../test/support/suites/securities.js';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { store, fieldErrors } from '../../../test/support/data/rows.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { SecuritiesAdjustment, SecuritiesListing, SecuritiesPayment } from './ledger.entity.js';
import type { ListingSummary } from './securities.records.js';
import { person, seedPeople } from '../../../test/support/data/people.js';

describe('securities', () => {
  const day = (date: string): string => `${date}T00:00:00.0000000`;

  /** Stores a listing. Points and commission are whole units, not hundredths. */
  const listing = (
    AgentId: number,
    PolicyNumber: string,
    ListingDate: string,
    points: number,
    commission = 0,
    Void = false,
  ) =>
    insertAll(SecuritiesListing, [
      { AgentId, PolicyNumber, ListingDate, Points: points * 100, Commission: commission * 100, Void },
    ]);
  const adjustment = (AgentId: number, AdjustmentDate: string, points: number, amount: number) =>
    insertAll(SecuritiesAdjustment, [{ AgentId, AdjustmentDate, Points: points * 100, Amount: amount * 100 }]);
  const payment = (AgentId: number, PaymentDate: string, amount: number) =>
    insertAll(SecuritiesPayment, [{ AgentId, PaymentDate, Amount: amount * 100 }]);

  beforeAll(start);
  afterAll(() => app.close());
  beforeEach(clear);

  async function workedExample(): Promise<void> {
    await store(app, 'AgentLevel', [
      { AgentId: 1, Level: 6000, EffectiveDate: day('2020-01-01') },
      { AgentId: 1, Level: 6500, EffectiveDate: day('2026-03-01') },
    ]);
    await listing(1, 'A-100', day('2025-02-10'), 2000, 1200);
    await listing(1, 'A-101', day('2025-09-15'), 6000, 3600);
    await listing(1, 'A-102', day('2026-02-03'), 5000, 3000);
    await listing(1, 'A-103', day('2026-03-20'), 4000, 2600);
    await listing(1, 'A-104', day('2026-04-11'), 3000, 1950);
    await adjustment(1, day('2026-02-20'), -1000, -600);
    await adjustment(1, day('2026-03-25'), 0, 100);
    await payment(1, day('2025-12-31'), 4800);
    await payment(1, day('2026-02-28'), 2000);
  }

  const example = {
    AgentLevel: 65,
    AgentYTDTotal: 8000,
    AgentRTotal: 14_000,
    AgentOverallTotal: 16_000,
    AgentNextLevelPrerequired: 25_000,
    AgentCurrentYTDTotal: 11_000,
    AgentCurrentRunningTotal: 17_000,
    AgentLevelCalculatedFromListingPart: 65,
    AgentRequiredBeforeNextLevel: 8000,
    AgentAdjustmentTotal: 100,
    AgentCommissionSubtotal: 2600,
    AgentBalanceForward: 400,
    AgentPoints: '4000.00',
    AgentPolicyNumbers: 'A-103',
  };

  describe('a summary of a ledger', () => {
    it('answers the summary of a worked example exact to the cent', async () => {
      await workedExample();
      expect(await summary('2026-03-01/2026-03-31')).toEqual(example);
      expect(await summary('2026-03-01T17:00:00/2026-03-31T00:00:00.0000001')).toEqual(example);
    });

    it('answers the lowest level and zeros for an agent without ledger rows', async () => {
      expect(await summary('2026-03-01/2026-03-31')).toEqual({
        ...Object.fromEntries(Object.keys(example).map((name) => [name, 0])),
        AgentLevel: 60,
        AgentLevelCalculatedFromListingPart: 60,
        AgentNextLevelPrerequired: 10_000,
        AgentRequiredBeforeNextLevel: 10_000,
        AgentPoints: '0.00',
        AgentPolicyNumbers: '',
      });
    });

    it('includes the first and the last day of the range in full', async () => {
      await listing(1, 'before', day('2026-02-28'), 1, 10);
      await listing(1, 'first', day('2026-03-01'), 2, 20);
      await listing(1, 'last', day('2026-03-31'), 4, 40);
      await listing(1, 'after', day('2026-04-01'), 8, 80);
      await payment(1, day('2026-02-28'), 1);
      await payment(1, day('2026-03-01'), 2);
      expect(await summary('2026-03-01/2026-03-31')).toMatchObject({
        AgentPoints: '6.00',
        AgentCommissionSubtotal: 60,
        AgentBalanceForward: 9,
        AgentPolicyNumbers: 'first,last',
        AgentOverallTotal: 7,
        AgentYTDTotal: 7,
        AgentCurrentYTDTotal: 15,
      });
    });

    it('adds up the year from 1 January, and the twelve months that end on the last day of the range', async () => {
      await listing(1, 'A', day('2025-12-31'), 1);
      await listing(1, 'B', day('2026-01-01'), 2);
      await listing(1, 'C', day('2025-03-31'), 4);
      await listing(1, 'D', day('2025-04-01'), 8);
      expect(await summary('2026-03-01/2026-03-31')).toMatchObject({
        AgentYTDTotal: 2,
        AgentRTotal: 11,
        AgentOverallTotal: 15,
      });
    });

    it('starts the twelve months that end on 29 February on 1 March', async () => {
      await listing(1, 'A', day('2023-02-28'), 1);
      await listing(1, 'B', day('2023-03-01'), 2);
      await listing(1, 'C', day('2024-02-29'), 4);
      expect(await summary('2024-02-29/2024-02-29')).toMatchObject({ AgentRTotal: 6, AgentPoints: '4.00' });
      expect(await summary('2024-02-28/2024-02-28')).toMatchObject({ AgentRTotal: 2, AgentPoints: '0.00' });
    });

    it('takes today from the clock and includes the whole of today', async () => {
      await listing(1, 'A', day('2026-04-30'), 1);
      await listing(1, 'B', day('2026-05-01'), 2);
      await listing(1, 'C', day('2025-05-01'), 4);
      await listing(1, 'D', day('2025-04-30'), 8);
      expect(await summary('2026-12-01/2026-12-31')).toMatchObject({
        AgentYTDTotal: 3,
        AgentCurrentYTDTotal: 1,
        AgentCurrentRunningTotal: 5,
      });
    });

    it('answers the level in force at the end of the range', async () => {
      await store(app, 'AgentLevel', [
        { AgentId: 1, Level: 6500, EffectiveDate: day('2026-03-15') },
        { AgentId: 1, Level: 7000, EffectiveDate: day('2026-04-01') },
      ]);
      const levels = { '2026-03-14': 60, '2026-03-15': 65, '2026-03-31': 65, '2026-04-01': 70 };
      for (const [end, AgentLevel] of Object.entries(levels))
        expect(await summary(`2026-03-01/${end}`)).toMatchObject({ AgentLevel });
      expect(await summary('2026-04-01/2026-04-01')).toMatchObject({
        AgentNextLevelPrerequired: 0,
        AgentRequiredBeforeNextLevel: 0,
      });
    });

    it('calculates the level from listings only', async () => {
      await listing(1, 'A', day('2026-03-01'), 9999);
      await adjustment(1, day('2026-03-02'), 5000, 0);
      expect(await summary('2026-03-01/2026-03-31')).toMatchObject({
        AgentRTotal: 14_999,
        AgentLevelCalculatedFromListingPart: 60,
      });
      await listing(1, 'A', day('2026-03-03'), 1);
      expect(await summary('2026-03-01/2026-03-31')).toMatchObject({ AgentLevelCalculatedFromListingPart: 65 });
    });

    it('ignores void listings in every sum of a summary', async () => {
      await workedExample();
      await listing(1, 'A-900', day('2026-03-02'), 50_000, 9999, true);
      await listing(1, 'A-901', day('2025-01-02'), 50_000, 9999, true);
      expect(await summary('2026-03-01/2026-03-31')).toEqual(example);
    });

    it('lists each policy once, by the date of its first listing', async () => {
      await listing(1, 'B', day('2026-03-02'), 1);
      await listing(1, 'A', day('2026-03-03'), 1);
      await listing(1, 'B', day('2026-03-04'), -1);
      await listing(1, '', day('2026-03-01'), 1);
      await listing(1, 'C', day('2026-03-01'), 1);
      await listing(1, 'A', day('2026-02-01'), 1);
      expect(await summary('2026-03-01/2026-03-31')).toMatchObject({ AgentPolicyNumbers: 'C,B,A' });
    });
  });

  describe('the agents whose ledgers are summed up', () => {
    it("sums up the ledger of the caller's own agent, or of an agent in scope", async () => {
      await listing(2, 'two', day('2026-03-02'), 2);
      await listing(3, 'three', day('2026-03-02'), 3);
      const { body } = await get('2026-03-01/2026-03-31').expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ AgentIds: '1' });
      expect(await summary('2026-03-01/2026-03-31/2')).toMatchObject({ AgentPolicyNumbers: 'two' });
      await get('2026-03-01/2026-03-31/3').expect(403);
      await get('2026-03-01/2026-03-31/99').expect(404);
      await get('2026-03-01/2026-03-31', await app.as('Worker')).expect(403);
      expect(await summary('2026-03-01/2026-03-31/3', admin)).toMatchObject({ AgentPolicyNumbers: 'three' });
      const unlinked = await get('2026-03-01/2026-03-31', await app.as('Agent')).expect(200);
      expect(unlinked.body.ListingSummary).toEqual([]);
      const ownOfAdmin = await get('2026-03-01/2026-03-31', await app.as('Administrator', 4)).expect(200);
      expect(ownOfAdmin.body.ResponseStatus.Meta).toEqual({ AgentIds: '4' });
    });

    it('sums up every agent with ledger rows for an Administrator without an agent', async () => {
      await payment(3, day('2020-01-01'), 3);
      await adjustment(2, day('2030-01-01'), 2, 2);
      await listing(1, 'one', day('2026-03-02'), 1);
      await listing(4, 'void', day('2026-03-02'), 1, 1, true);
      await store(app, 'AgentLevel', [{ AgentId: 4, Level: 6500, EffectiveDate: day('2020-01-01') }]);
      const { body } = await get('2026-03-01/2026-03-31', admin).expect(200);
      expect(body.ResponseStatus.Meta).toEqual({ AgentIds: '1,2,3' });
      expect(body.ListingSummary.map((row: ListingSummary) => row.AgentPoints)).toEqual(['1.00', '0.00', '0.00']);
      const sorted = await get(
        '2026-03-01/2026-03-31?orderBy=AgentBalanceForward&orderByDesc=AgentPoints&take=2',
        admin,
      ).expect(200);
      expect(sorted.body.ListingSummary.map((row: ListingSummary) => row.AgentBalanceForward)).toEqual([-3, 0]);
      expect(sorted.body.ResponseStatus.Meta).toEqual({ AgentIds: '3,1' });
      expect(sorted.headers['x-agent-ids']).toBe('3,1');
      const csv = await get('2026-03-01/2026-03-31.csv?orderByDesc=AgentPoints&fields=AgentPoints', admin).expect(200);
      expect(csv.text).toBe('AgentPoints\r\n1.00\r\n0.00\r\n0.00\r\n');
      expect(csv.headers['x-agent-ids']).toBe('1,2,3');
    });

    it('leaves the header X-Agent-Ids out if it would be too long for proxies', async () => {
      const many = Array.from({ length: 500 }, (_, index) => ({ AgentId: 10_000 + index, AgentName: 'Many' }));
      await addAgents(many);
      await insertAll(
        SecuritiesPayment,
        many.map(({ AgentId }) => ({ AgentId, PaymentDate: day('2026-03-01'), Amount: 1 })),
      );
      const all = await get('2026-03-01/2026-03-31', admin).expect(200);
      expect(all.headers).not.toHaveProperty('x-agent-ids');
      expect(all.body.ResponseStatus.Meta.AgentIds.split(',')).toHaveLength(500);
      const page = await get('2026-03-01/2026-03-31.csv?skip=300&take=300', admin).expect(200);
      expect(page.headers['x-agent-ids']).toBe(all.body.ResponseStatus.Meta.AgentIds.split(',').slice(300).join(','));
    });

    it('runs the same number of queries for any number of agents', async () => {
      // Stop the jobs, whose queries would be counted too.
      await app.get(JobsService).onModuleDestroy();
      const queries = async (): Promise<number> => {
        const spies = [jest.spyOn(app.db, 'rows'), jest.spyOn(app.db, 'all')];
        await get('2026-03-01/2026-03-31', admin).expect(200);
        const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
        for (const spy of spies) spy.mockRestore();
        return calls;
      };
      await queries();
      const none = await queries();
      for (const AgentId of [1, 2, 3, 4]) await listing(AgentId, 'A', day('2026-03-02'), 1);
      expect(await queries()).toBe(none);
    });
  });

  describe('the range of a summary', () => {
    const codes = async (path: string): Promise<string[]> => {
      const { body } = await get(path).expect(400);
      return body.ResponseStatus.Errors.map(
        (error: { FieldName: string; ErrorCode: string }) => `${error.FieldName} ${error.ErrorCode}`,
      );
    };

    it('rejects a range that ends before it starts or is longer than ten years', async () => {
      expect(await codes('2026-03-02/2026-03-01')).toEqual(['ParamEndDate GreaterThanOrEqual']);
      await get('2026-03-01T23:00:00/2026-03-01T01:00:00').expect(200);
      await get('2016-03-01/2026-03-01').expect(200);
      expect(await codes('2016-03-01/2026-03-02')).toEqual(['ParamEndDate InclusiveBetween']);
      await get('9999-01-01/9999-12-31').expect(200);
      expect((await codes('0001-01-01/yesterday')).sort()).toEqual(['ParamEndDate Invalid', 'ParamStartDate NotEmpty']);
    });
  });

  describe('a summary with a TIME_ZONE', () => {
    let abroad: TestApp;
    beforeAll(async () => {
      // In Berlin it is already 1 May.
      abroad = await startApp({ CLOCK: '2026-04-30T22:30:00', TIME_ZONE: 'Europe/Berlin' });
      await store(abroad, 'Agent', [{ AgentId: 1, AgentName: 'Own' }]);
      const listed = (PolicyNumber: string, ListingDate: string) => ({
        AgentId: 1,
        PolicyNumber,
        ListingDate,
        Points: 100,
      });
      await abroad.db.tx(() =>
        abroad.db.insertAll(SecuritiesListing, [
          listed('before', day('2026-02-28')),
          listed('first', day('2026-03-01')),
          listed('last', day('2026-03-31')),
          listed('after', day('2026-04-01')),
          listed('May', day('2026-05-01')),
        ]),
      );
    });
    afterAll(() => abroad.close());

    it.each(['2026-03-01/2026-03-31', '2026-03-01T00:00:00%2B14:00/2026-03-31T23:30:00-05:00'])(
      'sums up the days %s as they were sent, and the year up to today in TIME_ZONE',
      async (range) => {
        const who = await abroad.as('Agent', 1);
        const { body } = await abroad.http.get(`/v1/SecuritiesSummary/DateRange/${range}`).set(who).expect(200);
        expect(body.ListingSummary).toMatchObject([
          { AgentPolicyNumbers: 'first,last', AgentOverallTotal: 3, AgentCurrentYTDTotal: 5 },
        ]);
      },
    );
  });
});

describe('sums', () => {
  beforeAll(start);
  afterAll(() => app.close());
  beforeEach(clear);

  /** A second implementation of all rules for sums, which adds up row by row and counts days as numbers. */
  function naive(ledger: Ledger, start: number, end: number): Partial<ListingSummary> {
    const listings = ledger.listings.filter(({ isVoid }) => !isVoid);
    const points = [...listings, ...ledger.adjustments];
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0) / 100;
    const within = <T extends { day: number }>(rows: T[], from: number, to: number): T[] =>
      rows.filter(({ day }) => day >= from && day <= to);
    const pointsIn = (from: number, to: number): number => sum(within(points, from, to).map((row) => row.points));
    const yearStart = (day: number): number => dayNumber(`${dayText(day).slice(0, 4)}-01-01`);
    const running = (day: number): number => {
      const [year, rest] = [Number(dayText(day).slice(0, 4)) - 1, dayText(day).slice(4)];
      return dayNumber(`${year}${rest === '-02-29' ? '-02-28' : rest}`) + 1;
    };
    const before = <T extends { day: number }>(rows: T[]): T[] => rows.filter(({ day }) => day < start);
    const ordered = [...within(listings, start, end)].sort((a, b) => a.day - b.day);
    return {
      AgentYTDTotal: pointsIn(yearStart(end), end),
      AgentRTotal: pointsIn(running(end), end),
      AgentOverallTotal: pointsIn(-Infinity, end),
      AgentCurrentYTDTotal: pointsIn(yearStart(today), today),
      AgentCurrentRunningTotal: pointsIn(running(today), today),
      AgentAdjustmentTotal: sum(within(ledger.adjustments, start, end).map(({ money }) => money)),
      AgentCommissionSubtotal: sum(within(listings, start, end).map(({ money }) => money)),
      AgentBalanceForward: sum([
        ...before(listings).map(({ money }) => money),
        ...before(ledger.adjustments).map(({ money }) => money),
        ...before(ledger.payments).map(({ money }) => -money),
      ]),
      AgentPoints: pointsIn(start, end).toFixed(2),
      AgentPolicyNumbers: [...new Set(ordered.map(({ policy }) => policy))].join(','),
    };
  }

  interface Entry {
    day: number;
    points: number;
    money: number;
  }
  interface Ledger {
    listings: (Entry & { policy: string; isVoid: boolean })[];
    adjustments: Entry[];
    payments: Entry[];
  }

  const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const today = dayNumber('2026-04-30');

  describe('the sums of a summary', () => {
    const day = fc.integer({ min: dayNumber('2023-01-01'), max: dayNumber('2026-06-30') });
    const [points, money] = [fc.integer({ min: -500_000, max: 500_000 }), fc.integer({ min: -99_999, max: 99_999 })];
    const entry = { day, points, money };
    const ledgers: fc.Arbitrary<Ledger> = fc.record({
      listings: fc.array(fc.record({ ...entry, policy: fc.constantFrom('A', 'B', 'C', 'D'), isVoid: fc.boolean() }), {
        maxLength: 12,
      }),
      adjustments: fc.array(fc.record(entry), { maxLength: 6 }),
      payments: fc.array(fc.record(entry), { maxLength: 6 }),
    });
    const leapDays = fc.constantFrom(dayNumber('2024-02-29'), dayNumber('2025-02-28'), dayNumber('2024-12-31'));

    it('calculates the same sums as a row-by-row model', async () => {
      let agentId = 100;
      await fc.assert(
        fc.asyncProperty(ledgers, day, fc.oneof(day, leapDays), async (ledger, one, other) => {
          const [start, end] = one < other ? [one, other] : [other, one];
          const AgentId = agentId++;
          const dated = (number: number): string => `${dayText(number)}T00:00:00.0000000`;
          await addAgents([{ AgentId, AgentName: `Agent ${AgentId}` }]);
          await insertAll(
            SecuritiesListing,
            ledger.listings.map(
              ({ day: on, points: Points, money: Commission, policy: PolicyNumber, isVoid: Void }) => ({
                ...{ AgentId, ListingDate: dated(on), Points, Commission, PolicyNumber, Void },
              }),
            ),
          );
          await insertAll(
            SecuritiesAdjustment,
            ledger.adjustments.map(({ day: on, points: Points, money: Amount }) => {
              return { AgentId, AdjustmentDate: dated(on), Points, Amount };
            }),
          );
          await insertAll(
            SecuritiesPayment,
            ledger.payments.map(({ day: on, money: Amount }) => ({ AgentId, PaymentDate: dated(on), Amount })),
          );
          expect(await summary(`${dayText(start)}/${dayText(end)}/${AgentId}`, admin)).toMatchObject(
            naive(ledger, start, end),
          );
        }),
        { numRuns: 40 },
      );
    });
  });
});

describe('branch summary', () => {
  const { own, below, other } = person;

  let app: TestApp;
  let agent: { Authorization: string };

  beforeAll(async () => {
    app = await startApp({ CLOCK: '2026-04-30T12:00:00.0000000' });
    await seedPeople(app);
    await store(app, 'SecuritiesLevel', [{ Level: 600_000, RequiredPoints: 0 }]);
    await store(app, 'SecuritiesListing', [
      {
        AgentId: below,
        PolicyNumber: 'A-1',
        ListingDate: '2026-03-02T00:00:00.0000000',
        Points: 10_000,
        Commission: 600_000,
      },
      {
        AgentId: other,
        PolicyNumber: 'B-1',
        ListingDate: '2026-03-03T00:00:00.0000000',
        Points: 20_000,
        Commission: 0,
      },
    ]);
    agent = await app.as('Agent', own);
  });
  afterAll(() => app.close());

  const branch = (path: string, who: { Authorization: string }) =>
    app.http.get(`/v1/SecuritiesSummary/Branch/${path}`).set(who);

  it("answers one row for each agent in scope with ledger rows, with the agent's name", async () => {
    const { body } = await branch('2026-03-01/2026-03-31', agent).expect(200);
    expect(body.ListingSummary).toMatchObject([{ AgentId: below, AgentName: 'Below', AgentPolicyNumbers: 'A-1' }]);
    expect(Object.keys(body.ListingSummary[0]).slice(0, 3)).toEqual(['AgentId', 'AgentName', 'AgentLevel']);
    const one = await app.http.get(`/v1/SecuritiesSummary/DateRange/2026-03-01/2026-03-31/${below}`).set(agent);
    const { AgentId: _, AgentName: _name, ...summary } = body.ListingSummary[0];
    expect(summary).toEqual(one.body.ListingSummary[0]);
  });

  it('answers one row for every agent with ledger rows to an Administrator', async () => {
    const { body } = await branch('2026-03-01/2026-03-31', await app.as('Administrator')).expect(200);
    expect(body.ListingSummary.map(({ AgentId }: { AgentId: number }) => AgentId)).toEqual([below, other]);
  });

  it('rejects a range of a branch that ends before it starts or is longer than ten years', async () => {
    expect(fieldErrors(await branch('2026-03-02/2026-03-01', agent).expect(400))).toEqual([
      'ParamEndDate GreaterThanOrEqual',
    ]);
    expect(fieldErrors(await branch('2016-03-01/2026-03-02', agent).expect(400))).toEqual([
      'ParamEndDate InclusiveBetween',
    ]);
  });
});

describe('the lines of the ledgers', () => {
  const { own, below, other } = person;
  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };
  const at = (date: string): string => `${date}T00:00:00.0000000`;

  beforeAll(async () => {
    app = await startApp({ CLOCK: '2026-04-30T12:00:00Z' });
    await seedPeople(app);
    const sold = { AgentId: own, ListingDate: at('2026-03-01'), Points: 400_050, Commission: 260_025 };
    await store(app, 'SecuritiesListing', [
      { ListingId: 1, ...sold, PolicyNumber: '0042' },
      { ListingId: 2, ...sold, PolicyNumber: 'A-2', Void: true },
      { ListingId: 3, ...sold, AgentId: other, PolicyNumber: 'A-3' },
      { ListingId: 4, ...sold, PolicyNumber: 'A-4', ListingDate: at('2026-04-01') },
    ]);
    await store(app, 'SecuritiesAdjustment', [
      { AdjustmentId: 1, AgentId: below, AdjustmentDate: at('2026-03-31'), Points: -100_000, Amount: -60_000 },
    ]);
    await store(app, 'SecuritiesPayment', [
      { PaymentId: 1, AgentId: own, PaymentDate: at('2026-03-01'), Amount: '12345678901234567' },
    ]);
    agent = await app.as('Agent', own);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());

  const get = (path: string, who = agent) => app.http.get(`/v1/SecuritiesSummary/Ledger/${path}`).set(who);
  const march = '2026-03-01/2026-03-31';
  const ofOwn = { AgentId: own, AgentName: 'Own' };
  const listing = {
    ...{ Day: at('2026-03-01'), Kind: 'Listing', Id: 1, ...ofOwn, PolicyNumber: '0042', Points: 4000.5 },
    ...{ Amount: 2600.25, Void: false },
  };

  it('lists listings, adjustments and payments of the agents in scope, with exact amounts', async () => {
    const { body, text } = await get(march).expect(200);
    expect(body.Ledger).toEqual([
      listing,
      { ...listing, Kind: 'Payment', PolicyNumber: '', Points: 0, Amount: expect.any(Number) },
      {
        ...{ Day: at('2026-03-31'), Kind: 'Adjustment', Id: 1, AgentId: below, AgentName: 'Below', PolicyNumber: '' },
        ...{ Points: -1000, Amount: -600, Void: false },
      },
    ]);
    expect(text).toContain('"Amount":123456789012345.67');
    const { body: all } = await get(`${march}?Kind=Listing&fields=Id`, admin).expect(200);
    expect(all.Ledger).toEqual([{ Id: 1 }, { Id: 3 }]);
  });

  it('lists void listings only if a filter asks for them', async () => {
    expect((await get(`${march}?Void=true&fields=Id,Void`).expect(200)).body.Ledger).toEqual([{ Id: 2, Void: true }]);
  });

  it('takes list options, and comes as CSV', async () => {
    const { text } = await get(`2026-03-01/2026-04-01.csv?KindIn=Listing&orderByDesc=Day&take=1`).expect(200);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'Day,Kind,Id,AgentId,AgentName,PolicyNumber,Points,Amount,Void',
      `${at('2026-04-01')},Listing,4,${own},Own,A-4,4000.5,2600.25,false`,
    ]);
  });

  it('refuses more than ten years, and a range that ends before it starts', async () => {
    await get('2016-03-01/2026-03-01').expect(200);
    expect(fieldErrors(await get('2016-03-01/2026-03-02').expect(400))).toEqual(['To InclusiveBetween']);
    expect(fieldErrors(await get('2026-03-02/2026-03-01').expect(400))).toEqual(['To GreaterThanOrEqual']);
  });
});
