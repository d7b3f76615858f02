import fc from 'fast-check';
import { LevelTable } from './level-table.js';

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

  it('returns 0 for every level and requirement of an empty table', () => {
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
