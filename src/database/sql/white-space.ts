import sql, { join, type Sql } from 'sql-template-tag';

/** The characters that `trim` removes. */
const whiteSpace = [
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
  '\u2028\u2029\u202f\u205f\u3000\ufeff',
].join('');

/** The condition that a text begins or ends with white space. */
export function untrimmed(text: Sql): Sql {
  const blanks = join([...whiteSpace]);
  return sql`(SUBSTR(${text}, 1, 1) IN (${blanks}) OR SUBSTR(${text}, -1, 1) IN (${blanks}))`;
}
