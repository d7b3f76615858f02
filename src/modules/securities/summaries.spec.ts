import fc from 'fast-check';
import { LevelTable, summaryOf } from './listing-summary.js';
import { periodsOf, yearsFrom } from './summary-period.js';

describe('listing summary', () => {
  const none = new LevelTable([]);
  const points = { InRange: 0, YearToDate: 0, Running: 0, Overall: 0, CurrentYearToDate: 0, CurrentRunning: 0 };

  describe('summaryOf', () => {
    it.each([
      [0, '0.00'],
      [5, '0.05'],
      [-5, '-0.05'],
      [123_456, '1234.56'],
      [-100, '-1.00'],
      ['9007199254740993', '90071992547409.93'],
    ])('writes %s hundredths of a point as %s points', (InRange, text) => {
      const listings = { ...points, InRange, Commission: 0, CommissionBefore: 0 };
      expect(summaryOf({ listings, paidBefore: 0, policies: [] }, none).AgentPoints).toBe(text);
    });

    it('adds points exactly beyond the range of a double', () => {
      const listings = { ...points, Commission: 0, CommissionBefore: '90071992547409930' };
      const { AgentBalanceForward } = summaryOf({ listings, paidBefore: '90071992547409929', policies: [] }, none);
      expect(AgentBalanceForward).toBe(0.01);
    });

    it('reports no missing points once the requirement of the next level is met', () => {
      const table = new LevelTable([
        { Level: 6000, RequiredPoints: 0 },
        { Level: 6500, RequiredPoints: 100 },
      ]);
      const listings = { ...points, CurrentRunning: 250, Commission: 0, CommissionBefore: 0 };
      expect(summaryOf({ listings, paidBefore: 0, level: 6000, policies: [] }, table)).toMatchObject({
        AgentNextLevelPrerequired: 1,
        AgentRequiredBeforeNextLevel: 0,
      });
    });
  });

  const levels = new LevelTable([
    { Level: 7000, RequiredPoints: 2_500_000 },
    { Level: 6000, RequiredPoints: 0 },
    { Level: 6500, RequiredPoints: 1_000_000 },
  ]);

  describe('LevelTable', () => {
    it.each([
      [-1n, 6000n],
      [0n, 6000n],
      [999_999n, 6000n],
      [1_000_000n, 6500n],
      [2_499_999n, 6500n],
      [2_500_000n, 7000n],
    ])('%s hundredths of a point reach level %s', (points, level) => expect(levels.reachedBy(points)).toBe(level));

    it.each([
      [5999n, 0n],
      [6000n, 1_000_000n],
      [6499n, 1_000_000n],
      [6500n, 2_500_000n],
      [7000n, 0n],
    ])('finds that the level above %s requires %s hundredths of a point', (level, required) =>
      expect(levels.requiredAbove(level)).toBe(required),
    );

    it('an empty level table has level 0 and requires 0 points', () => {
      const none = new LevelTable([]);
      expect([none.lowest, none.reachedBy(5n), none.requiredAbove(5n)]).toEqual([0n, 0n, 0n]);
    });

    it('never reaches a lower level with more points', () => {
      const rows = fc.uniqueArray(fc.record({ Level: fc.nat(100), RequiredPoints: fc.nat(1000) }), {
        selector: ({ Level }) => Level,
        maxLength: 8,
      });
      fc.assert(
        fc.property(rows, fc.nat(1200), fc.nat(1200), (table, a, b) => {
          const known = new LevelTable(table);
          const [less, more] = a < b ? [a, b] : [b, a];
          expect(known.reachedBy(BigInt(less)) <= known.reachedBy(BigInt(more))).toBe(true);
        }),
      );
    });
  });
});

describe('summary period', () => {
  const days = (from: string, to: string) => ({ from: `${from}T00:00:00.0000000`, to: `${to}T00:00:00.0000000` });

  describe('periodsOf', () => {
    it('includes the first and the last day of a range in full', () => {
      const periods = periodsOf('2026-03-01', '2026-03-31', '2026-04-30');
      expect(periods).toEqual({
        range: days('2026-03-01', '2026-03-31'),
        yearToDate: days('2026-01-01', '2026-03-31'),
        running: days('2025-04-01', '2026-03-31'),
        currentYearToDate: days('2026-01-01', '2026-04-30'),
        currentRunning: days('2025-05-01', '2026-04-30'),
      });
    });

    it.each([
      ['2024-02-29', '2023-03-01'],
      ['2025-02-28', '2024-02-29'],
      ['2024-02-28', '2023-03-01'],
      ['2025-12-31', '2025-01-01'],
      ['2026-01-01', '2025-01-02'],
      ['0001-06-30', '0001-01-01'],
    ])('starts the twelve months that end on %s on %s', (end, start) => {
      expect(periodsOf(end, end, end).running).toEqual(days(start, end));
    });
  });

  describe('yearsFrom', () => {
    it.each([
      ['2024-02-29', 1, '2025-02-28'],
      ['2024-02-29', 4, '2028-02-29'],
      ['2016-05-31', 10, '2026-05-31'],
      ['9995-01-01', 10, undefined],
      ['0001-01-01', -1, undefined],
    ])('moves %s by %i years', (day, years, expected) => expect(yearsFrom(day, years)).toBe(expected));
  });
});
