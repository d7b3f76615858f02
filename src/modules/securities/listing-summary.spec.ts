import { LevelTable } from './level-table.js';
import { summaryOf } from './listing-summary.js';

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
