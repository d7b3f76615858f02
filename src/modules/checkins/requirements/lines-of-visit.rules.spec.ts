import { linesAfter } from './lines-of-visit.rules.js';

const stored = { LineId: 'b', LineIds: ['a', 'b', 'c'] };

it.each([
  ['nothing sent', {}, stored],
  ['a new line takes the place of the old one', { LineId: 'x' }, { LineId: 'x', LineIds: ['a', 'x', 'c'] }],
  ['another of its lines', { LineId: 'c' }, { LineId: 'c', LineIds: ['a', 'b', 'c'] }],
  ['lines with the present one', { LineIds: ['x', 'b'] }, { LineId: 'b', LineIds: ['x', 'b'] }],
  ['lines without the present one', { LineIds: ['x', 'y'] }, { LineId: 'x', LineIds: ['x', 'y'] }],
  ['both', { LineId: 'y', LineIds: ['x', 'y'] }, { LineId: 'y', LineIds: ['x', 'y'] }],
])('%s', (_, sent, after) => {
  expect(linesAfter(stored, sent)).toEqual(after);
});
