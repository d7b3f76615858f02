import { blockedPasswords, calendarWords, keyboardRows } from './password.blocklist.js';

const looksLike = new Map([
  ['@', 'a'],
  ['4', 'a'],
  ['3', 'e'],
  ['1', 'i'],
  ['!', 'i'],
  ['0', 'o'],
  ['$', 's'],
  ['5', 's'],
  ['7', 't'],
]);

/** Shorter runs of neighbouring keys occur in too many words. */
const shortestRun = 4;
/** A longer number is not a guessable part, because it may be random. */
const longestNumber = 4;
const longestWord = 32;
/** Shorter parts of a name occur in too many other words. */
const shortestName = 3;
/** A password is guessable if it has at most this number of letters and digits outside its guessable parts. */
const mostBeside = 2;
/** The cost of a letter or digit outside all parts: higher than that of any number of parts. */
const uncoveredCost = 1000;

interface Cover {
  cost: number;
  uncovered: number;
  /** The widely used words in the text. */
  words: ReadonlySet<string>;
  /** The text has a word, a season, a name or a run of keys. */
  guessable: boolean;
}

/**
 * Whether a text, in lower case, consists of seasons, months, days of the week, short numbers such as years, runs of
 * keys, the `names`, punctuation and at most one widely used word, in any order and number. At most `mostBeside` other
 * letters and digits are ignored.
 */
export function isOfGuessableParts(text: string, names: readonly string[]): boolean {
  const parts = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  const known = new Set([...calendarWords, ...parts.filter((name) => name.length >= shortestName)]);
  const best: Cover[] = [{ cost: 0, uncovered: 0, words: new Set(), guessable: false }];
  for (let end = 1; end <= text.length; end++) {
    let least = extended(best[end - 1], { uncovered: /[\p{L}\p{N}]/u.test(text[end - 1]) ? 1 : 0 });
    for (let start = Math.max(0, end - longestWord); start < end; start++) {
      const part = isPlainNumber(text, start, end) ? {} : partOf(text.slice(start, end), known);
      const cover = part && extended(best[start], part);
      if (cover && cover.cost < least.cost) least = cover;
    }
    best.push(least);
  }
  const { guessable, uncovered, words } = best[text.length];
  return guessable && uncovered <= mostBeside && words.size <= 1;
}

interface Part {
  uncovered?: number;
  word?: string;
  guessable?: boolean;
}

/** Whether the piece is a short number that begins or ends a run of digits. The middle of a long run may be random. */
function isPlainNumber(text: string, start: number, end: number): boolean {
  if (end - start > longestNumber || !/^\d+$/.test(text.slice(start, end))) return false;
  return !/\d/.test(text[start - 1] ?? '') || !/\d/.test(text[end] ?? '');
}

/**
 * Describes the piece as a part of a password; undefined if the piece is not guessable. `known` are guessable words.
 */
function partOf(piece: string, known: ReadonlySet<string>): Part | undefined {
  if (piece.length < shortestName) return undefined;
  const forms = [piece, unmasked(piece)];
  if (forms.some((form) => known.has(form))) return { guessable: true };
  if (piece.length < shortestRun) return undefined;
  if (isRun(piece)) return { guessable: true };
  const word = forms.find((form) => blockedPasswords.has(form));
  return word === undefined ? undefined : { guessable: true, word };
}

function isRun(piece: string): boolean {
  return keyboardRows.some((row) => row.includes(piece)) || new Set(piece).size === 1;
}

function extended(before: Cover, { uncovered = 0, word, guessable = false }: Part): Cover {
  const isNew = word !== undefined && !before.words.has(word);
  return {
    cost: before.cost + uncovered * uncoveredCost + (isNew ? 2 : 1),
    uncovered: before.uncovered + uncovered,
    words: isNew ? new Set([...before.words, word]) : before.words,
    guessable: before.guessable || guessable,
  };
}

/** Replaces digits and signs by the letters that they look like: `p4ss` → `pass`. */
export function unmasked(text: string): string {
  return [...text].map((character) => looksLike.get(character) ?? character).join('');
}
