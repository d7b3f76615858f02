import { setNamed } from './set-names.js';

it('refuses a record set of a table that the list of names lacks', () => {
  expect(setNamed('event-types')).toBe('event-types');
  expect(() => setNamed('holidays')).toThrow('src/sets/set-names.ts has no record set holidays.');
});
