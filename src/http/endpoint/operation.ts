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
  /** The handler of the page, if the path is a page. */
  readonly page?: Handler;
  readonly form?: Handler;
  /** The verbs that the path accepts; `allow` is their list for the `Allow` header. */
  readonly verbs: ReadonlySet<string>;
  readonly allow: string;
}

/** Whether the operation accepts If-Match on the path, because it writes the record that `path.reader` reads. */
export function takesIfMatch({ declaration }: Operation, path: PathMatch): boolean {
  return path.reader !== undefined && declaration.verb !== 'GET' && declaration.transaction !== false;
}
