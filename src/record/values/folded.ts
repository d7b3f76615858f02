const isAscii = /^[\0-\x7f]*$/;

/** Converts a name to the form by which it is sorted and found: lower case, without diacritics. */
export function folded(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  const bare = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  // Compose the characters again, so that the result is never longer than the text.
  return bare.normalize('NFC');
}

/** Letters that Unicode does not decompose, and the plain letters that people type instead. */
const typed: ReadonlyMap<string, string> = new Map(
  Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
);

/** The text in lower case, without diacritics, and with plain letters. */
export function plain(text: string): string {
  return folded(text).replaceAll(/[łøđðıßæœþ]/g, (letter) => typed.get(letter)!);
}

/** The form by which names are sorted, compared and searched: plain, and without apostrophes. */
export function nameKey(name: string): string {
  // Remove apostrophes also before NFKC, which turns ´ into a space with an accent.
  return withoutApostrophes(plain(withoutApostrophes(name).normalize('NFKC')));
}

/** The characters that people write as an apostrophe, and the accents that they type instead of one. */
const apostrophes = /['`´ʹʻʼʽʾʿˈˊˋ‘’‛′‵ꞌ＇｀]/g;

/** Removes apostrophes, because people write them in many ways or not at all. */
export function withoutApostrophes(text: string): string {
  return text.replaceAll(apostrophes, '');
}
