import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { ReadColumn } from './columns.js';
import type { PreparedFile } from './prepared.js';

interface DividedName {
  readonly FirstName?: string;
  readonly MiddleInitial?: string;
  readonly LastName: string;
}

const initial = /^\p{L}\.?$/u;
/** Suffixes of names, such as Jr., and words of companies. Neither is a first or last name. */
const suffix = /^(?:jr|sr|ii|iii|iv|md|phd|dds|cpa|esq|inc|llc|llp|ltd|corp|co|gmbh|sa|sl|plc|pc|company|group)$/i;
const honorific = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sr|sra|srta|don|doña)$/i;
/** Words with which a last name of several words begins. */
const particle = /^(?:van|von|der|den|de|del|della|di|da|dos|du|la|las|los|le|ten|ter|bin|ibn|al|el|st)$/i;
const bare = (word: string): string => word.replaceAll(/[.,]/g, '');

/**
 * Divides a full name. It is plain if it can mean one thing: `Ada Lovelace`, `Ada K. Lovelace`, `Lovelace, Ada`. Any
 * other one is divided as it most often is, before its last word or the particle of its last name.
 */
export function divided(name: string): DividedName & { readonly isPlain: boolean } {
  const parts = name.split(',').map((part) => part.trim());
  const words = name.split(/\s+/).filter((word) => word !== '');
  const isTitled = words.some((word) => suffix.test(bare(word))) || honorific.test(bare(words[0]));
  if (parts.length === 2 && parts.every((part) => part !== '') && !isTitled)
    return { FirstName: parts[1], LastName: parts[0], isPlain: true };
  if (words.length === 1) return { LastName: name, isPlain: false };
  if (words.length === 3 && initial.test(words[1]) && !isTitled)
    return { FirstName: words[0], MiddleInitial: bare(words[1]), LastName: words[2], isPlain: true };
  const begin = words.findIndex((word, at) => at > 0 && at < words.length - 1 && particle.test(word));
  const at = begin < 0 ? words.length - 1 : begin;
  const [FirstName, LastName] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
  return { FirstName, LastName, isPlain: words.length === 2 && !isTitled && !name.includes(',') };
}

/**
 * Divides the full names of new contacts into first and last names, if the file has no column with one of these:
 * people are found by their last names. A name that is not plain is doubtful, and its doubt says how it is divided.
 */
export function withDividedNames(columns: readonly ReadColumn[], file: PreparedFile): PreparedFile {
  const has = (name: string): boolean => columns.some(({ field, role }) => role === 'value' && field!.name === name);
  if (!has('Name') || has('FirstName') || has('LastName')) return file;
  const doubts = new Map(file.doubts);
  const rows = file.rows.map((row) => {
    const { Name, ...json } = row.json;
    if (json.ContactId || typeof Name !== 'string' || Name.trim() === '' || Name === json.BusinessName) return row;
    const { isPlain, ...names } = divided(Name.trim());
    if (!isPlain) doubts.set(row.line, [...(doubts.get(row.line) ?? []), doubtOf(names)]);
    return { ...row, json: { ...json, ...names } };
  });
  return { ...file, rows, doubts };
}

function doubtOf({ FirstName, LastName }: DividedName): FieldError {
  const parts = FirstName === undefined ? '' : `first name “${FirstName}”, `;
  const how = `can be divided in several ways: it becomes ${parts}last name “${LastName}”`;
  return fieldError('Ambiguous', 'Name', `${how}. Or give first and last names columns of their own`);
}
