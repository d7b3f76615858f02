import { folded } from '../../../record/values/folded.js';
import type { Contact } from '../contact.entity.js';

type Searched = Pick<
  Contact,
  'Name' | 'FirstName' | 'LastName' | 'BusinessName' | 'EmailWork' | 'EmailPersonal' | 'Phone' | 'PhoneAlt' | 'Deleted'
>;

/** The fields that terms are made of, or that stand beside them. */
export const searchedFields = [
  ...['Name', 'FirstName', 'LastName', 'BusinessName', 'EmailWork', 'EmailPersonal', 'Phone', 'PhoneAlt', 'Deleted'],
  'AgentId',
] as const satisfies readonly (keyof Contact)[];

/** A term, and how many of its first characters the one before it has too. */
interface Term {
  Term: string;
  Shared: number;
}

/** One term to look for. */
export interface OneTerm {
  from: string;
  to?: undefined;
  /** Terms with less than that in common with the one before them: each contact once. */
  shared: number;
}

/** What to look for: one term, or those from `from` to before `to`. */
export type LookUp = OneTerm | (Omit<OneTerm, 'to'> & { to: string });

export function isOneTerm(word: LookUp): word is OneTerm {
  return word.to === undefined;
}

const longestWord = 40;
const fewestDigits = 3;
/** Behind every word. */
const last = '\u{10FFFF}';
/** What the terms of the deleted begin with. */
export const apart = '!';
const start = '*';
const whole = '=';

/**
 * The terms of a contact: the beginnings of its words, the words whole (`*m`, `*ma`, `*mar`); longer words and those
 * that begin with digits; a telephone number from each of its digits on; and for finding the same again, addresses and
 * numbers whole (`=ada@example.com`). Those of a deleted contact stand apart.
 */
export function termsOf(contact: Searched): Term[] {
  const texts = [contact.Name, contact.FirstName, contact.LastName, contact.BusinessName, ...emailsOf(contact)];
  const words = texts.flatMap((text) => wordsOf(text ?? ''));
  const runs = phonesOf(contact).flatMap((digits) =>
    Array.from({ length: digits.length - fewestDigits + 1 }, (_, at) => cut(digits.slice(at))),
  );
  const before = contact.Deleted ? apart : '';
  const marked = [...words.flatMap(startsOf), ...wholesOf(contact)];
  const single = [...new Set(marked)].map((text) => ({ Term: before + text, Shared: 0 }));
  const sorted = [...new Set([...words.filter((word) => !isStart(word)), ...runs])].sort();
  // Whatever finds a word that another one begins with finds that other one, which comes next.
  const needed = sorted.filter((word, at) => at === sorted.length - 1 || !sorted[at + 1].startsWith(word));
  const terms = needed.map((word, at) => ({
    Term: before + word,
    Shared: at === 0 ? 0 : common(needed[at - 1], word),
  }));
  return [...single, ...terms];
}

/** What a search asks for; each of it has to be found. Nothing: the text holds neither letter nor digit. */
export function lookUpsOf(search: string, { Deleted = false } = {}): LookUp[] {
  const given = search.split(/\s+/).flatMap((part) => (isNumber(part) ? [digitsOf(part)] : wordsOf(part)));
  const words = [...new Set(given.map(cut))];
  const needed = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
  const before = Deleted ? apart : '';
  return needed.map((word) =>
    isStart(word)
      ? exactly(before + start + word)
      : { from: before + word, to: before + word + last, shared: word.length },
  );
}

/** The e-mail addresses and telephone numbers of a contact, to find others with one of them. */
export function sameAs(contact: Searched): OneTerm[] {
  return wholesOf(contact).map(exactly);
}

function exactly(term: string): OneTerm {
  return { from: term, shared: 1 };
}

/** The words of a text. An apostrophe parts none: it may be typed or not. */
function wordsOf(text: string): string[] {
  const words: string[] =
    folded(text)
      .replaceAll(/['’‘`]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(cut);
}

/**
 * What is a term of its own, whose contacts stand in the order of their names: as many of them as there may be, they
 * need not be sorted.
 */
function isStart(word: string): boolean {
  return [...word].length <= longestStart(word);
}

/** One or two digits: a telephone number is not found by them. */
function longestStart(word: string): number {
  return /^\p{L}/u.test(word) ? 12 : 2;
}

function startsOf(word: string): string[] {
  const characters = [...word].slice(0, longestStart(word));
  let text = start;
  return characters.map((character) => (text += character));
}

function wholesOf(contact: Searched): string[] {
  return [...emailsOf(contact).map((email) => folded(email.trim())), ...phonesOf(contact)].map(
    (text) => whole + [...text].slice(0, 62).join(''),
  );
}

function emailsOf({ EmailWork, EmailPersonal }: Searched): string[] {
  return [EmailWork, EmailPersonal].filter((email): email is string => Boolean(email?.trim()));
}

/** The digits of the telephone numbers. */
function phonesOf({ Phone, PhoneAlt }: Searched): string[] {
  return [Phone, PhoneAlt].map((phone) => digitsOf(phone ?? '')).filter(({ length }) => length >= fewestDigits);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Digits as telephone numbers are written, without spaces. */
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
