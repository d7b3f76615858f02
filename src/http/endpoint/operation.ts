import type { Class } from '../../record/field-types.js';
import type { Field } from '../../record/metadata.js';
import type { Access, EndpointDeclaration, Group, Verb } from './declaration.js';

export type Handler = (...given: never[]) => unknown;

/** A declared operation with the facts derived from its declaration. */
export interface Operation {
  /** The handler's name, unique in the service: `listEventTypes`. */
  readonly name: string;
  readonly group: Group;
  readonly declaration: EndpointDeclaration;
  readonly paths: readonly string[];
  /** The callers that the operation allows. If it is undefined, every call is rejected. */
  readonly access: Access | undefined;
  /** The field of the response record that is its list of records. */
  readonly list?: Field & { readonly record: Class };
  readonly hasStatus: boolean;
  /** The JSON response is the array of the list alone. */
  readonly isBare: boolean;
  /** The response contains a token, a key or a password. */
  readonly showsSecret: boolean;
  readonly controller: object;
  readonly handler: Handler;
}

/** A declared path. It has an operation for each verb, or it is a page. */
export interface PathMatch {
  readonly template: string;
  readonly operations: ReadonlyMap<Verb, Operation>;
  /** The operation that reads the record for If-Match: the path's GET, or its `@Reader`. */
  readonly reader?: Operation;
  /** Entity of the row that is locked before If-Match is checked. Without it, the `@Reader` locks its row itself. */
  readonly row?: Class;
  /** The path of the record that this path is below: `/v1/Contacts/{ContactId}` of `/v1/Contacts/{ContactId}/Lock`. */
  readonly below?: PathMatch;
  /** The path of one record of this path's list: `/v1/Contacts/{ContactId}` of `/v1/Contacts`. */
  readonly member?: PathMatch;
  readonly page?: Handler;
  readonly form?: Handler;
  /** The verbs that the path accepts; `allow` is their list for the `Allow` header. */
  readonly verbs: ReadonlySet<string>;
  readonly allow: string;
}

/** Whether the operation accepts If-Match, because it writes the record of the path, or the one that it is below. */
export function takesIfMatch({ declaration }: Operation, path: PathMatch): boolean {
  const { verb, transaction } = declaration;
  return recordPathOf(path) !== undefined && verb !== 'GET' && transaction === undefined;
}

/**
 * The path of the record whose ETag the response of a success has. It is the operation's own path; or, if the response
 * shows such a record, the path above (of `/Lock`) or a path of the list (POST `/v1/Contacts`).
 */
export function taggedPathOf({ declaration, list, showsSecret }: Operation, path: PathMatch): PathMatch | undefined {
  const { verb, transaction, response } = declaration;
  if (verb === 'GET' || transaction !== undefined || showsSecret) return undefined;
  if (path.reader) return path;
  const shown = [path.below, verb === 'DELETE' ? undefined : path.member];
  // The GET of a role returns the record itself, without a list.
  const shows = [response, list?.record];
  return shown.find((one) => one?.reader && shows.includes(one.reader.declaration.response));
}

/** The path whose record is compared with If-Match. */
export function recordPathOf(path: PathMatch): PathMatch | undefined {
  return path.reader === undefined ? path.below : path;
}
