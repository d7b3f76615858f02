import Mustache from 'mustache';
import type { Language } from '../../../config/settings/messages.js';
import { toDate } from '../../../record/values/datetime.js';
import type { Values } from '../message-kinds.js';
import type { Wording } from './default-templates.js';

/** The text of a message, ready to send. */
export interface Rendered {
  subject: string;
  text: string;
  html: string;
  /** The content of the text message. */
  short: string;
}

interface Look {
  language: Language;
  timeZone: string;
  /** The name at the end of the mail; '' for none. */
  sender?: string;
  /** The unsubscribe link in the last line of the mail. */
  unsubscribe?: { words: string; url: string };
}

const page = `<!doctype html>
<html lang="{{language}}"><head><meta charset="utf-8"><title>{{subject}}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
{{#paragraphs}}<p>
{{#lines}}{{#link}}<a href="{{link}}">{{link}}</a>{{/link}}{{text}}{{^last}}<br>{{/last}}
{{/lines}}</p>
{{/paragraphs}}{{#sender}}<p>{{sender}}</p>
{{/sender}}{{#unsubscribe}}<p><small>{{words}} <a href="{{url}}">{{url}}</a></small></p>
{{/unsubscribe}}</body></html>
`;

/** The delimiters of the tags in wordings. Postman would replace `{{Name}}` by a Postman variable. */
const tags: [string, string] = ['[[', ']]'];
const stored = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/;
const asAddress = /^https?:\/\/\S+$/;
/** Values that the service, or the agent of an appointment, writes as addresses. */
const addresses = ['Link', 'Place', 'Host'];

/** Has no cache, because the one of Mustache keeps each wording that was ever previewed. */
class UncachedWriter extends Mustache.Writer {
  readonly templateCache = undefined;
}

const writer = new UncachedWriter();

/**
 * Fills a wording with values. Values are escaped in the HTML; the subject and the text message are one line. Strangers
 * write some values, so each value is one line, and mail programs find no address in it, except those in `addresses`.
 */
export function rendered(wording: Wording, values: Values, look: Look): Rendered {
  const { language, timeZone, sender = '', unsubscribe } = look;
  const shown: unknown = Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownAs(name, value, language, timeZone)])),
  );
  const plain = (template: string): string => writer.render(template, shown, undefined, { escape: String, tags });
  const subject = oneLine(plain(wording.Subject));
  const body = plain(wording.Body).trim();
  const paragraphs = body.split(/\n\s*\n/).map((paragraph) => ({ lines: linesOf(paragraph) }));
  return {
    subject,
    text: `${body}\n${sender && `\n${sender}\n`}${unsubscribe ? `\n${unsubscribe.words} ${unsubscribe.url}\n` : ''}`,
    html: Mustache.render(page, { language, subject, paragraphs, sender, unsubscribe }),
    short: oneLine(plain(wording.Short)),
  };
}

/**
 * The names of the values in a template; undefined if its tags do not match, or if a tag is not of the form `[[Name]]`,
 * `[[#Name]]`, `[[^Name]]` or `[[/Name]]`.
 */
export function namesIn(template: string): string[] | undefined {
  try {
    return namesOf(writer.parse(template, tags) as Token[]);
  } catch {
    return undefined;
  }
}

/** A part of a template, as Mustache parses it. `start` and `end` are its place in the template. */
type Token = [kind: string, name: string, start: number, end: number, parts?: Token[] | string, closed?: number];

function namesOf(tokens: readonly Token[]): string[] | undefined {
  const names: string[] = [];
  for (const [kind, name, , , parts] of tokens) {
    if (kind === 'text') continue;
    if (!['name', '#', '^'].includes(kind)) return undefined;
    const inside = Array.isArray(parts) ? namesOf(parts) : [];
    if (!inside) return undefined;
    names.push(name, ...inside);
  }
  return names;
}

function linesOf(paragraph: string) {
  const lines = paragraph.split('\n').map((line) => line.trim());
  return lines.map((line, at) => ({
    ...(asAddress.test(line) ? { link: line, text: '' } : { link: '', text: line }),
    last: at === lines.length - 1,
  }));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function shownAs(name: string, value: string, language: Language, timeZone: string): string {
  if (!stored.test(value)) return addresses.includes(name) ? oneLine(value) : withoutAddresses(oneLine(value));
  const form = { timeZone, dateStyle: 'full', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-US', form).format(toDate(value));
}

/**
 * A dot between two names of a host, or in an IPv4 address with a path or a port. After a single letter, as in
 * `J.Smith`, the next name must be in lower case, or a path, a port or a query must follow it, as in `T.CO/x`. The wide
 * dots count as dots in a host, but end sentences in Chinese and Japanese.
 */
const hostDot = new RegExp(
  [
    String.raw`(?<=[\p{L}\p{M}\p{N}\p{Cf}-]{2})\.(?=\p{L}{2})`,
    String.raw`(?<=[\p{L}\p{N}])\.(?=\p{Ll}{2}|\p{L}{2,}[/:?#])`,
    String.raw`(?<=[\p{L}\p{N}-])[。．｡](?=[A-Za-z]{2})`,
    String.raw`(?<=\d\.\d{1,3}\.\d{1,3})\.(?=\d{1,3}[/:?#])`,
  ].join('|'),
  'gu',
);

/** The text with `: //` and `example[.]com`, so that mail programs and telephones make no link of it. */
function withoutAddresses(text: string): string {
  return text.replaceAll('://', ': //').replaceAll(hostDot, '[.]');
}
