import { raw, type Sql } from 'sql-template-tag';

/** Quotes a name that may be a reserved word on one of the databases: `Key`, e.`Key`. */
export function quote(name: string, alias?: string): string {
  return alias === undefined ? `\`${name}\`` : `${alias}.${quote(name)}`;
}

/** Like `quote`, as a part of a statement. */
export function quoted(name: string, alias?: string): Sql {
  return raw(quote(name, alias));
}

export function quotedList(names: readonly string[], alias?: string): Sql {
  return raw(names.map((name) => quote(name, alias)).join(', '));
}
