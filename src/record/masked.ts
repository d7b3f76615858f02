/** The text that stands for a secret, which the audit does not store, or for an erased personal value. */
export const masked = '***';

/** The scheme and the host of a URL, with `***` instead of the rest. */
export function maskedPath(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}/${masked}` : masked;
}
