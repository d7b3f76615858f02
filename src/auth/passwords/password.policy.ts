import { Invalid } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { longestPassword } from '../accounts/credential.fields.js';
import { blockedPasswords, keyboardRows } from './password.blocklist.js';
import { isOfGuessableParts, unmasked } from './password.parts.js';

const shortest = 15;
const shortestWithMfa = 8;
/**
 * Longer passwords are not checked for patterns: so many longer repetitions and runs exist that nobody can try them
 * all.
 */
const longestPattern = 64;
/** A password is a pattern if it repeats a text of at most this length. */
const longestFiller = 4;

interface PasswordContext {
  /** The name of the request's field with the password. */
  field: string;
  userName: string;
  displayName: string;
  /** Multi-factor authentication is active. */
  mfa: boolean;
}

/** Whether the password is too short without multi-factor authentication. */
export function isShort(password: string): boolean {
  return [...password].length < shortest;
}

/** Throws Invalid for a password that is too short, too long, or easy to guess. */
export function checkPassword(password: string, context: PasswordContext): void {
  const error = lengthError(password, context) ?? blockedError(password, context);
  if (error) throw new Invalid([error]);
}

function lengthError(password: string, { field, mfa }: PasswordContext): FieldError | undefined {
  const least = mfa ? shortestWithMfa : shortest;
  const length = [...password].length;
  if (length >= least && length <= longestPassword) return undefined;
  const meta = { Min: String(least), Max: String(longestPassword) };
  return fieldError('Length', field, `must have ${least} to ${longestPassword} characters`, meta);
}

function blockedError(password: string, context: PasswordContext): FieldError | undefined {
  const { field, userName, displayName } = context;
  const lower = folded(password);
  const names = [userName, userName.split('@')[0]].map((name) => bare(folded(name)));
  const whole = [lower, unmasked(lower)];
  // Use a form from which `bare` removed spaces and punctuation only if it is long: short ones match too many words.
  const forms = [...whole, ...whole.map(bare).filter((form) => form.length >= shortestWithMfa)];
  const words = [trimmed(lower), unmasked(trimmed(lower))].map(bare);
  const blocked =
    forms.some(isPattern) ||
    [...forms, ...words].some((word) => isKnown(word, names)) ||
    // Pass the whole user name, because the domain of an e-mail address names the company.
    isOfGuessableParts(repeatedUnit(lower), [userName, displayName].map(folded));
  const rest = 'must not be a widely used password, a simple pattern, or made of seasons, years and names';
  return blocked ? fieldError('Invalid', field, rest) : undefined;
}

/** Whether the text is a short text repeated, or a run of keys, which may be repeated too. */
function isPattern(form: string): boolean {
  if (form.length > longestPattern) return false;
  const unit = repeatedUnit(form);
  return unit.length <= longestFiller || keyboardRows.some((row) => row.includes(unit));
}

function isKnown(word: string, names: readonly string[]): boolean {
  return [word, repeatedUnit(word)].some((one) => blockedPasswords.has(one) || (one !== '' && names.includes(one)));
}

/** The text without the digits, spaces and punctuation at its beginning and end; the whole text if it has no letter. */
function trimmed(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '') || text;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function bare(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The shortest part that the text repeats, such as `abc` in `abcabcab`; the whole text if it repeats nothing. */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}
