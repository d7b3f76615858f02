import { folded } from '../../../record/values/folded.js';
import type { Contact } from '../contact.entity.js';

/** The fields of a contact that a search compares. */
export type NamedAndReached = Pick<
  Contact,
  'Name' | 'FirstName' | 'LastName' | 'BusinessName' | 'EmailWork' | 'EmailPersonal' | 'Phone' | 'PhoneAlt'
>;
type Searched = NamedAndReached & Pick<Contact, 'DateOfBirth' | 'Deleted'>;

/** The fields of a contact from which its search terms are made, or that are stored with them. */
export const searchedFields = [
  ...['Name', 'FirstName', 'LastName', 'BusinessName', 'EmailWork', 'EmailPersonal', 'Phone', 'PhoneAlt', 'Deleted'],
  ...['DateOfBirth', 'AgentId'],
] as const satisfies readonly (keyof Contact)[];

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

const longestWord = 40;
const longestWhole = 62;
const fewestDigits = 3;
/** Number of digits of a telephone number without its country code. */
const nationalDigits = 10;
/** A character that sorts after every character of a word. */
const last = '\u{10FFFF}';
/** First character of all terms of deleted contacts. */
export const apart = '!';
const start = '*';
const whole = '=';
const born = '#';
/** The range of the terms for whole values, such as an e-mail address. Duplicates have such a term in common. */
export const wholes = { from: whole, to: `${whole}${last}` };
/** The range of the terms of a name with a birth date. */
export const births = { from: whole + born, to: `${whole}${born}${last}` };

/**
 * The search terms of a contact: prefixes of its words (`*m`, `*ma`, `*mar`); whole words that are longer or begin with
 * digits; all suffixes of a telephone number of three digits or more; and, to find duplicates, whole e-mail addresses
 * and telephone numbers (`=ada@example.com`) and the name with the birth date (`=#1967-04-12 ada lovelace`). Each term
 * of a deleted contact has a further prefix.
 */
export function termsOf(contact: Searched): Term[] {
  const words = new Set([...namesOf(contact), ...emailsOf(contact)].flatMap(wordsOf));
  const runs = phonesOf(contact).flatMap((digits) =>
    Array.from({ length: digits.length - fewestDigits + 1 }, (_, at) => cut(digits.slice(at))),
  );
  const before = contact.Deleted ? apart : '';
  const marked = new Set<string>();
  for (const word of words) addStarts(marked, before + start, word);
  for (const text of [...wholesOf(contact), ...bornOf(contact)]) marked.add(before + text);
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
export function lookUpsOf(search: string, { Deleted = false } = {}): LookUp[] {
  const given = partsOf(search).flatMap((part) => (isNumber(part) ? [nationalOf(part)] : wordsOf(part)));
  const words = [...new Set(given.map(cut))];
  const needed = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
  const before = Deleted ? apart : '';
  return needed.map((word) =>
    isStart(word)
      ? exactly(before + start + word)
      : { from: before + word, to: before + word + last, shared: word.length },
  );
}

/**
 * Splits a search at white space. A telephone number written in groups remains one part, without its country prefix. If
 * `joined`, adjacent groups of digits always remain one part, with the prefix.
 */
function partsOf(search: string, { joined = false } = {}): string[] {
  const parts: string[] = [];
  let groups: string[] = [];
  const endNumber = (): void => {
    if (joined && groups.length > 0) parts.push(groups.join(''));
    else parts.push(...(isOneNumber(groups) ? [groups.slice(isPrefix(groups[0]) ? 1 : 0).join('')] : groups));
    groups = [];
  };
  for (const part of withoutExtension(search).trim().split(/\s+/)) {
    if (isNumber(part)) groups.push(part);
    else {
      endNumber();
      parts.push(part);
    }
  }
  endNumber();
  return parts;
}

/**
 * Whether groups of digits form one telephone number: the first group is a country prefix, or the groups have ten
 * digits or more and one of them is too short to search for. Other groups are searched for one by one.
 */
function isOneNumber(groups: readonly string[]): boolean {
  if (groups.length < 2) return false;
  const isShort = (group: string): boolean => digitsOf(group).length < fewestDigits;
  return isPrefix(groups[0]) || (digitsOf(groups.join('')).length >= nationalDigits && groups.some(isShort));
}

function isPrefix(group: string): boolean {
  return /^(\+|00)\d{1,3}$/.test(group);
}

/** The search words that find the contacts with an e-mail address or telephone number of `contact`. */
export function sameAs(contact: Searched): OneTerm[] {
  return wholesOf(contact).map(exactly);
}

/** The search word that finds the contacts with exactly this telephone number. */
export function withPhone(phone: string): OneTerm {
  return exactly(wholeOf(nationalOf(phone)));
}

/**
 * A check of the contacts that a search has found, for a caller who must not read telephone numbers and e-mail
 * addresses. A number matches as a whole or by its last digits, which the caller sees; an address matches as a whole.
 * With other parts, the caller could find out a number digit by digit.
 */
export function matchOf(search: string, endingDigits: number): (contact: NamedAndReached) => boolean {
  const ways = [partsOf(search), partsOf(search, { joined: true })];
  return (contact) => {
    const names = namesOf(contact).flatMap(wordsOf);
    const phones = numbersOf(contact).map(nationalOf);
    const emails = emailsOf(contact).map((email) => plain(email.trim()));
    const isPhone = (digits: string): boolean =>
      phones.some((phone) => phone === digits || (digits.length <= endingDigits && phone.endsWith(digits)));
    const isMatch = (part: string): boolean =>
      (isNumber(part) && isPhone(nationalOf(part))) ||
      emails.includes(plain(part)) ||
      wordsOf(part).every((word) => names.some((name) => name.startsWith(word)));
    return ways.some((parts) => parts.every(isMatch));
  };
}

/** The form of a name that is used to compare names: its words in lower case without diacritics. */
export function comparedName(name: string): string {
  return wordsOf(name).join(' ');
}

export function endingOf(phone: string, digits: number): string {
  return nationalOf(phone).slice(-digits);
}

function exactly(term: string): OneTerm {
  return { from: term, shared: 1 };
}

/** The words of a text. An apostrophe does not separate words, because some people leave apostrophes out. */
function wordsOf(text: string): string[] {
  const words: string[] =
    plain(text)
      .replaceAll(/['’‘`]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(cut);
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

function wholesOf(contact: NamedAndReached): string[] {
  const phones = numbersOf(contact).map(nationalOf);
  return [...emailsOf(contact).map((email) => plain(email.trim())), ...phones.filter(isLong)].map(wholeOf);
}

/** A list with the term of the contact's Name and DateOfBirth; an empty list if one of them is missing. */
function bornOf({ Name, DateOfBirth }: Searched): string[] {
  return Name && DateOfBirth ? [wholeOf(`${born}${DateOfBirth.slice(0, 10)} ${plain(Name.trim())}`)] : [];
}

function wholeOf(text: string): string {
  return whole + (text.length <= longestWhole ? text : [...text].slice(0, longestWhole).join(''));
}

function emailsOf({ EmailWork, EmailPersonal }: NamedAndReached): string[] {
  return [EmailWork, EmailPersonal].filter((email): email is string => Boolean(email?.trim()));
}

/** The telephone numbers of `fewestDigits` digits or more, each with all its digits, including the country code. */
function phonesOf(contact: NamedAndReached): string[] {
  return numbersOf(contact).map(digitsOf).filter(isLong);
}

function isLong({ length }: string): boolean {
  return length >= fewestDigits;
}

/** The digits of a telephone number, without country code and extension. */
function nationalOf(phone: string): string {
  const digits = digitsOf(withoutExtension(phone));
  if (/^\s*\+1/.test(phone) || /^1\d{10}$/.test(digits)) return digits.slice(1);
  return /^\s*(\+|00)/.test(phone) ? digits.slice(-nationalDigits) : digits;
}

/** Removes the extension of a telephone number: `555-0142 x12` and `555-0142 ext. 12` become `555-0142`. */
function withoutExtension(phone: string): string {
  return phone.replace(/(\d)\s*(?:x|ext\.?|extension|#)\s*\d{1,6}\s*$/i, '$1');
}

/** Letters that Unicode does not decompose, and the plain letters that people type instead. */
const typed: ReadonlyMap<string, string> = new Map(
  Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
);

/** The text in lower case without diacritics. */
function plain(text: string): string {
  return folded(text).replaceAll(/[łøđðıßæœþ]/g, (letter) => typed.get(letter)!);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Whether the text is a telephone number without spaces, or a part of one. */
function isNumber(text: string): boolean {
  return /^[+()./-]*\d[\d()./-]*$/.test(text);
}

function cut(word: string): string {
  return word.length <= longestWord ? word : [...word].slice(0, longestWord).join('');
}

function common(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
