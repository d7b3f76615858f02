import type { ServiceError } from '../../errors/errors.js';
import type { Class } from '../../record/field-types.js';
import type { RoleName } from './roles.js';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
export const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The callers that an operation allows: users with one of the roles, all authenticated users, or everyone (`open`). */
export type Access = readonly RoleName[] | 'authenticated' | 'open';

/** Operations under one heading of the documentation. */
export interface Group {
  /** The group's name, which is also the `Module` of its permissions. */
  name: string;
  /** The group's heading in the OpenAPI document. */
  title: string;
  /**
   * The place among the groups and the number of the group: with 2, a core group is E2 and a companion group C2. 0
   * means that the group has no number.
   */
  order: number;
  /** The documentation lists companion groups (C1 …) after the core groups (E1 to E15). */
  companion?: true;
  /** Access of the operations that do not declare their own. */
  access?: Access;
  /** Maximum size of a request body in bytes; BODY_LIMIT by default. */
  bodyLimit?: number;
}

export interface CredentialDeclaration {
  /**
   * The credential belongs to another user, whom the path names. For a credential of their own, callers use other
   * operations.
   */
  ofOther?: true;
  /** The credential belongs to the caller, who must have signed in: a call with an API key is rejected. */
  own?: true;
  /** The operation changes a credential only if the request has one of these fields. */
  fields?: readonly string[];
  /**
   * Changes of which only the operation itself can tell whether they need the password, as text of the documentation
   * after "If you change". The operation calls OwnPasswordService.mustBeProved for them.
   */
  changes?: string;
}

type ErrorClass = abstract new (...given: never[]) => ServiceError;

interface OperationName {
  /** Unique among all operations. The OpenAPI document and everything generated from it use this name. */
  readonly id: string;
  readonly summary: string;
}

export interface EndpointDeclaration extends RareDeclaration {
  verb: Verb;
  /** Placeholders are written `{Name}`. */
  path: string;
  /** The group of the operation, if it differs from that of the controller's `@Resource`. */
  group?: Group;
  /** The callers that the operation allows, if they differ from the group's, or if the group declares none. */
  access?: Access;
  /**
   * Custom roles may grant the operation. Never set it on an operation that can extend the caller's rights, or that
   * reads or writes more than the rows of the caller's agent and locations.
   */
  delegable?: true;
  /** The request record, bound from path, query and body. */
  request?: Class;
  /** Record of the operation's own filters, bound from the query. */
  query?: Class;
  /** The response record. A CSV response contains only its list of records, if it has one. */
  response: Class;
  summary: string;
  description?: string;
  /** Errors in addition to those that every operation can return. */
  errors?: readonly ErrorClass[];
  /**
   * The response has an ETag. A GET of one record names the record's entity, so that writes of the same path accept
   * If-Match. A write names the entity too if no GET reads the record; the path then needs a `@Reader`.
   */
  etag?: true | Class;
  /** A request body with which the call succeeds on demo data. For a file, the text of the file by media type. */
  example?: unknown;
}

/** What few operations declare. */
interface RareDeclaration {
  /** A second path, on which the operation has another name. */
  also?: OperationName & { readonly path: string };
  /** Fields of the request record that filter the list if the query has them. */
  filters?: readonly string[];
  /**
   * The fields of the request record that a DELETE reads besides its placeholders and the keys. Of a list of records,
   * it reads the same fields of each item. It ignores all other fields.
   */
  uses?: readonly string[];
  /**
   * The response ('sent') or the request body ('taken') is a file of a record set. The handler then returns a SentFile,
   * or gets the file by `@Upload()`. 'content sent' and 'content taken' are files of any type. The handler then returns
   * a SentContent, or gets the file by `@UploadedContent()`.
   */
  file?: 'sent' | 'taken' | 'content sent' | 'content taken';
  /**
   * Event name for clients that send `Accept: text/event-stream`: they receive the response, and again after every
   * change.
   */
  events?: string;
  /**
   * false if the operation opens its own transactions or needs none; `once` if it runs one transaction of its own with
   * the function that `@Once` or `@Upload` injects, which keeps the response for the Idempotency-Key.
   */
  transaction?: false | 'once';
  /**
   * The operation creates, changes or removes a credential. It requires the caller's password in `OwnPassword`, unless
   * the session verified the password in the last 5 minutes.
   */
  credential?: CredentialDeclaration;
  /** The headers of the response that the handler sets. */
  headers?: Readonly<Record<string, { description: string; example: string }>>;
}

/**
 * Operations of companion groups reject unknown field names in a body, so that a misspelt `Scope` cannot create an API
 * key without limits. Core operations ignore unknown names, because their clients send whole records back, and list
 * them in Meta.Ignored.
 */
export function refusesUnknownNames({ order, companion }: Group): boolean {
  return companion === true || order === 0;
}

export function takesFile({ file }: Pick<EndpointDeclaration, 'file'>): boolean {
  return file === 'taken' || file === 'content taken';
}

const behindInterface = 100;

/** The sort key of a group in the documentation. */
export function placeOf({ order, companion }: Group): number {
  return companion ? behindInterface + order : order;
}

/** The operation's name on a path. `name` is the handler's name, and names the operation on its first path. */
export function nameAt(
  path: string,
  { name, declaration: { also, summary } }: { name: string; declaration: EndpointDeclaration },
): OperationName {
  return path === also?.path ? also : { id: name, summary };
}

/** Placeholder names of a path: `LineId` for `/Line/{LineId}`. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/** The paths that a declaration of an operation or of a `@Reader` names. */
export interface Paths {
  path: string;
  also?: { readonly path: string };
}

export function pathsOf({ path, also }: Paths): readonly string[] {
  return also ? [path, also.path] : [path];
}
