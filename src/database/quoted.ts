import { raw, type Sql } from 'sql-template-tag';

/** A name as both databases take it, whatever they reserve: `Key`, e.`Key`. */
export function quote(name: string, alias?: string): string {
  return alias === undefined ? `\`${name}\`` : `${alias}.${quote(name)}`;
}

/** A name that is reserved, or known only at run time, for a statement. */
export function quoted(name: string, alias?: string): Sql {
  return raw(quote(name, alias));
}

/** Such names, separated by commas. */
export function quotedList(names: readonly string[], alias?: string): Sql {
  return raw(names.map((name) => quote(name, alias)).join(', '));
}
