import { waitMinutes } from './wait.rules.js';

it('shares the visits ahead out among the stations, and rounds up', () => {
  expect(waitMinutes(25, 3, 2)).toBe(38);
  expect(waitMinutes(25, 3, 0)).toBe(75);
  expect(waitMinutes(25, 0, 2)).toBe(0);
});
