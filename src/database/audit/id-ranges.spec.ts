import fc from 'fast-check';
import { fromRanges, toRanges } from './id-ranges.js';

it('writes runs in short', () => {
  expect(toRanges([])).toBe('');
  expect(toRanges([5])).toBe('5');
  expect(toRanges([1, 2, 3, 4, 9, 12, 15, 20, 21])).toBe('1-4,9-15/3,20,21');
});

it('gives every list back', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 500 })).map((list) => list.sort((a, b) => a - b));
  fc.assert(fc.property(ids, (list) => expect(fromRanges(toRanges(list))).toEqual(list)));
});
