import { makeValidator } from 'envalid';
import { refuse } from './refused.js';

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
