import type { Fields } from './records.js';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Role = 'Worker' | 'Agent' | 'Administrator';

/** One group of operations: its routes, its callers, its request record and its response record. */
export interface Group {
  title: string;
  /** The verbs of each path, without HEAD and OPTIONS. */
  routes: Readonly<Record<string, readonly Verb[]>>;
  /** `authenticated` = any signed-in caller. */
  access: readonly Role[] | 'authenticated';
  /** Callers of POST, PUT and DELETE, if they differ from those of GET. */
  writers?: readonly Role[];
  request: Fields;
  response: Fields;
  /** The response's list field, whose items are the rows of a CSV answer. */
  list?: string;
  /** sent: verbs that answer a file instead of the response record. taken: verbs that accept a file as the body. */
  files?: {
    sent: readonly Verb[];
    taken: readonly Verb[];
    /** The files may have any content. Without this, each file is a record set. */
    content?: true;
  };
  /** The response is the record itself, without ResponseStatus. */
  bare?: true;
}

export const agents: readonly Role[] = ['Agent', 'Administrator'];
export const administrators: readonly Role[] = ['Administrator'];
export const everyone: readonly Role[] = ['Worker', 'Agent', 'Administrator'];
export const crud: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];
