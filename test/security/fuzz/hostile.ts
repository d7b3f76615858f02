import fc from 'fast-check';

/** Texts that are known to break programs. */
const texts: readonly string[] = [
  // Unicode
  ...['', ' ', '\0', 'a\0b', '\u0001', '\r\nSet-Cookie: a=b', '\ud800', '\udc00x', '\u202eabc', '\ufeff', 'İıßẞ'],
  ...['👩‍👩‍👧', 'e\u0301', 'x'.repeat(101), '😀'.repeat(3000), '\u2028', '１２', '＝1'],
  // SQL
  ...[
    "' OR '1'='1",
    "'; DROP TABLE users; --",
    '" OR ""="',
    '\\',
    "\\' OR 1=1 -- ",
    '1) UNION SELECT NULL--',
    '%',
    '_',
  ],
  ...['`', '/*', "x' AND SLEEP(5)#", "') OR randomblob(9)--", ':name', '?', '??', '$1', '@@version'],
  // spreadsheets, paths, shells, templates, pages
  ...['=1+1', '@SUM(A1)', '+1', '-1', '\t=1', '../../etc/passwd', '..\\..\\', '/etc/passwd', 'file:///etc/passwd', '.'],
  ...['..', '%s%n%x%d', '${jndi:ldap://127.0.0.1/a}', '{{7*7}}', '#{7*7}', '; id', '$(id)', '`id`', '| id', '*)(uid=*'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '<!ENTITY b SYSTEM "a">'],
  ...['(a+)+$', '[', '.*', '\\u0000', '&#0;'],
  // names of JavaScript
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'Infinity'],
  ...['true', '[object Object]', '[]', '{}', '{"a":1}'],
  // numbers, ids and days
  ...['0', '-0', '00', '1e400', '0x10', '1_000', '9223372036854775808', '-9223372036854775809', '2147483648', '0.1'],
  ...['0000-00-00', '0001-01-01', '9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59-12:00', '10000-01-01'],
  ...['2026-02-30', '2024-02-29T24:00:00', '2026-01-01T00:00:60Z', '2026-03-02T09:30:00.12345678Z', '-000001-01-01'],
  ...['/Date(253402300800000)/', '/Date(-62135596800001)/', '/Date(1e9)/', '2026-01-01T00:00:00+99:99'],
  ...['00000000-0000-0000-0000-000000000000', '{00000000000000000000000000000000}', '0'.repeat(33), ',', ',,', 'a,b'],
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...texts), weight: 4 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 12 }), weight: 1 },
);

/** Names that no record has, or that every JavaScript object has. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', '', 'Password', 'PasswordHash', 'a.b', 'a[0]'),
  hostileText,
);

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

const values: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1e400', '-1e400', '1e-400', '1.0', '1e2', '0.1', '2147483648'],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '123456789012345678901234567890.123456789'],
  ...['[]', '{}', '[[]]', '[null]', '[{}]', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'],
  ...[nested(30), nested(33), nested(5000), `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, `[${'1,'.repeat(500)}1]`],
  ...[
    `[${'{},'.repeat(500)}{}]`,
    '{"length":1e9}',
    '{"toJSON":1,"valueOf":1}',
    '{"isLosslessNumber":true,"value":"1"}',
  ],
  // Not JSON
  ...['undefined', 'NaN', "'x'", '1,', '"\u0001"', '"\\ud800"', '"\\u0000"', '01', '{"a":1,}', '"', '[', '\ufeff1'],
];

/** Text of unexpected JSON values, and of malformed JSON. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: hostileText.map((text) => JSON.stringify(text)), weight: 3 },
  { arbitrary: fc.constantFrom(...values), weight: 3 },
  { arbitrary: fc.json({ maxDepth: 3 }), weight: 1 },
);
