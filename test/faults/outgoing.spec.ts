import { compare } from './outgoing.js';

it.each([
  ['arrived', ['one'], ['1'], {}],
  ['is missing', ['one', 'two'], ['1'], { lost: ['two'] }],
  ['is of no stored change', [], ['1'], { baseless: ['one'] }],
  ['arrived under two ids', ['one'], ['1', '2'], { doubled: ['one'] }],
  ['arrived again with the same id', ['one'], ['1', '1'], { again: 1 }],
])('names what %s', (_, expected, ids, found) => {
  const arrivals = ids.map((id) => ({ what: 'one', id }));
  expect(compare(expected, arrivals)).toEqual({ ...{ lost: [], baseless: [], doubled: [], again: 0 }, ...found });
});
