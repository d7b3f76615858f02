import { judge, type Entry, type Outcome } from './ledger.js';

const entry = (outcome: Outcome, effects: number, audits = effects): Entry => ({ outcome, status: 0, effects, audits });

it.each([
  ['ok', 1],
  ['failed', 0],
  ['unknown', 0],
  ['unknown', 1],
] as const)('a write that is %s may be stored %d times', (outcome, effects) => {
  expect(judge([entry(outcome, effects)])).toEqual({ lost: [], doubled: [], broken: [] });
});

it.each([
  ['ok', 0, 0, 'lost'],
  ['ok', 2, 2, 'doubled'],
  ['unknown', 2, 2, 'doubled'],
  ['failed', 1, 1, 'broken'],
  ['ok', 1, 0, 'broken'],
  ['ok', 1, 2, 'broken'],
  ['unknown', 0, 1, 'broken'],
] as const)(
  'a write that is %s, stored %d times, %d times in the audit, is %s',
  (outcome, effects, audits, verdict) => {
    const nothing = { lost: [], doubled: [], broken: [] };
    expect(judge([entry(outcome, effects, audits)])).toEqual({
      ...nothing,
      [verdict]: [expect.stringContaining('write 0')],
    });
  },
);
