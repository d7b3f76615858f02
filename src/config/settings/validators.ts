import { makeValidator } from 'envalid';

/** The message never repeats the value, which may be a misplaced secret. */
class Refused extends Error {}

/** Throws an error that states what the setting must be. */
export function refuse(allowed: string): never {
  throw new Refused(`must be ${allowed}`);
}

/** Loopback names and addresses. */
export const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** The parts of a comma-separated list. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const flag = makeValidator<boolean>((text) => {
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : refuse('true or false');
});
