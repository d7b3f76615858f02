import { Invalid } from '../../../errors/errors.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { nearest } from '../../../record/lists/nearest.js';
import { fieldsOf, type Field } from '../../../record/metadata.js';
import { shippedMap, shippedMaps } from '../../../sets/column-map.js';
import { exportedFields, type ImportedSet } from '../../../sets/record-set.js';
import { versionField } from '../../../sets/version.js';

/** What a column of a file was taken for. */
export interface ReadColumn {
  readonly at: number;
  /** As the file has it; the second column of one title has a number behind it, as in `Phone (2)`. */
  readonly title: string;
  /** The field that gets the values, or whose id the names in the column stand for. */
  readonly field?: Field;
  /**
   * `name`: the column has names of the records that `field` refers to. `version`: the column has versions.
   * `repeated`: another column has this title or fills this field, so the user must choose what becomes of this one.
   */
  readonly role: 'value' | 'name' | 'version' | 'alone' | 'repeated';
}

/**
 * Recognises the columns of a file by the names of the fields, by titles that differ in spaces and letter case, by
 * names of records that a field refers to (`AgentName` for AgentId, `State` for StateID), and by the shipped maps.
 * `map` has fields by title; '' leaves a column alone. Fields beyond `allowed` and computed ones are left alone.
 * Throws Invalid for a map that names another field, and for two columns of one field; the request has the map at
 * `place`.
 */
export function recognise(
  header: readonly string[],
  set: ImportedSet,
  allowed: (name: string) => boolean,
  map: Readonly<Record<string, string>>,
  place: string,
): ReadColumn[] {
  const fields = exportedFields(set, true);
  const byName = new Map(fields.map((field) => [folded(field.name), field]));
  const names = new Map(fields.flatMap((field) => nameTitles(field).map((title) => [folded(title), field])));
  const shipped = set.name === 'contacts' ? shippedFields() : new Map<string, string>();
  const chosen = new Map(Object.entries(map).map(([title, name]) => [title.trim(), name]));
  const known = new Set([...fieldsOf(set.record), ...fields].map(({ name }) => folded(name)));
  const columns = distinct(header).map((title, at): ReadColumn => {
    const alone = { at, title, role: 'alone' } as const;
    const named = chosen.get(title);
    if (named === '' || title === '') return alone;
    if (named !== undefined && !byName.has(folded(named)) && !names.has(folded(named)))
      throw new Invalid([wrongField(place, named, set.name, fields)]);
    const name = folded(named ?? header[at]);
    if (name === folded(versionField.name) && !byName.has(name)) return { at, title, role: 'version' };
    const value = byName.get(name);
    if (value) return allowed(value.name) ? { at, title, field: value, role: 'value' } : alone;
    const reference = names.get(name);
    if (reference) return allowed(reference.name) ? { at, title, field: reference, role: 'name' } : alone;
    const other = known.has(name) ? undefined : byName.get(folded(shipped.get(name) ?? ''));
    return other && allowed(other.name) ? { at, title, field: other, role: 'value' } : alone;
  });
  return withoutRepeated(columns, header, chosen, place);
}

/** The titles of the columns, with a number behind those that are the same as an earlier one. */
function distinct(header: readonly string[]): string[] {
  const all = new Set(header);
  const seen = new Set(['']);
  return header.map((title) => {
    let [name, number] = [title, 1];
    while (title !== '' && (number === 1 ? seen.has(name) : all.has(name))) name = `${title} (${++number})`;
    seen.add(title);
    all.add(name);
    return name;
  });
}

function wrongField(place: string, named: string, set: string, fields: readonly Field[]): FieldError {
  const names = fields.map(({ name }) => name);
  const Nearest = nearest(named, names);
  const message = `names ${named.slice(0, 100)}, which is no field of ${set}; the nearest is ${Nearest}`;
  return fieldError('Enum', place, message, { Allowed: names.join(', ') });
}

/**
 * Of several columns of one title or for one field, keeps the first. A later one that the map names is an error; about
 * another one, the user must choose. The shipped maps have several titles for a field, in order of precedence: those
 * after the first are left alone.
 */
function withoutRepeated(
  columns: readonly ReadColumn[],
  header: readonly string[],
  chosen: ReadonlyMap<string, string>,
  place: string,
): ReadColumn[] {
  const taken = new Map<string, ReadColumn>();
  return columns.map((column) => {
    const { at, title, field, role } = column;
    const first = columns[header.indexOf(header[at])];
    const isImported = role !== 'alone' || first.role !== 'alone';
    if (first !== column && isImported && !chosen.has(title))
      return { at, title, field: field ?? first.field, role: 'repeated' };
    if (role === 'alone') return column;
    const use = `${role} ${field?.name ?? ''}`;
    const other = taken.get(use);
    if (!other) {
      taken.set(use, column);
      return column;
    }
    const isChosen = chosen.has(title);
    // A record has several names, such as those of a state: CO and Colorado. All of them are compared with its id.
    if (role === 'name' && !isChosen) return column;
    if (isChosen) {
      const message = `names ${field!.name} for two columns, ${other.title} and ${title}: leave one of them out`;
      throw new Invalid([fieldError('Duplicate', place, message)]);
    }
    const isShipped = role === 'value' && folded(title) !== folded(field!.name);
    return isShipped ? { at, title, role: 'alone' } : { at, title, field, role: 'repeated' };
  });
}

/** The titles of a column with names instead of ids: `Agent` and `AgentName` for AgentId. */
export function nameTitles({ name, options }: Field): string[] {
  const base = name.replace(/_?id$/i, '');
  return options.references === undefined || base === name ? [] : [base, `${base}Name`];
}

function shippedFields(): Map<string, string> {
  const all = new Map<string, string>();
  for (const map of shippedMaps)
    for (const [title, field] of shippedMap(map)!)
      if (field !== null && !all.has(folded(title))) all.set(folded(title), field);
  return all;
}

function folded(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
