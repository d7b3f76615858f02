/** What text sorts and is found by, as people expect it: letter case and marks make no difference. */
export function folded(text: string): string {
  const bare = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  // Composed again, so that it is never longer than the text.
  return bare.normalize('NFC');
}
