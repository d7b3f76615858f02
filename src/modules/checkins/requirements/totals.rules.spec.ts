import { totalCost } from './totals.rules.js';

it('sums money in hundredths', () => {
  expect(totalCost([0.1, 0.2])).toBe(0.3);
  expect(totalCost([1.005, 0])).toBe(1.01);
  expect(totalCost([19.99, 19.99, 19.99])).toBe(59.97);
  expect(totalCost([0.0000001])).toBe(0);
  expect(totalCost([])).toBe(0);
});
