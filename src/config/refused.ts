/** Messages say what is allowed and never echo a value: it may be a secret in the wrong place. */
class Refused extends Error {}

/** allowed: what the setting must be. */
export function refuse(allowed: string): never {
  throw new Refused(`must be ${allowed}`);
}
