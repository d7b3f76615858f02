import fc from 'fast-check';
import { fromRanges, seqsOf, toRanges } from './id-ranges.js';

it('writes numbers with equal steps as ranges', () => {
  expect(toRanges([])).toBe('');
  expect(toRanges([5])).toBe('5');
  expect(toRanges([1, 2, 3, 4, 9, 12, 15, 20, 21])).toBe('1-4,9-15/3,20,21');
});

it('parses every list of numbers that it writes', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 500 })).map((list) => list.sort((a, b) => a - b));
  fc.assert(fc.property(ids, (list) => expect(seqsOf(toRanges(list))).toEqual(list)));
});

it('keeps numbers beyond 2^53 exact', () => {
  const ids = [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 5n];
  expect(toRanges(ids)).toBe('9007199254740991-9007199254740993,9007199254740997');
  expect(fromRanges(toRanges(ids))).toEqual(ids);
});
