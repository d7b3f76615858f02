import type { Field } from '../../../record/metadata.js';
import { plain } from '../../../record/values/folded.js';
import { isNumber } from './cell-values.js';

/** The form in which titles are compared: no case, accents, spaces or signs, such as `correoelectronico`. */
export function folded(title: string): string {
  return plain(title).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The folded titles by which people know a field, the most telling first: that of the pages, then those of files. */
export function titlesOf(field: Field): string[] {
  const { title, fileTitles, computed } = field.options;
  // A column of words with the title of a number would be an error in every line.
  const shown = title === undefined || computed || isNumber(field) ? [] : [title];
  return [...new Set([...shown, ...(fileTitles?.split(',') ?? [])].map(folded))];
}

/**
 * Finds the fields of the columns `open`, which no name of a field tells, by their titles. Fields are in order of
 * declaration, and a column fills one field: of a mobile and a business telephone, the mobile is Phone. Columns with
 * values have precedence, because exports have all columns of their program, and most of them are empty.
 */
export function fieldsByTitle(
  open: readonly { readonly at: number; readonly title: string; readonly isFilled: boolean }[],
  fields: readonly Field[],
  more: ReadonlyMap<string, string>,
): ReadonlyMap<number, Field> {
  const found = new Map<number, Field>();
  const taken = new Set<string>();
  for (const filled of [true, false]) {
    const columns = open.filter(({ isFilled }) => isFilled === filled);
    for (const field of fields.filter(({ name }) => !taken.has(name))) {
      const shipped = [...more].flatMap(([title, name]) => (name === field.name ? [title] : []));
      const fits = [...titlesOf(field), ...shipped].flatMap((each) =>
        columns.filter(({ at, title }) => title === each && !found.has(at)),
      );
      if (fits.length === 0) continue;
      found.set(fits[0].at, field);
      taken.add(field.name);
    }
  }
  return found;
}
