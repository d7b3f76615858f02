import type { Contact } from '../contact.entity.js';
import { cut, wordsOf } from './name-words.js';

/** Number of letters and digits from which a search may find names by a part. A shorter one finds whole names only. */
export const fewestOfPart = 3;

/** Chinese, Japanese and Korean letters. Names in them are short, and are written with or without a space. */
const eastAsian = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+$/u;
const letter = /\p{L}/u;

type Named = Pick<Contact, 'Name' | 'FirstName' | 'LastName' | 'BusinessName'>;

/** A name, or a search for a whole name, in the form in which both are compared: without spaces. */
export function wholeName(text: string): string {
  return joined(wordsOf(text));
}

/** Whether a whole name may be as short as this: two letters, or one Chinese, Japanese or Korean letter. */
export function canBeWhole(name: string): boolean {
  return eastAsian.test(name) || (letter.test(name) && sizeOf(name) > 1);
}

/** Whether a search is too short to find names by a part. */
export function isShort(name: string): boolean {
  return sizeOf(name) < fewestOfPart;
}

/**
 * The whole names of a contact by which short searches find it: first, last and full name, the latter with the last
 * name first too, and the name of the business. Other searches find long names, so only names with a short word, and
 * Chinese, Japanese and Korean ones, are listed. Of the latter the list also has each beginning of the full name that
 * contains the family name. Without a first name, the family name is the first word, or any beginning if the name is
 * written without a space.
 */
export function wholeNamesOf(contact: Named): Set<string> {
  const { Name, FirstName, LastName, BusinessName } = contact;
  const isDivided = Boolean(FirstName && LastName);
  const isPerson = Name !== BusinessName;
  const [full, business] = [Name, BusinessName].map((name) => wordsOf(name ?? ''));
  const [first, last] = FirstName || LastName || !isPerson ? partsOf(FirstName, LastName) : divided(full);
  const names = [full, business, first, last, [...first, ...last], [...last, ...first]];
  const whole = new Set(names.filter((words) => words.length > 0 && isListed(words)).map(joined));
  if (isDivided) addBeginnings(whole, [...last, ...first], sizeOf(last.join('')));
  const [family = ''] = full;
  if (isPerson && !isDivided) addBeginnings(whole, full, full.length === 1 ? 1 : sizeOf(family));
  return whole;
}

function partsOf(...names: (string | null)[]): string[][] {
  return names.map((name) => wordsOf(name ?? ''));
}

/** The words of a full name, as those of its last word and the words before it. */
function divided(full: readonly string[]): string[][] {
  return [full.slice(0, -1), full.slice(-1)];
}

function isListed(words: readonly string[]): boolean {
  return words.some((word) => sizeOf(word) < fewestOfPart || eastAsian.test(word));
}

/** Adds the beginnings of an East Asian name that have at least `fewest` letters. */
function addBeginnings(names: Set<string>, words: readonly string[], fewest: number): void {
  const letters = [...joined(words)];
  if (!eastAsian.test(letters.join(''))) return;
  for (let size = fewest; size <= letters.length; size++) names.add(letters.slice(0, size).join(''));
}

function joined(words: readonly string[]): string {
  return cut(words.join(''));
}

function sizeOf(text: string): number {
  return [...text].length;
}
