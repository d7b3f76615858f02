import { nameKey } from '../../../record/values/folded.js';
import { withoutInvisible } from '../../../record/values/invisible.js';

const longestWord = 40;

/** The words of a text. Apostrophes and invisible characters do not separate words: some people leave them out. */
export function wordsOf(text: string): string[] {
  const words: string[] = plainName(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(cut);
}

/** The form of a name that is used to compare names: its words in lower case without diacritics and apostrophes. */
export function comparedName(name: string): string {
  return wordsOf(name).join(' ');
}

/** A name in the form in which names are compared. */
export function plainName(text: string): string {
  return nameKey(withoutInvisible(text));
}

/** Shortens a word that is too long for the index. */
export function cut(word: string): string {
  return word.length <= longestWord ? word : [...word].slice(0, longestWord).join('');
}
