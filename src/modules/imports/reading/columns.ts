import { Invalid } from '../../../errors/errors.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { nearest } from '../../../record/lists/nearest.js';
import { fieldsOf, type Field } from '../../../record/metadata.js';
import { shippedMap, shippedMaps } from '../../../sets/column-map.js';
import { exportedFields, type ImportedSet } from '../../../sets/record-set.js';
import { versionField } from '../../../sets/version.js';
import type { FileTable } from './table.js';
import { fieldsByTitle, folded, titlesOf } from './titles.js';

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
 * Recognises the columns of a file by the names of the fields, by names of records that a field refers to (`AgentName`
 * for AgentId, `State` for StateID), and by the titles that pages and other programs have for a field. Spaces, letter
 * case, accents and signs do not count. `map` has fields by title; '' leaves a column alone. Fields beyond `allowed`
 * and computed ones are left alone. Throws Invalid for a map that names another field, and for two columns of one
 * field; the request has the map at `place`.
 */
export function recognise(
  { header, rows }: Pick<FileTable, 'header' | 'rows'>,
  set: ImportedSet,
  allowed: (name: string) => boolean,
  map: Readonly<Record<string, string>>,
  place: string,
): ReadColumn[] {
  const fields = exportedFields(set, true);
  const byName = new Map(fields.map((field) => [folded(field.name), field]));
  const names = new Map(fields.flatMap((field) => nameTitles(field).map((title) => [folded(title), field])));
  const chosen = new Map(Object.entries(map).map(([title, name]) => [title.trim(), name]));
  const known = new Set([...fieldsOf(set.record), ...fields].map(({ name }) => folded(name)));
  const isOfAddress = partsOfAddress(header, fields);
  const filled = filledColumns(rows);
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
    const isPlace = named === undefined && isOfAddress(name);
    return reference && !isPlace && allowed(reference.name) ? { at, title, field: reference, role: 'name' } : alone;
  });
  const isOpen = ({ at, title, role }: ReadColumn): boolean =>
    role === 'alone' && title !== '' && !chosen.has(title) && header.indexOf(header[at]) === at;
  const open = columns
    .filter(isOpen)
    .map(({ at }) => ({ at, title: folded(header[at]), isFilled: filled.has(at) }))
    .filter(({ title }) => !known.has(title) || isOfAddress(title));
  // A column that has the name of a field, but no value, leaves the field to another one: Outlook's Title to Job Title.
  const taken = columns.filter(({ at, title, field }) => field && (chosen.has(title) || filled.has(at)));
  const free = fields.filter(({ name }) => allowed(name) && !taken.some(({ field }) => field!.name === name));
  const found = byTitle(open, free, set, taken);
  const given = new Set([...found.values()].map(({ name }) => name));
  const all = columns.map((column): ReadColumn => {
    const { at, title, field } = column;
    const other = found.get(at);
    if (other) return { at, title, field: other, role: other.options.references === undefined ? 'value' : 'name' };
    return field && given.has(field.name) && !taken.includes(column) ? { at, title, role: 'alone' } : column;
  });
  return withoutRepeated(all, header, chosen, place);
}

function filledColumns(rows: FileTable['rows']): ReadonlySet<number> {
  const filled = new Set<number>();
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) if (cell !== '' && !filled.has(at) && cell.trim() !== '') filled.add(at);
  return filled;
}

/**
 * Returns the function that says whether a title such as State is a part of an address: beside other parts of it that
 * have titles, as Street and City.
 */
function partsOfAddress(header: readonly string[], fields: readonly Field[]): (title: string) => boolean {
  const parts = fields.filter(({ type }) => type.form === 'address').map(titlesOf);
  const names = new Set(fields.map(({ name }) => folded(name)));
  const titles = new Set(header.map(folded).filter((each) => !names.has(each)));
  return (title) =>
    parts.some((part) => part.includes(title)) &&
    parts.some((part) => part.some((each) => each !== title && titles.has(each)));
}

/**
 * The fields of columns by their titles. A column with full names counts only if no column has first or last names. If
 * none has last names, a title of first and full names, such as Nombre, has full names.
 */
function byTitle(
  open: Parameters<typeof fieldsByTitle>[0],
  fields: readonly Field[],
  { name: set }: ImportedSet,
  taken: readonly ReadColumn[],
): ReadonlyMap<number, Field> {
  const shipped = set === 'contacts' ? shippedFields() : new Map<string, string>();
  const found = fieldsByTitle(open, fields, shipped);
  const without = (name: string) =>
    fieldsByTitle(
      open,
      fields.filter((field) => field.name !== name),
      shipped,
    );
  const has = (name: string): boolean =>
    taken.some(({ field }) => field!.name === name) || [...found.values()].some((field) => field.name === name);
  if (set !== 'contacts' || !(has('FirstName') || has('LastName'))) return found;
  if (has('LastName')) return without('Name');
  const full = fields.find(({ name }) => name === 'Name');
  const isFull = open.some(
    ({ at, title }) => found.get(at)?.name === 'FirstName' && full && titlesOf(full).includes(title),
  );
  return without(isFull ? 'FirstName' : 'Name');
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
