import type { Sql } from 'sql-template-tag';

/** Asks the database: the rows of a query. */
export type Ask = <T>(query: Sql) => Promise<T[]>;

/** One thing that was looked at. todo: what to do about it. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail';
  what: string;
  todo?: string;
}

export const ok = (what: string): Finding => ({ level: 'ok', what });
export const warn = (what: string, todo: string): Finding => ({ level: 'warn', what, todo });
export const fail = (what: string, todo: string): Finding => ({ level: 'fail', what, todo });
