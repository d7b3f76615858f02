import { makeValidator } from 'envalid';
import { refuse } from './refused.js';

/** The parts of a comma-separated list. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const flag = makeValidator<boolean>((text) => {
  const value = { true: true, false: false, '1': true, '0': false }[text.toLowerCase()];
  return value ?? refuse('true or false');
});
