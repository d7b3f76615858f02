import fc from 'fast-check';
import { addAgents, admin, app, clear, insertAll, start, summary } from '../../../test/support/suites/securities.js';
import { SecuritiesAdjustment, SecuritiesListing, SecuritiesPayment } from './ledger.entity.js';
import type { ListingSummary } from './securities.records.js';

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
          ledger.listings.map(({ day: on, points: Points, money: Commission, policy: PolicyNumber, isVoid: Void }) => ({
            ...{ AgentId, ListingDate: dated(on), Points, Commission, PolicyNumber, Void },
          })),
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
