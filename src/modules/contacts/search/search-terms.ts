import { fewestDigits } from '../../../record/rules.js';
import { plain } from '../../../record/values/folded.js';
import { withoutInvisible } from '../../../record/values/invisible.js';
import { digitsOf, readPhone, type Country } from '../../../record/values/phone.js';
import type { Contact, ContactNumbers } from '../contact.entity.js';
import { cut, plainName, wordsOf } from './name-words.js';
import { wholeName, wholeNamesOf } from './whole-names.js';

/** The fields of a contact that a search compares. */
export type NamedAndReached = Pick<
  Contact,
  'Name' | 'FirstName' | 'LastName' | 'BusinessName' | 'EmailWork' | 'EmailPersonal' | 'Phone' | 'PhoneAlt'
>;
type Searched = NamedAndReached & ContactNumbers & Pick<Contact, 'DateOfBirth' | 'Deleted'>;

/** The fields of a contact from which its search terms are made. */
export const searchedFields = [
  ...['Name', 'FirstName', 'LastName', 'BusinessName', 'EmailWork', 'EmailPersonal', 'Phone', 'PhoneAlt', 'Deleted'],
  'DateOfBirth',
] as const satisfies readonly (keyof Contact)[];

/** The columns beside `searchedFields` from which search terms are made. */
export const searchedNumbers = [
  ...(['PhoneE164', 'PhoneExtension', 'PhoneAltE164', 'PhoneAltExtension'] as const),
] satisfies readonly (keyof ContactNumbers)[];

/** A search term, and the length of its common prefix with the contact's previous term. */
interface Term {
  Term: string;
  Shared: number;
}

/** A word of a search that matches exactly one term. */
export interface OneTerm {
  from: string;
  to?: undefined;
  /** Only a term whose `Shared` is smaller than this number counts as a match, so that each contact matches once. */
  shared: number;
}

/** A word of a search that matches the term `from`, or all terms from `from` to before `to`. */
export type LookUp = OneTerm | (Omit<OneTerm, 'to'> & { to: string });

export function isOneTerm(word: LookUp): word is OneTerm {
  return word.to === undefined;
}

const longestWhole = 62;
/** Groups of digits with this many digits in total may be one number with short groups. */
const digitsOfNumber = 10;
/** Maximum number of groups of a telephone number in a search. */
const mostGroups = 8;
/** A character that sorts after every character of a word. */
const last = '\u{10FFFF}';
/** First character of all terms of deleted contacts. */
export const apart = '!';
const start = '*';
const whole = '=';
const named = '@';
const born = '#';
/** The range of the terms for whole values, such as an e-mail address. Duplicates have such a term in common. */
export const wholes = { from: whole, to: `${whole}${last}` };
/** The range of the terms of a name with a birth date. */
export const births = { from: whole + born, to: `${whole}${born}${last}` };

/**
 * The search terms of a contact: prefixes of its words (`*m`, `*ma`, `*mar`); whole words that are longer or begin with
 * digits; all suffixes of three digits or more of a telephone number, in its E.164 form and as written; short whole
 * names without spaces (`@li`, `@wubo`); and, to find duplicates, whole e-mail addresses (`=ada@example.com`), E.164
 * forms (`=+15055550142`) or else digits, and the name with the birth date (`=#1967-04-12 ada lovelace`). Each term
 * of a deleted contact has a further prefix.
 */
export function termsOf(contact: Searched): Term[] {
  const words = new Set([...namesOf(contact), ...emailsOf(contact)].flatMap(wordsOf));
  const runs = digitsOfContact(contact).flatMap((digits) =>
    Array.from({ length: digits.length - fewestDigits + 1 }, (_, at) => cut(digits.slice(at))),
  );
  const before = contact.Deleted ? apart : '';
  const marked = new Set<string>();
  for (const word of words) addStarts(marked, before + start, word);
  for (const text of [...wholesOf(contact), ...bornOf(contact)]) marked.add(before + text);
  for (const name of wholeNamesOf(contact)) marked.add(before + named + name);
  const single = Array.from(marked, (Term) => ({ Term, Shared: 0 }));
  const sorted = [...new Set([...[...words].filter((word) => !isStart(word)), ...runs])].sort();
  // Leave out a word that is the beginning of the next word: a search for it finds the next word.
  const needed = sorted.filter((word, at) => at === sorted.length - 1 || !sorted[at + 1].startsWith(word));
  const terms = needed.map((word, at) => ({
    Term: before + word,
    Shared: at === 0 ? 0 : common(needed[at - 1], word),
  }));
  return [...single, ...terms];
}

/**
 * The words of a search, all of which a contact must match; an empty list if the search has neither letter nor digit.
 * With `Deleted`, the words match only deleted contacts, otherwise only contacts that are not deleted.
 */
export function lookUpsOf(search: string, country: Country, { Deleted = false } = {}): LookUp[] {
  const given = partsOf(search, country).flatMap(({ text, digits }) =>
    digits === undefined ? wordsOf(text) : [digits],
  );
  const words = [...new Set(given.map(cut))];
  const needed = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
  const before = Deleted ? apart : '';
  return needed.map((word) =>
    isStart(word)
      ? exactly(before + start + word)
      : { from: before + word, to: before + word + last, shared: word.length },
  );
}

/** A part of a search. A number has `digits`, without the country code and the extension if it is a whole number. */
interface Part {
  readonly text: string;
  readonly digits?: string;
}

/**
 * Splits a search at white space. A telephone number written in groups remains one part. If `joined`, adjacent groups
 * of digits always remain one part.
 */
function partsOf(search: string, country: Country, { joined = false } = {}): Part[] {
  const words = withoutInvisible(search).trim().split(/\s+/);
  const parts: Part[] = [];
  for (let at = 0; at < words.length;) {
    const groups = words.slice(at, at + groupsFrom(words, at));
    const [text] = groups.length > 0 ? groups : [words[at]];
    const found = startsNumber(words[at]) ? wholeNumber(words, at, groups.length, country) : undefined;
    if (found) parts.push({ text: found.text, digits: found.digits });
    else if (groups.length === 0) parts.push({ text });
    else if (joined || isOneNumber(groups)) parts.push(partial(groups.join(' ')));
    else parts.push(...groups.map(partial));
    at += found?.words ?? Math.max(1, groups.length);
  }
  return parts;
}

/** A number that is not whole. */
function partial(text: string): Part {
  return { text, digits: digitsOf(text).replace(/^00/, '') };
}

/** The number of adjacent groups of digits from `at` on. */
function groupsFrom(words: readonly string[], at: number): number {
  let count = 0;
  while (at + count < words.length && isNumber(words[at + count])) count++;
  return count;
}

/**
 * The valid telephone number that begins at `at`, with its extension: `505 555 0142 ext. 12`. The words after the
 * `groups` of digits belong to it only if they are its extension.
 */
function wholeNumber(words: readonly string[], at: number, groups: number, country: Country) {
  if (groups > mostGroups) return undefined;
  for (let count = Math.min(Math.max(groups, 1) + 2, words.length - at); count >= Math.max(groups, 1); count--) {
    const text = words.slice(at, at + count).join(' ');
    const { e164, extension, national } = readPhone(text, country);
    const isWhole = count === groups || (extension !== null && digitsOf(words[at + count - 1]).endsWith(extension));
    if (e164 !== null && isWhole) return { text, digits: national, words: count };
  }
  return undefined;
}

/**
 * Whether groups of digits form one telephone number: the first begins with `+` or `00`, or the groups have ten
 * digits or more and one of them is too short to search for. Other groups are searched for one by one.
 */
function isOneNumber(groups: readonly string[]): boolean {
  if (groups.length < 2) return false;
  const isShort = (group: string): boolean => digitsOf(group).length < fewestDigits;
  return (
    /^\D*(?:\+|00)/.test(groups[0]) || (digitsOf(groups.join('')).length >= digitsOfNumber && groups.some(isShort))
  );
}

/** The search words that find the contacts with an e-mail address or telephone number of `contact`. */
export function sameAs(contact: Searched): OneTerm[] {
  return wholesOf(contact).map(exactly);
}

/** The search word that finds the contacts with exactly this telephone number. */
export function withPhone(phone: string, country: Country): OneTerm {
  return exactly(wholeOf(comparedPhone(phone, country)));
}

/** The search word that finds the contacts with exactly this e-mail address. */
export function withMail(mail: string): OneTerm {
  return exactly(wholeOf(addressOf(mail)));
}

/** The search word that finds the contacts with exactly this name (`wholeNamesOf`), with or without spaces. */
export function withName(name: string): OneTerm {
  return exactly(named + wholeName(name));
}

/** The form by which two telephone numbers are compared: the E.164 form, or the digits if the number is not valid. */
function comparedPhone(phone: string, country: Country): string {
  const { e164, digits } = readPhone(phone, country);
  return e164 ?? digits;
}

/**
 * A check of the contacts that a search has found, for a caller who must not read telephone numbers and e-mail
 * addresses. A number matches as a whole or by its last digits, which the caller sees; an address matches as a whole.
 * With other parts, the caller could find out a number digit by digit.
 */
export function matchOf(search: string, endingDigits: number, country: Country): (contact: NamedAndReached) => boolean {
  const ways = [partsOf(search, country), partsOf(search, country, { joined: true })];
  return (contact) => {
    const names = namesOf(contact).flatMap(wordsOf);
    const emails = emailsOf(contact).map(addressOf);
    const isPhone = ({ text, digits }: Part): boolean =>
      digits !== undefined &&
      numbersOf(contact).some((phone) => {
        const whole = comparedPhone(phone, country);
        return whole === comparedPhone(text, country) || (digits.length <= endingDigits && whole.endsWith(digits));
      });
    const isMatch = (part: Part): boolean =>
      isPhone(part) ||
      emails.includes(addressOf(part.text)) ||
      wordsOf(part.text).every((word) => names.some((name) => name.startsWith(word)));
    return ways.some((parts) => parts.every(isMatch));
  };
}

export function endingOf(phone: string, digits: number, country: Country): string {
  return readPhone(phone, country).digits.slice(-digits);
}

function exactly(term: string): OneTerm {
  return { from: term, shared: 1 };
}

/**
 * Whether the whole word is a prefix term. The contacts of one term are stored in the order of names, so that a search
 * for the word needs no sort.
 */
function isStart(word: string): boolean {
  const most = longestStart(word);
  return word.length <= most || [...word].length <= most;
}

/** Length of the longest prefix that is a term. Three or more digits match all terms that begin with them. */
function longestStart(word: string): number {
  return /^\p{L}/u.test(word) ? 12 : 2;
}

/** Adds the prefix terms of a word to `terms`. */
function addStarts(terms: Set<string>, before: string, word: string): void {
  let left = longestStart(word);
  let text = before;
  for (const character of word) {
    if (left-- === 0) return;
    terms.add((text += character));
  }
}

function namesOf({ Name, FirstName, LastName, BusinessName }: NamedAndReached): string[] {
  return [Name, FirstName, LastName, BusinessName].filter((name): name is string => Boolean(name));
}

function numbersOf({ Phone, PhoneAlt }: NamedAndReached): string[] {
  return [Phone, PhoneAlt].map((phone) => phone ?? '');
}

function wholesOf(contact: Searched): string[] {
  const phones = phonesOf(contact).map(({ e164, digits }) => e164 ?? digits);
  return [...emailsOf(contact).map(addressOf), ...phones.filter(isLong)].map(wholeOf);
}

/** A list with the term of the contact's Name and DateOfBirth; an empty list if one of them is missing. */
function bornOf({ Name, DateOfBirth }: Searched): string[] {
  return Name && DateOfBirth ? [wholeOf(`${born}${DateOfBirth.slice(0, 10)} ${plainName(Name.trim())}`)] : [];
}

function wholeOf(text: string): string {
  return whole + (text.length <= longestWhole ? text : [...text].slice(0, longestWhole).join(''));
}

function emailsOf({ EmailWork, EmailPersonal }: NamedAndReached): string[] {
  return [EmailWork, EmailPersonal].filter((email): email is string => Boolean(email?.trim()));
}

/** The telephone numbers of a contact as its row stores them. `digits` are those of the text without the extension. */
function phonesOf(contact: Searched): { e164: string | null; extension: string | null; digits: string }[] {
  const { PhoneE164, PhoneExtension, PhoneAltE164, PhoneAltExtension } = contact;
  const forms = [
    [PhoneE164, PhoneExtension],
    [PhoneAltE164, PhoneAltExtension],
  ];
  return numbersOf(contact).map((written, at) => {
    const [e164 = null, extension = null] = forms[at];
    const all = digitsOf(written);
    const isLast = extension !== null && all.endsWith(extension);
    return { e164, extension, digits: isLast ? all.slice(0, -extension.length) : all };
  });
}

/** The digits by which telephone numbers are found: in E.164 form, as written, and those of the extension. */
function digitsOfContact(contact: Searched): string[] {
  return phonesOf(contact)
    .flatMap(({ e164, extension, digits }) => [e164?.slice(1) ?? '', digits, extension ?? ''])
    .filter(isLong);
}

function isLong({ length }: string): boolean {
  return length >= fewestDigits;
}

function addressOf(email: string): string {
  return plain(email.trim());
}

/** Whether the text is a telephone number without spaces, or a part of one. */
function isNumber(text: string): boolean {
  return /^[+()./\p{Pd}]*\p{Nd}[\p{Nd}()./\p{Pd}]*,?$/u.test(text);
}

function startsNumber(word: string): boolean {
  return /^[+(]*\p{Nd}/u.test(word);
}

function common(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
