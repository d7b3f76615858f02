import fc from 'fast-check';
import { folded } from './folded.js';

it.each([
  ['Álvarez', 'alvarez'],
  ['A\u0301lvarez', 'alvarez'],
  ['ÖZGÜR İnce', 'ozgur ince'],
  ['Şahin', 'sahin'],
  ['김민준', '김민준'],
  ['😀 Smith', '😀 smith'],
])('folds the name %s to %s', (name, key) => {
  expect(folded(name)).toBe(key);
});

it('a folded name never has more code points than the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect([...folded(name)].length).toBeLessThanOrEqual([...name].length);
    }),
  );
});
