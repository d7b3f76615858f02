import { shareOf } from './outcome.service.js';

it.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 100],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [1, 200, 1],
  [1, 201, 0],
  [29, 200, 15],
  [199, 200, 100],
  [1_000_001, 3_000_000, 33],
])('calculates the share of %d of %d answers as %d hundredths', (part, whole, hundredths) =>
  expect(shareOf(part, whole)).toBe(hundredths),
);
