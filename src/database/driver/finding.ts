import type { Sql } from 'sql-template-tag';

export type Ask = <T>(query: Sql) => Promise<T[]>;

/** The result of one check, and what the operator should do. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail';
  what: string;
  todo?: string;
}

export const ok = (what: string): Finding => ({ level: 'ok', what });
export const warn = (what: string, todo: string): Finding => ({ level: 'warn', what, todo });
export const fail = (what: string, todo: string): Finding => ({ level: 'fail', what, todo });
