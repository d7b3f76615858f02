/** What a name sorts by, as people expect it: letter case and marks make no difference. */
export function agentNameKey(name: string): string {
  const bare = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  // Composed again, so that the key is never longer than the name.
  return bare.normalize('NFC');
}
