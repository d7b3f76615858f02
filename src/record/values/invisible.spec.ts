import { bareEnds, hasInvisible, isVisible, withoutInvisible, withoutMarks } from './invisible.js';

it.each([
  ['  Ada  ', 'Ada'],
  ['\u200BAda\u200B', 'Ada'],
  ['\u202EAda\u202C', 'Ada'],
  ['\uFEFFAda\u00AD', 'Ada'],
  ['\u2800Ada \u2060', 'Ada'],
  ['Ada\u200E\r\n', 'Ada'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['क्\u200Dष', 'क्\u200Dष'],
  ['\u200Dक्\u200D', 'क्'],
  ['Ada ❤\uFE0F ', 'Ada ❤\uFE0F'],
  ['👩\u200D🚀', '👩\u200D🚀'],
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
  ['Ada\u{E0041}\u{E007F}', 'Ada'],
  ['\u200B\u2800 \u202E', ''],
  ['', ''],
])('takes white space and invisible characters off the ends of %j', (text, bare) => {
  expect(bareEnds(text)).toBe(bare);
});

it('takes off a million spaces within a moment', () => {
  const begun = Date.now();
  expect(bareEnds(`a${' \u200B'.repeat(500_000)}b`)).toHaveLength(1_000_002);
  expect(bareEnds(`a${' \u200B'.repeat(500_000)}`)).toBe('a');
  expect(Date.now() - begun).toBeLessThan(2000);
});

it.each(['\u200B', '\u2800', '\u202E', '\u3164', ' \u00AD ', '\u0301', '\u0001', ''])(
  'sees no visible character in %j',
  (text) => expect(isVisible(text)).toBe(false),
);

it.each(['A', '李', 'é', '7', '-', '❤\uFE0F', 'می\u200Cخواهم'])('sees a visible character in %j', (text) =>
  expect(isVisible(text)).toBe(true),
);

it('removes invisible characters within a number, and leaves joiners within an address', () => {
  expect(withoutInvisible('\u202A505\u200B-555\u2011\u00AD0142')).toBe('505-555\u20110142');
  expect(withoutMarks('\u200E12 می\u200Cخواهم\u200B St\u00AD.')).toBe('12 می\u200Cخواهم St.');
  expect([hasInvisible('a\u200Db'), hasInvisible('ab'), hasInvisible('é')]).toEqual([true, false, false]);
});
