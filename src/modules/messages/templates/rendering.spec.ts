import Mustache from 'mustache';
import { languages } from '../../../config/settings/messages.js';
import { kindOf, kinds } from '../message-kinds.js';
import { wordings } from './default-templates.js';
import { namesIn, rendered } from './rendering.js';

const look = { language: 'en', timeZone: 'UTC' } as const;
const evil = 'http://evil.example';

/** Values that mail programs or telephones would show as links. */
const attacks = [
  `\n\n${evil}\r\n\u2028${evil}/x www.evil.example\n\n`,
  evil,
  'HTTPS://EVIL.EXAMPLE:443/x',
  'evil.example',
  'cafe\u0301.example and evil\u200d.example, a-.example',
  'mallory@evil.example',
  't.co/x t.co:443 t.co?x T.CO/x',
  'x.example',
  'evil。example evil｡example/x evil．EXAMPLE',
  '192.0.2.1/x 192.0.2.1:8080',
  '[evil](http://evil.example) <b href="http://evil.example">evil</b>',
];
/** What mail programs and telephones show as a link. */
const linked = new RegExp(
  String.raw`://|[\p{L}\p{M}\p{N}\p{Cf}-]{2}\.\p{L}{2}|[\p{L}\p{N}]\.(?:\p{Ll}{2}|\p{L}{2,}[/:?#])` +
    String.raw`|[a-z][。．｡][A-Za-z]{2}|\d\.\d+\.\d+\.\d+[/:]`,
  'u',
);
/** Values that are addresses, or that the agent of an appointment may write as addresses. */
const addresses = ['Link', 'Place', 'Host'];

const alone = (name: string) => ({ Subject: `[[${name}]]`, Body: `Hello\n\n[[${name}]]\n\nBye`, Short: `[[${name}]]` });

const booked = ['AppointmentMade', 'AppointmentTomorrow', 'AppointmentMoved'] as const;
describe.each(languages)('the %s text message about an appointment', (language) => {
  const shortOf = (kind: (typeof booked)[number], more: object): string =>
    rendered(wordings[language][kind], { Agent: 'Ada', Start: '2027-03-02T09:00:00.0000000', ...more }, look).short;

  it.each(booked)('%s has the code and the link of a booking', (kind) => {
    const booking = { Line: 'Claims', Code: 'Y233ZEMF', Link: 'https://example.test/booking/1' };
    expect(shortOf(kind, booking)).toMatch(/: Y233ZEMF\. https:\/\/example\.test\/booking\/1$/);
    expect(shortOf(kind, {})).toMatch(/[^:]\.$/);
  });
});

describe('wordings with an address in every value that strangers may write', () => {
  const cases = languages.flatMap((language) => kinds.map((kind) => [language, kind] as const));
  it.each(cases)('the %s message of %s has no link and no line that a stranger wrote', (language, kind) => {
    const wording = wordings[language][kind];
    const { fields } = kindOf(kind);
    const others = Object.fromEntries(fields.map((field) => [field, 'Other']));
    const lines = (text: string): number => text.split('\n').length;
    for (const name of fields.filter((field) => field !== 'Link'))
      for (const attack of attacks) {
        const { text, html, subject, short } = rendered(wording, { ...others, [name]: attack }, look);
        expect(html).not.toContain('<a ');
        expect(lines(text)).toBe(lines(rendered(wording, others, look).text));
        expect(text.split('\n')).not.toContain(rendered(alone(name), { [name]: attack }, look).subject);
        if (addresses.includes(name)) continue;
        for (const part of [text, html, subject, short])
          expect([name, part]).not.toEqual([name, expect.stringMatching(linked)]);
      }
  });

  it.each(kinds)('a wording of %s that shows each value alone on a line makes no link of it', (kind) => {
    for (const name of kindOf(kind).fields.filter((field) => !addresses.includes(field)))
      for (const attack of attacks) {
        const { text, html, subject, short } = rendered(alone(name), { [name]: attack }, look);
        expect(html).not.toContain('<a ');
        for (const part of [text, subject, short]) expect(part).not.toMatch(linked);
        expect(text.split('\n')).toHaveLength(6);
      }
  });
});

it('shows names with dots, numbers and IP addresses unchanged', () => {
  const wording = { Subject: '', Body: 'Hello [[Name]]', Short: '' };
  for (const Name of [
    'J.R. Smith',
    'J.Smith',
    'Dr. Ann St. John',
    '192.0.2.1',
    '2001:db8::1',
    '9.30',
    'Smith & Co.',
    '你好。我是李',
  ])
    expect(rendered(wording, { Name }, look).text).toBe(`Hello ${Name}\n`);
});

it('ends a mail with its sender, before the unsubscribe link', () => {
  const wording = { Subject: 'Hi', Body: 'Hello', Short: 'Hello' };
  const unsubscribe = { words: 'No more:', url: 'https://agency.example/u' };
  const { text, html, short } = rendered(wording, {}, { ...look, sender: 'Smith & Sons', unsubscribe });
  expect(text).toBe('Hello\n\nSmith & Sons\n\nNo more: https://agency.example/u\n');
  expect(html).toMatch(/Hello\s*<\/p>\s*<p>Smith &amp; Sons<\/p>\s*<p><small>No more/);
  expect(short).toBe('Hello');
});

it('keeps no wording in a cache of Mustache', () => {
  const cached = jest.spyOn(Mustache.Writer.prototype, 'parse');
  rendered({ Subject: '[[Name]]', Body: 'Preview [[Name]]', Short: '' }, { Name: 'Ada' }, look);
  namesIn('Another [[Name]]');
  const users = new Set(cached.mock.contexts.filter((_, at) => cached.mock.calls[at][1]?.[0] === '[['));
  expect(users.size).toBe(1);
  for (const user of users) expect(user).toHaveProperty('templateCache', undefined);
  cached.mockRestore();
});
