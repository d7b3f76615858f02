import Mustache from 'mustache';
import { languages } from '../../../config/settings/messages.js';
import { kindOf, kinds } from '../message-kinds.js';
import { wordings } from './default-templates.js';
import { namesIn, rendered } from './rendering.js';

const look = { language: 'en', timeZone: 'UTC' } as const;
const evil = 'http://evil.example';

describe('default wordings with an address in every value that strangers may write', () => {
  const cases = languages.flatMap((language) => kinds.map((kind) => [language, kind] as const));
  it.each(cases)('the %s mail of %s has no link and no line of a stranger', (language, kind) => {
    const fields = kindOf(kind).fields.filter((name) => name !== 'Link');
    for (const name of fields) {
      const others = Object.fromEntries(kindOf(kind).fields.map((field) => [field, 'Other']));
      const value = `\n\n${evil}\r\n\u2028${evil}/x www.evil.example\n\n`;
      const { text, html, subject, short } = rendered(wordings[language][kind], { ...others, [name]: value }, look);
      expect(html).not.toContain('href');
      const isAddress = ['Place', 'Host'].includes(name);
      for (const part of [text, html, subject, short])
        if (!isAddress) expect([name, part]).not.toEqual([name, expect.stringMatching(/:\/\/evil|evil\.example/)]);
      for (const line of text.split('\n')) expect(line).not.toMatch(/^\W*http.*example$/);
      expect(text.split('\n').length).toBe(rendered(wordings[language][kind], others, look).text.split('\n').length);
    }
  });
});

it('shows names with dots, numbers and IP addresses unchanged', () => {
  const wording = { Subject: '', Body: 'Hello [[Name]]', Short: '' };
  for (const Name of ['J.R. Smith', 'Dr. Ann St. John', '192.0.2.1', '2001:db8::1', '9.30', 'Smith & Co.'])
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
