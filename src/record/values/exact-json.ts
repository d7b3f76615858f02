import { LosslessNumber, parse } from 'lossless-json';

/**
 * JSON text → values whose numbers are exact: those that a double would change stay text inside. Throws SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  return parse(text, undefined, exactNumber);
}

/** A number given as text, kept exact. */
export function exactNumber(text: string): number | LosslessNumber {
  const number = Number(text);
  return String(number) === text ? number : new LosslessNumber(text);
}

const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Text as JSON.stringify writes it, which is asked where a character needs more than quotes: of few texts. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' && !escaped.test(value) ? `"${value}"` : JSON.stringify(value);
}
