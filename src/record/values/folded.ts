const isAscii = /^[\0-\x7f]*$/;

/** The form by which names are sorted and found: lower case, without diacritics. */
export function folded(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  const bare = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  // Composed again, so that it is never longer than the text.
  return bare.normalize('NFC');
}
