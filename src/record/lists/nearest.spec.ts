import { effortOf } from '../../../test/support/time/time-of.js';
import { mostSearched, nearest, nearestOfFirst } from './nearest.js';

const known = ['ContactId', 'FirstName', 'LastName', 'LastNameContains', 'SSN'];

it('finds the name that differs in the fewest characters, in any letter case', () => {
  expect(nearest('lastname', known)).toBe('LastName');
  expect(nearest('FristName', known)).toBe('FirstName');
  expect(nearest('LastNameContain', known)).toBe('LastNameContains');
  expect(nearest('x', known)).toBe('SSN');
  expect(nearest('Name', ['ProjectID', 'ProjectName', 'Description', 'EndDate'])).toBe('ProjectName');
  expect(nearest('', ['b', 'a'])).toBe('b');
  expect(nearest('anything', [])).toBeUndefined();
});

it('searches the nearest name only for the first three wrong names', () => {
  const nearestTo = nearestOfFirst(known);
  const found = Array.from({ length: 10 }, () => nearestTo('Lastname'));
  expect(found.filter((name) => name !== undefined)).toHaveLength(mostSearched);
});

it('searches the nearest name of a megabyte as fast as that of a short name', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `Field${index}GreaterThanOrEqualTo`);
  expect(effortOf(() => nearest('x'.repeat(2 ** 20), many))).toBeLessThan(500);
});
