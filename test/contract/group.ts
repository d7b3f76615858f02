import type { Fields } from './records.js';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Role = 'Worker' | 'Agent' | 'Administrator';

/** One group of operations: its routes, who may call them, what they take and what they answer. */
export interface Group {
  title: string;
  /** Verbs of each path, HEAD and OPTIONS apart. */
  routes: Readonly<Record<string, readonly Verb[]>>;
  /** `authenticated` = any signed-in caller. */
  access: readonly Role[] | 'authenticated';
  /** Who may call POST, PUT and DELETE, where that differs. */
  writers?: readonly Role[];
  request: Fields;
  response: Fields;
  /** The response's list field, whose items are the rows of a CSV answer. */
  list?: string;
  /** Verbs that answer a file instead of the response record, and those that take one instead of the request record. */
  files?: { sent: readonly Verb[]; taken: readonly Verb[] };
  /** The response is the record itself, without ResponseStatus. */
  bare?: true;
}

export const agents: readonly Role[] = ['Agent', 'Administrator'];
export const administrators: readonly Role[] = ['Administrator'];
export const everyone: readonly Role[] = ['Worker', 'Agent', 'Administrator'];
export const crud: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];
