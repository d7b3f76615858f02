import type { Class } from './field-types.js';
import { fieldsOf, type Field } from './metadata.js';

/** How people read a record, with the names of its fields. */
export interface Reading {
  /** The usual columns of a list of such records. */
  readonly columns: readonly string[];
  /** The fields in groups, by their titles. The first group has what people look for. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

interface Stated {
  /** Names of fields, separated by commas. */
  columns: string;
  groups: Readonly<Record<string, string>>;
}

const stated = new WeakMap<object, Reading>();

/**
 * States how people read a record: the pages, the workbooks and the documentation follow it. JSON and CSV keep the
 * order of declaration. A record that extends another one inherits it. Throws if a name is unknown, or in two groups.
 */
export const ReadAs =
  ({ columns, groups }: Stated) =>
  (record: Class): void => {
    const known = new Set(fieldsOf(record).map(({ name }) => name));
    const named = (text: string): string[] => text.split(',').map((name) => name.trim());
    const reading: Reading = {
      columns: named(columns),
      groups: Object.fromEntries(Object.entries(groups).map(([title, text]) => [title, named(text)])),
    };
    const grouped = Object.values(reading.groups).flat();
    const wrong = [...reading.columns, ...grouped].find((name) => !known.has(name));
    if (wrong !== undefined) throw new Error(`${record.name} has no field ${wrong}.`);
    const twice = grouped.find((name, at) => grouped.indexOf(name) !== at);
    if (twice !== undefined) throw new Error(`${twice} of ${record.name} is in two groups.`);
    stated.set(record, reading);
  };

/** The stated reading of a record, with the fields that it has; undefined if none is stated. */
export function readingOf(record: Class): Reading | undefined {
  let parent: object | null = record;
  while (parent && !stated.has(parent)) parent = Object.getPrototypeOf(parent) as object | null;
  if (!parent) return undefined;
  const { columns, groups } = stated.get(parent)!;
  const names = new Set(fieldsOf(record).map(({ name }) => name));
  const known = (fields: readonly string[]): string[] => fields.filter((name) => names.has(name));
  return {
    columns: known(columns),
    groups: Object.fromEntries(Object.entries(groups).map(([title, fields]) => [title, known(fields)])),
  };
}

/** The fields of a record in the order in which people read them: those of the groups first. */
export function inReadingOrder(record: Class): readonly Field[] {
  const order = Object.values(readingOf(record)?.groups ?? {}).flat();
  const rank = ({ name }: Field): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...fieldsOf(record)].sort((a, b) => rank(a) - rank(b));
}
